// One list on screen: head, filter, rows, footer, and what stands there instead of rows.
import { useEffect, useMemo } from 'react'
import type { Model } from '../../core/model.ts'
import { playKeys } from '../keys/held-keys.ts'
import { NotRefreshed } from './empty.tsx'
import { ImportRecords } from '../files/import-records.tsx'
import { FilterPanel } from './filter/filter-panel.tsx'
import { differing } from './filter/filters.ts'
import { useFilterPanel } from './filter/use-filter-panel.ts'
import { InPlaceOfRows } from './in-place-of-rows.tsx'
import { ListHead } from './list-head.tsx'
import { ListTable } from './list-table.tsx'
import { identityOf } from './row-actions.ts'
import { ListButton, RowPreview } from './module-parts.tsx'
import { ViewsButton } from './views/views-button.tsx'
import { RowPrint, useRowPrint } from './row-print.tsx'
import { Footer } from './table/footer.tsx'
import { useRoom } from './table/use-room.ts'
import { useActions } from './use-actions.ts'
import { useList } from './use-list.ts'

type Props = { model: Model; statementId: number }

export const ListScreen = ({ model, statementId }: Props) => {
  const list = useList(model, statementId)
  const printing = useRowPrint()
  const actions = useActions(model, printing.print)
  const panel = useFilterPanel()
  const { room, measure } = useRoom()
  const { rows, state, filter } = list
  // kept between key strokes in the filter: the rows of the table stay as they are
  const ids = useMemo(() => rows.map((row, index) => identityOf(model, row, index)), [rows, model])
  const row = rows[ids.indexOf(state.selected ?? '')]
  const asked = !list.fetching
  useEffect(() => {
    // not while another screen is on its way already
    if (asked && window.location.pathname === `/summary/${model.id}`) playKeys('screen')
  }, [asked, model])
  const thenRows = (act: () => void) => () => {
    act()
    panel.found()
  }
  return (
    <div className="list-page">
      <ListHead
        model={model}
        row={row}
        actions={actions}
        rows={rows}
        more={
          <>
            <ImportRecords model={model} />
            <ListButton moduleId={model.id} query={list.query} rows={rows} />
          </>
        }
        open={panel.open}
        differs={differing(model, filter.values, list.now).length}
        onFilter={panel.focus}
        onExport={() => list.query && actions.exportCsv(list.path, list.query)}
      />
      {panel.open && (
        <FilterPanel
          model={model}
          values={filter.values}
          texts={filter.texts}
          place={panel.place}
          onChange={filter.change}
          onSearch={thenRows(list.run)}
          onAll={thenRows(list.allData)}
        />
      )}
      <div className="list-beside">
        <section className="list-card card" aria-label={`${model.name} list`} ref={measure}>
          <div className="list-wait waiting" aria-hidden="true">
            {list.fetching && list.loaded && <i />}
          </div>
          {list.error && rows.length > 0 && <NotRefreshed model={model} error={list.error} onAgain={list.again} />}
          <ListTable {...{ model, statementId, list, ids, room }} settled={asked} onOpen={actions.open} />
          <InPlaceOfRows model={model} list={list} actions={actions} />
          {list.loaded && (
            <Footer
              count={list.count}
              page={state.page}
              shown={rows.length}
              selected={row !== undefined}
              onPage={list.toPage}
              onCountAll={list.countAll}
            >
              <ViewsButton model={model} list={list} />
            </Footer>
          )}
        </section>
        <RowPreview moduleId={model.id} row={row} />
      </div>
      <RowPrint model={model} row={printing.row} onClose={printing.close} />
    </div>
  )
}

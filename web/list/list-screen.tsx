// One list on screen: head, filter, rows, footer, and the texts that replace rows.
import { IconPrinter } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useMemo } from 'react'
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
import { keepListState } from '../edit/list-state.ts'
import { identityOf, searchOf } from './row-actions.ts'
import type { Row } from './table/columns.ts'
import { useMarks } from './table/use-marks.ts'
import { ListButton, RowPreview } from './module-parts.tsx'
import { Button } from '../part/button.tsx'
import { ViewsButton } from './views/views-button.tsx'
import { NamedViews } from './views/named-views.tsx'
import { RowPrint, useRowPrint } from './row-print.tsx'
import { Footer } from './table/footer.tsx'
import { useRoom } from './table/use-room.ts'
import { useActions } from './use-actions.ts'
import { useList } from './use-list.ts'

const BulkActs = lazy(async () => ({ default: (await import('./bulk/bulk-acts.tsx')).BulkActs }))

type Props = { model: Model; statementId: number }

export const ListScreen = ({ model, statementId }: Props) => {
  const list = useList(model, statementId)
  const printing = useRowPrint()
  const actions = useActions(model, printing.print)
  const panel = useFilterPanel()
  const { room, measure } = useRoom()
  const { rows, state, filter } = list
  // memoised, so that typing in the filter does not redraw the rows
  const ids = useMemo(() => rows.map((row, index) => identityOf(model, row, index)), [rows, model])
  // entries of a report are not records: they have no actions
  const hasRecords = model.askedWith === undefined
  const marks = useMarks(ids)
  const marked = rows.filter((_, index) => marks.marked.has(ids[index] ?? ''))
  const row = rows[ids.indexOf(state.selected ?? '')]
  const loaded = !list.fetching
  useEffect(() => {
    // not while another screen is already loading
    if (loaded && window.location.pathname === `/summary/${model.id}`) playKeys('screen')
  }, [loaded, model])
  const open = (opened: Row) => {
    keepListState(statementId, { walk: rows.map((one) => searchOf(model, one)).filter((one) => one !== undefined) })
    actions.open(opened)
  }
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
        marked={marks.marked.size}
        onExport={() => list.query && actions.exportCsv(list.path, list.query, [...marks.marked])}
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
          <ListTable
            {...{ model, statementId, list, ids, room, marks: hasRecords ? marks : undefined }}
            settled={loaded}
            onOpen={open}
          />
          <InPlaceOfRows model={model} list={list} actions={actions} />
          {list.loaded && (
            <Footer
              count={list.count}
              counting={list.counting}
              page={state.page}
              shown={rows.length}
              selected={row !== undefined}
              onPage={list.toPage}
              onCountAll={list.countAll}
            >
              {marked.length > 0 ? (
                <>
                  <span className="secondary">{marked.length} marked</span>
                  {marked.length < rows.length && <Button look="link" label="Mark all" onClick={marks.all} />}
                  <Button look="link" label="Clear" onClick={marks.clear} />
                  <Suspense>
                    <BulkActs model={model} rows={marked} actions={actions} marks={marks} />
                  </Suspense>
                </>
              ) : (
                <>
                  {row && hasRecords && (
                    <Button look="link" label="Mark several" onClick={() => marks.toggle(state.selected ?? '')} />
                  )}
                  <ViewsButton model={model} list={list} />
                  <Button
                    label="Print this list"
                    look="icon"
                    icon={IconPrinter}
                    reason={rows.length === 0 ? 'No rows to print' : undefined}
                    onClick={() => window.print()}
                  />
                  <NamedViews model={model} search={list.search} onGo={list.go} />
                </>
              )}
            </Footer>
          )}
        </section>
        <RowPreview moduleId={model.id} row={row} />
      </div>
      <RowPrint model={model} row={printing.row} onClose={printing.close} />
    </div>
  )
}

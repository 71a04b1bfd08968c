// One list on screen: head, filter, rows, footer, and what stands there instead of rows.
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import type { Model } from '../../core/model.ts'
import { holdKeys, playKeys } from '../keys/held-keys.ts'
import { remember, remembered } from '../session/preferences.ts'
import { columnsOf, fitted, roomFor } from './table/columns.ts'
import type { Row } from './table/columns.ts'
import { Failed, NotAsked, NothingFound, NotRefreshed } from './empty.tsx'
import { FilterPanel } from './filter/filter-panel.tsx'
import { differing } from './filter/filters.ts'
import { Footer } from './table/footer.tsx'
import { ListHead } from './list-head.tsx'
import { keepListState, pageSize } from '../edit/list-state.ts'
import { identityOf } from './row-actions.ts'
import type { RowPermit } from './row-actions.ts'
import { Table } from './table/table.tsx'
import { useActions } from './use-actions.ts'
import { useList } from './use-list.ts'
import { useRoom } from './table/use-room.ts'

const PrintDialog = lazy(async () => ({ default: (await import('../print/print-dialog.tsx')).PrintDialog }))
// text is 16 px instead of 13 on a phone
const phone = 630
const phoneText = 16 / 13
// below it the filter panel covers the rows
const narrow = 820
type Props = { model: Model; statementId: number }

const Skeleton = () => (
  <div className="skeleton-rows late" aria-hidden="true">
    {Array.from({ length: 12 }, (_, i) => (
      <span key={i} className="skeleton" style={{ width: `${90 - (i % 4) * 9}%` }} />
    ))}
  </div>
)

const useFilterPanel = () => {
  const place = useRef<HTMLFormElement>(null)
  const [open, setOpen] = useState(remembered('filter-open') !== false && window.innerWidth > narrow)
  const wanted = useRef(false)
  useEffect(() => {
    if (!open || !wanted.current) return
    wanted.current = false
    place.current?.querySelector<HTMLElement>('input, select')?.focus()
  }, [open])
  const toggle = () => {
    const next = !open
    wanted.current = next
    remember('filter-open', next)
    setOpen(next)
  }
  // the key opens and goes to the first field; on an open panel it only goes there
  const focus = () => {
    const first = place.current?.querySelector<HTMLElement>('input, select')
    if (open && first && !place.current?.contains(document.activeElement)) first.focus()
    else toggle()
  }
  // on a phone the panel would stand where the rows belong
  const found = () => window.innerWidth <= narrow && setOpen(false)
  return { place, open, focus, found }
}

export const ListScreen = ({ model, statementId }: Props) => {
  const list = useList(model, statementId)
  const actions = useActions(model)
  const panel = useFilterPanel()
  const { room, measure } = useRoom()
  const [printing, setPrinting] = useState<Row>()
  const { rows, state, filter } = list
  const scale = room > 0 && room < phone ? phoneText : 1
  // kept between key strokes in the filter: the rows of the table stay as they are
  const ids = useMemo(() => rows.map((row, index) => identityOf(model, row, index)), [rows, model])
  const { named } = list
  const all = useMemo(() => columnsOf(rows, model.key, model.fields, scale, named), [rows, model, scale, named])
  // a card on a phone has its own places for them
  const columns = useMemo(() => (scale === 1 ? roomFor(all, room) : all), [all, room, scale])
  const row = rows[ids.indexOf(state.selected ?? '')]
  const asked = !list.fetching
  useEffect(() => {
    // not while another screen is on its way already
    if (asked && window.location.pathname === `/summary/${model.id}`) playKeys('screen')
  }, [asked, model])
  const first = (state.page - 1) * pageSize
  const rowAction = (permit: RowPermit, on: Row) => {
    if (permit === 'print') {
      holdKeys('dialog', () => setPrinting(undefined))
      setPrinting(on)
    } else if (permit === 'unlock') actions.unlock(on)
    else if (permit === 'receive') actions.receive(on)
    else if (permit === 'reaccession') actions.reaccession(on)
    else if (permit === 'cancel') void actions.cancel(on)
  }
  const instead =
    list.error && rows.length === 0 ? (
      <Failed model={model} error={list.error} onAgain={list.again} />
    ) : list.query === undefined ? (
      <NotAsked model={model} />
    ) : !list.loaded ? (
      <Skeleton />
    ) : rows.length === 0 ? (
      <NothingFound
        model={model}
        now={list.now}
        values={filter.applied ?? {}}
        texts={filter.texts}
        onRun={list.run}
        onAll={list.allData}
        onCreate={model.permits.includes('create') && actions.holds(model.id, 'create') ? actions.create : undefined}
      />
    ) : undefined
  return (
    <div className="list-page">
      <ListHead
        model={model}
        row={row}
        actions={actions}
        rowCount={rows.length}
        open={panel.open}
        differs={differing(model, filter.values, list.now).length}
        onFilter={panel.focus}
        onExport={() => list.query && actions.exportCsv(list.path, list.query)}
        onRowAction={rowAction}
      />
      {panel.open && (
        <FilterPanel
          model={model}
          values={filter.values}
          texts={filter.texts}
          place={panel.place}
          onChange={filter.change}
          onSearch={() => {
            list.run()
            panel.found()
          }}
          onAll={() => {
            list.allData()
            panel.found()
          }}
        />
      )}
      <section className="list-card card" aria-label={`${model.name} list`} ref={measure}>
        <div className="list-wait waiting" aria-hidden="true">
          {list.fetching && list.loaded && <i />}
        </div>
        {list.error && rows.length > 0 && <NotRefreshed model={model} error={list.error} onAgain={list.again} />}
        {columns.length > 0 && (
          <Table
            label={model.name}
            columns={columns}
            widths={fitted(columns, state.widths, room)}
            rows={rows}
            offset={first}
            ids={ids}
            selected={state.selected}
            sort={list.sort}
            onSelect={(selected) => list.set({ selected })}
            onOpen={actions.open}
            onSort={list.sortBy}
            onWidth={(name, width) => list.set({ widths: { ...state.widths, [name]: width } })}
            top={state.top ?? 0}
            settled={asked}
            onTop={(top) => keepListState(statementId, { top })}
          />
        )}
        {instead}
        {list.loaded && (
          <Footer
            count={list.count}
            page={state.page}
            shown={rows.length}
            selected={row !== undefined}
            onPage={(page) => list.set({ page, selected: undefined, top: 0 })}
            onCountAll={list.countAll}
          />
        )}
      </section>
      <Suspense>
        {printing && (
          <PrintDialog
            moduleId={model.id}
            formId={Number(printing[model.key[0] ?? ''])}
            clientId={typeof printing['BuyerId'] === 'number' ? printing['BuyerId'] : undefined}
            onClose={() => setPrinting(undefined)}
          />
        )}
      </Suspense>
    </div>
  )
}

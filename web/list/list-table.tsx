// The table of a list: its columns as far as there is room, their widths, and its scroll position.
import { useMemo } from 'react'
import type { Model } from '../../core/model.ts'
import { keepListState, pageSize } from '../edit/list-state.ts'
import { usePhone } from '../part/use-phone.ts'
import type { Marks } from './table/use-marks.ts'
import { chosenOf } from './views/chosen.rules.ts'
import { columnsOf, fitted, roomFor } from './table/columns.ts'
import type { Row } from './table/columns.ts'
import { Table } from './table/table.tsx'
import type { List } from './use-list.ts'

// text is 16 px instead of 13 on a phone
const phoneText = 16 / 13

type Props = {
  model: Model
  statementId: number
  list: List
  /** Identity of each row, in their order. */
  ids: readonly string[]
  /** Pixels available for the columns. */
  room: number
  settled: boolean
  marks: Marks | undefined
  onOpen: (row: Row) => void
}

export const ListTable = ({ model, statementId, list, ids, room, settled, marks, onOpen }: Props) => {
  const { rows, state, named } = list
  const scale = usePhone() ? phoneText : 1
  const all = useMemo(() => columnsOf(rows, model.key, model.fields, scale, named), [rows, model, scale, named])
  // a card on a phone places them itself
  const { sort } = list
  const { columns: chosen } = list.search
  const columns = useMemo(() => {
    if (chosen) return chosenOf(all, chosen)
    return scale === 1 ? roomFor(all, room, sort) : all
  }, [all, room, scale, sort, chosen])
  if (columns.length === 0) return null
  return (
    <Table
      label={model.name}
      columns={columns}
      widths={fitted(columns, state.widths, room)}
      rows={rows}
      offset={(state.page - 1) * pageSize}
      ids={ids}
      selected={state.selected}
      sort={sort}
      onSelect={(selected) => list.set({ selected })}
      onOpen={onOpen}
      onSort={list.sortBy}
      onWidth={(name, width) => list.set({ widths: { ...state.widths, [name]: width } })}
      top={state.top ?? 0}
      settled={settled}
      marks={marks}
      onTop={(top) => keepListState(statementId, { top })}
    />
  )
}

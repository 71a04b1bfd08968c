// Carries out what a key does in a cell of the grid.
import { useState } from 'react'
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid'
import { blankRow, nextCell } from '../record/rows.ts'
import type { Row } from '../record/values.ts'
import { actOf, begins, begunKey } from './cell-keys.ts'
import type { GridColumn, GridProps } from './grid-props.ts'
import type { CellPlace } from './use-grid-focus.ts'
import type { GridRows } from './use-grid-rows.ts'

type Acts = {
  activate: (at: CellPlace) => void
  pick: (index: number, column: GridColumn, typed: string) => void
  remove: (index: number) => void
  open: (index: number) => void
}

export const useGridKeys = (
  { columns, item, canRemove }: GridProps,
  { rows, shown, growing, canEdit, columnAt, picksRecord }: GridRows,
  { activate, pick, remove, open }: Acts,
) => {
  const [begun] = useState(begunKey)
  const go = (index: number, at: number) => {
    const next = nextCell(
      { row: index, column: at },
      growing && index < rows.length ? rows.length + 1 : shown.length,
      columns.length,
      (cell) => canEdit(columns[cell.column], shown[cell.row] ?? blankRow),
    )
    if (next) setTimeout(() => activate({ rowIdx: next.row, idx: next.column }))
  }
  const keys = (args: CellKeyDownArgs<Row>, event: CellKeyboardEvent) => {
    const { rowIdx } = args
    const column = columnAt(args.column?.key)
    const row = shown[rowIdx] ?? blankRow
    const act = actOf(event, {
      edits: args.mode === 'EDIT',
      head: rowIdx < 0,
      blank: row === blankRow,
      holds: !column ? 'button' : picksRecord(column) ? 'record' : 'value',
      canEdit: canEdit(column, row),
      canRemove: growing && canRemove?.(row) !== false,
      opens: item !== undefined,
    })
    if (args.mode !== 'EDIT') begun.put(begins(event))
    if (act === 'grid') return
    event.preventGridDefault()
    if (act === 'screen') return
    if (act !== 'next') event.preventDefault()
    const at = column ? columns.indexOf(column) : -1
    if (args.mode === 'EDIT') args.onClose(true, true)
    if (act === 'keep' || act === 'next') go(rowIdx, at)
    else if (act === 'last') activate({ rowIdx, idx: columns.length - 1 })
    else if (act === 'remove') remove(rowIdx)
    else if (act === 'open') open(rowIdx)
    else if (act === 'pick' && column) pick(rowIdx, column, begins(event))
  }
  return { keys, begun }
}
export type GridKeys = ReturnType<typeof useGridKeys>

// Carries out what a key does in a cell of the grid.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { CellKeyboardEvent, CellKeyDownArgs } from 'react-data-grid'
import { holdKeys, playKeys } from '../keys/held-keys.ts'
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
  { rowsNow, shown, growing, canEdit, columnAt, picksRecord, isChoice }: GridRows,
  { activate, pick, remove, open }: Acts,
) => {
  const [begun] = useState(begunKey)
  const go = (index: number, at: number, keeps: boolean) => {
    // a key that arrives before the next cell has the focus would replace the typed value
    holdKeys('cell')
    setTimeout(() => {
      const now = rowsNow()
      const next =
        // after no choice in the blank row the focus returns to it
        keeps && index >= now.length
          ? { row: index, column: at }
          : nextCell({ row: index, column: at }, growing ? now.length + 1 : now.length, columns.length, (cell) =>
              canEdit(columns[cell.column], now[cell.row] ?? blankRow),
            )
      if (next) flushSync(() => activate({ rowIdx: next.row, idx: next.column }))
      playKeys('cell')
    })
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
    // the cell takes it as its first letter: the list would take it again and go one item too far
    if (act === 'grid' && args.mode !== 'EDIT' && begins(event) !== '' && isChoice(column)) event.preventDefault()
    if (act === 'grid') return
    event.preventGridDefault()
    if (act === 'screen') return
    if (act !== 'next') event.preventDefault()
    const at = column ? columns.indexOf(column) : -1
    if (args.mode === 'EDIT') args.onClose(true, true)
    if (act === 'keep' || act === 'next') go(rowIdx, at, act === 'keep')
    else if (act === 'last') activate({ rowIdx, idx: columns.length - 1 })
    else if (act === 'remove') remove(rowIdx)
    else if (act === 'open') open(rowIdx)
    else if (act === 'pick' && column) pick(rowIdx, column, begins(event))
  }
  return { keys, begun }
}
export type GridKeys = ReturnType<typeof useGridKeys>

// Picks a record into a row of a grid: for which cell the picker is open, and where the focus goes next.
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { sayError } from '../message/snackbar-store.ts'
import { blankRow, pickedInto } from '../record/rows.ts'
import { isEmpty, type Values } from '../record/values.ts'
import { columnName, type GridColumn, type GridProps } from './grid-props.ts'
import type { CellPlace } from './use-grid-focus.ts'
import type { GridRows } from './use-grid-rows.ts'

type Picking = { readonly index: number; readonly column: GridColumn; readonly text: string }

export const useGridPicking = (
  { columns, mayPick, onPick }: GridProps,
  { rows, fields, keep, canEdit, picksRecord }: GridRows,
  { activate, comeBack }: Record<'activate' | 'comeBack', (at: CellPlace) => void>,
) => {
  const [picking, setPicking] = useState<Picking>()
  const targetOf = (column: GridColumn) => column.picks ?? columnName(column)
  /**
   * All references of a row are picked, then its price is typed; the next row starts in the column where this one did.
   */
  const after = (index: number, column: GridColumn): CellPlace => {
    const at = columns.indexOf(column)
    const row = rows[index] ?? blankRow
    const open = columns.findIndex(
      (one, place) =>
        place > at &&
        targetOf(one) !== targetOf(column) &&
        (one.next === true || picksRecord(one)) &&
        isEmpty(row[targetOf(one)]) &&
        canEdit(one, row),
    )
    if (open !== -1) return { rowIdx: index, idx: open }
    const began = columns.find(picksRecord) ?? column
    return { rowIdx: index + 1, idx: targetOf(began) === targetOf(column) ? at : columns.indexOf(began) }
  }
  const open = (index: number, column: GridColumn, typed: string) =>
    flushSync(() => setPicking({ index, column, text: typed }))
  const picked = (row: Values, id: number) => {
    if (!picking) return
    const { index, column } = picking
    const target = targetOf(column)
    const decision = mayPick?.(rows, index, id)
    if (decision?.ok === false) {
      setPicking(undefined)
      return sayError(decision.reason)
    }
    let kept = true
    // at once: a code typed right after Enter belongs to the next row, not to the one just filled
    flushSync(() => {
      setPicking(undefined)
      if (onPick) kept = onPick(index, row, id) !== false
      else keep(index, { ...(rows[index] ?? {}), ...pickedInto(fields, target, id, row) }, target)
    })
    if (!kept) return
    const next = after(index, column)
    flushSync(() => activate(next))
    // the closing dialog returns the focus to where it came from
    setTimeout(() => document.querySelector('dialog[open]') === null && comeBack(next))
  }
  return { picking, open, picked, close: () => setPicking(undefined) }
}
export type GridPicking = ReturnType<typeof useGridPicking>

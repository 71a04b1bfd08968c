// The focus in a grid: moved to a cell from outside, and entering with Tab.
import { useEffect, useRef } from 'react'
import type { FocusEvent } from 'react'
import { flushSync } from 'react-dom'
import type { DataGridHandle } from 'react-data-grid'
import { columnName, type GridProps } from './grid-props.ts'
import type { GridRows } from './use-grid-rows.ts'

export type CellPlace = { readonly rowIdx: number; readonly idx: number }

/** `open` shows a row where there is no table: on a phone. */
export const useGridFocus = (
  { columns, blankAt = 0 }: GridProps,
  { editable, growing, shown }: GridRows,
  open: (index: number) => void,
) => {
  const handle = useRef<DataGridHandle>(null)
  const place = useRef<HTMLDivElement>(null)
  const activate = (at: CellPlace) => handle.current?.setActivePosition(at, { shouldFocus: true })
  /** Works also when the grid is already at this cell and only the focus has left; typing there continues. */
  const comeBack = (at: CellPlace) => {
    // the head row is the first
    const cell = `[aria-rowindex='${at.rowIdx + 2}'] > [aria-colindex='${at.idx + 1}']`
    const find = () => place.current?.querySelector<HTMLElement>(cell)
    if (find()?.contains(document.activeElement)) return
    flushSync(() => activate(at))
    find()?.focus({ preventScroll: true })
  }
  useEffect(() => {
    const element = place.current
    const focus = ({ detail: { row, column } }: HTMLElementEventMap['focus-cell']) => {
      const idx = columns.findIndex((one) => columnName(one) === column || one.picks === column)
      if (handle.current)
        handle.current.setActivePosition({ rowIdx: row, idx: Math.max(0, idx) }, { shouldFocus: true })
      else open(row)
    }
    element?.addEventListener('focus-cell', focus)
    return () => element?.removeEventListener('focus-cell', focus)
  }, [columns, open])
  const enter = (event: FocusEvent) => {
    // Tab enters at the blank row, not at the heads
    if (event.relatedTarget instanceof Node && place.current?.contains(event.relatedTarget)) return
    if (!editable || !(event.target instanceof HTMLElement) || event.target.getAttribute('role') !== 'columnheader')
      return
    // at once: a code typed right after Tab belongs to this row
    flushSync(() => activate({ rowIdx: growing ? shown.length - 1 : 0, idx: growing ? blankAt : 0 }))
  }
  return { handle, place, activate, comeBack, enter }
}

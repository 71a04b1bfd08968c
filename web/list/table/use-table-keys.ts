// Which row of a list has the focus and is selected: at first, with the keys, and with the pointer.
import { useEffect, useRef } from 'react'
import type { FocusEvent, KeyboardEvent, MouseEvent, RefObject } from 'react'
import { usePhone } from '../../part/use-phone.ts'
import { isFree } from '../../record/focus.ts'
import type { Marks } from './use-marks.ts'
import type { Row } from './columns.ts'

const steps: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at) => at + 1,
  ArrowUp: (at) => at - 1,
  Home: () => 0,
  End: (_, last) => last,
  PageDown: (at) => at + 15,
  PageUp: (at) => at - 15,
}
const indexIn = (body: HTMLElement | null, target: EventTarget): number => {
  const row = target instanceof Element ? target.closest('tr') : null
  return row && body?.contains(row) ? row.sectionRowIndex : -1
}

type Selection = {
  body: RefObject<HTMLTableSectionElement | null>
  rows: readonly Row[]
  /** Identity of each row, in their order. */
  ids: readonly string[]
  selected: string | undefined
  /** Number of the selected row, less than 0 for none. */
  at: number
  /** Rows that are drawn already. */
  drawn: number
  /** These are the rows of the latest request. */
  settled: boolean
  marks: Marks | undefined
  onSelect: (id: string) => void
  onOpen: (row: Row) => void
}

/** A list that has just opened focuses its rows, unless something on it is already in use. */
const useFocusedRow = ({ body, at, drawn, settled }: Selection, phone: boolean) => {
  useEffect(() => {
    const row = body.current?.rows[Math.max(0, at)]
    // on a phone no row is selected before a tap: the second tap opens
    if (!settled || !row || (phone && at < 0) || !(isFree() || body.current?.contains(document.activeElement))) return
    if (row !== document.activeElement) row.focus({ preventScroll: true })
    if (at >= 0) row.scrollIntoView({ block: 'nearest' })
  }, [body, settled, at, drawn, phone])
}

/** Space marks the focused row, Ctrl+A all, and Escape clears the marks; answers whether the key did one of these. */
const marksBy = (event: KeyboardEvent, { ids, at, marks }: Selection): boolean => {
  const id = ids[at]
  if (!marks) return false
  if (event.key === ' ' && id !== undefined) marks.toggle(id)
  else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey) && !event.altKey) marks.all()
  else if (event.key === 'Escape' && marks.marked.size > 0) marks.clear()
  else return false
  return true
}
/** While some are marked a click marks more; otherwise it selects one row, also with Ctrl. */
const clickMarks = (event: MouseEvent, { ids, at, marks }: Selection, index: number): boolean => {
  const id = ids[index]
  if (id === undefined || !marks) return false
  if (marks.marked.size === 0) return false
  if (event.shiftKey) marks.reach(Math.max(0, at), index)
  else marks.toggle(id)
  return true
}

/** The handlers of the table's body. */
export const useTableKeys = (selection: Selection) => {
  const { body, rows, ids, selected, at, drawn, marks, onSelect, onOpen } = selection
  const phone = usePhone()
  useFocusedRow(selection, phone)
  const pressed = useRef(-1)
  return {
    // the focused row is the selected one
    onFocus: (event: FocusEvent) => {
      const id = ids[indexIn(body.current, event.target)]
      if (id !== undefined && id !== selected) onSelect(id)
    },
    onKeyDown: (event: KeyboardEvent) => {
      // a focused row that is not selected yet opens as well
      const row = rows[at < 0 ? indexIn(body.current, event.target) : at]
      if (event.key === 'Enter' && row) {
        // a cached record is drawn during this key press, which must not press its first button
        event.preventDefault()
        return onOpen(row)
      }
      if (marksBy(event, selection)) return event.preventDefault()
      const step = steps[event.key]
      if (!step || event.altKey || event.ctrlKey) return
      event.preventDefault()
      const to = Math.max(0, Math.min(drawn - 1, step(at, drawn - 1)))
      const next = ids[to]
      if (next === undefined) return
      if (event.shiftKey) marks?.reach(Math.max(0, at), to)
      onSelect(next)
      const element = body.current?.rows[to]
      element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest' })
    },
    onPointerDown: () => {
      pressed.current = at
    },
    onClick: (event: MouseEvent) => {
      const index = indexIn(body.current, event.target)
      const [id, row] = [ids[index], rows[index]]
      if (id !== undefined && clickMarks(event, selection, index)) return onSelect(id)
      if (id !== undefined) onSelect(id)
      // people do not double-click with a finger: the second tap opens
      if (phone && row && index === pressed.current) onOpen(row)
    },
    onDoubleClick: (event: MouseEvent) => {
      const row = rows[indexIn(body.current, event.target)]
      if (row) onOpen(row)
    },
  }
}

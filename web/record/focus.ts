// Focuses what is wrong: a field, or a row of a grid.
import type { Form } from './form.ts'
import { inOrder } from './values.ts'

/** Leads into a grid, which listens on its own element. */
declare global {
  interface HTMLElementEventMap {
    'focus-cell': CustomEvent<{ readonly row: number; readonly column: string | undefined }>
  }
}

const typable = 'input, select, textarea, button'
/** Focuses the field of an error. Fields have `data-field`; grids handle their rows themselves. */
export const focusField = (path: string): void => {
  const [name = '', row, column] = path.split('.')
  const of = (field: string) => document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`)
  // `QueryParameters.Days` is a field of its own, `Lines.1` a row of a grid
  const part = row === undefined || Number.isInteger(Number(row)) ? null : of(row)
  const place = part ?? of(path) ?? of(name)
  if (!place) return
  place.scrollIntoView({ block: 'nearest' })
  if (place.matches(`${typable}, [tabindex]`)) place.focus()
  else if (part === null && (row !== undefined || place.classList.contains('grid-place')))
    place.dispatchEvent(new CustomEvent('focus-cell', { detail: { row: Number(row ?? 0), column } }))
  else place.querySelector<HTMLElement>(typable)?.focus()
}
const fillable =
  '.detail .fields input:not([readonly]):not(:disabled), .detail .fields select, .detail .fields textarea'
/** The element that the screen marks (`data-first`), else the first field that can be filled. */
export const focusFirst = (): void =>
  (
    document.querySelector<HTMLElement>('.detail [data-first]') ?? document.querySelector<HTMLElement>(fillable)
  )?.focus()
/** Whether the focus is free: its element is gone, or it was only on the menu that led here. */
export const isFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('.sidebar') != null
/** Focuses the next action where the focus is free: the filled button, else the first enabled one. */
export const focusAction = (): void => {
  if (!isFree()) return
  const works = '.screen .page-actions button:not([aria-disabled])'
  const next = document.querySelector<HTMLElement>(`${works}.primary`) ?? document.querySelector<HTMLElement>(works)
  next?.focus({ preventScroll: true })
}
/** Focuses the screen as a whole: the focus rests there when no act comes next, so that Enter starts none. */
export const focusScreen = (): void =>
  document.querySelector<HTMLElement>('main.screen')?.focus({ preventScroll: true })
/** Focuses the first error's field, during the key press of the save: a frame later, the next keys would be lost. */
export const focusError = (form: Form): void => {
  const first = inOrder(form.fields, form.state().errors)[0]
  if (first) focusField(first[0])
}
/**
 * Remembers the focused field: answers a function that focuses it again, unless another element than a button has the
 * focus.
 */
export const keepFocus = (): (() => void) => {
  const typing = document.activeElement
  return () => {
    const isTaken = !isFree() && document.activeElement?.closest('.page-actions') == null
    if (!isTaken && typing instanceof HTMLElement && typing.closest('.detail-body')) typing.focus()
  }
}
/** Takes over what is being typed: leaves the field, which stores its value, and focuses it again. */
export const commitTyping = (element: Element | null = document.activeElement): void => {
  const kinds = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]
  if (!(element instanceof HTMLElement) || !kinds.some((kind) => element instanceof kind)) return
  element.blur()
  element.focus()
}

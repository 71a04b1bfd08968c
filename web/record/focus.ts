// Brings the reader to what is wrong: a field, or a row of a grid.
import type { Form } from './form.ts'
import { inOrder } from './values.ts'

const typable = 'input, select, textarea, button'
/** Puts the focus where an error stands. Fields carry `data-field`, grids take their rows over. */
export const focusField = (path: string): void => {
  const [name = '', row, column] = path.split('.')
  const place = document.querySelector<HTMLElement>(
    `[data-field="${CSS.escape(path)}"], [data-field="${CSS.escape(name)}"]`,
  )
  if (!place) return
  place.scrollIntoView({ block: 'nearest' })
  if (place.matches(`${typable}, [tabindex]`)) place.focus()
  else if (row !== undefined || place.classList.contains('grid-place'))
    place.dispatchEvent(new CustomEvent('focus-cell', { detail: { row: Number(row ?? 0), column } }))
  else place.querySelector<HTMLElement>(typable)?.focus()
}
const fillable =
  '.detail .fields input:not([readonly]):not(:disabled), .detail .fields select, .detail .fields textarea'
/** What a screen says is first (`data-first`), else the first field that can be filled. */
export const focusFirst = (): void =>
  (
    document.querySelector<HTMLElement>('.detail [data-first]') ?? document.querySelector<HTMLElement>(fillable)
  )?.focus()
/** Nothing on the screen is in use: what had the focus is gone, or was only the menu that brought here. */
export const isFree = (): boolean =>
  document.activeElement === document.body || document.activeElement?.closest('.sidebar') != null
/** The act that comes next, where nothing has the focus: the filled button, else the first that works. */
export const focusAction = (): void => {
  if (!isFree()) return
  const works = '.screen .page-actions button:not([aria-disabled])'
  const next = document.querySelector<HTMLElement>(`${works}.primary`) ?? document.querySelector<HTMLElement>(works)
  next?.focus({ preventScroll: true })
}
/**
 * The first error's field gets the focus, within the key that asked for the save: a frame later, what is typed next
 * would go astray.
 */
export const focusError = (form: Form): void => {
  const first = inOrder(form.fields, form.state().errors)[0]
  if (first) focusField(first[0])
}
/** Where it was typed: answers what brings the focus back there, when nothing but a button has taken it. */
export const keepFocus = (): (() => void) => {
  const typing = document.activeElement
  return () => {
    const isTaken = !isFree() && document.activeElement?.closest('.page-actions') == null
    if (!isTaken && typing instanceof HTMLElement && typing.closest('.detail-body')) typing.focus()
  }
}
/** What is being typed counts: leaving the field takes it over, and it gets the focus back. */
export const commitTyping = (element: Element | null = document.activeElement): void => {
  const kinds = [HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]
  if (!(element instanceof HTMLElement) || !kinds.some((kind) => element instanceof kind)) return
  element.blur()
  element.focus()
}

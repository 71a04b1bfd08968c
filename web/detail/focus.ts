// Brings the reader to what is wrong: a field, or a row of a grid.
import type { Form } from './form.ts'
import { inOrder } from './values.ts'

/** Puts the focus where an error stands. Fields carry `data-field`, grids take their rows over. */
export const focusField = (path: string): void => {
  const [name = '', row, column] = path.split('.')
  const place = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(path)}"], [data-field="${CSS.escape(name)}"]`)
  if (!place) return
  place.scrollIntoView({ block: 'nearest' })
  if (row !== undefined || place.classList.contains('grid-place'))
    place.dispatchEvent(new CustomEvent('focus-cell', { detail: { row: Number(row ?? 0), column } }))
  else place.querySelector<HTMLElement>('input, select, textarea, button')?.focus()
}
/** The first error's field gets the focus, once the errors are painted. */
export const focusError = (form: Form): void => {
  requestAnimationFrame(() => {
    const first = inOrder(form.fields, form.state().errors)[0]
    if (first) focusField(first[0])
  })
}

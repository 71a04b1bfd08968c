// A form that a picker can show to make what it did not find; the screen that offers it brings it.
import type { ComponentType } from 'react'
import type { Values } from './values.ts'

export type QuickAddProps = {
  /** What was searched for. */
  start: string
  /** Saved: the picker looks for this name and selects this one of those who bear it. */
  onSaved: (name: string, id: number) => void
  /** A row that is there already is taken instead. */
  onUse: (row: Values) => void
  onClose: () => void
}
/** `name` stands in `New patient`. */
export type QuickAdd = { readonly name: string; readonly Form: ComponentType<QuickAddProps> }

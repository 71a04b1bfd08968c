// A form in a picker that adds a record that was not found; the screen that offers it supplies it.
import type { ComponentType } from 'react'
import type { Values } from './values.ts'

export type QuickAddProps = {
  /** The searched text. */
  start: string
  /** Saved: the picker searches this name and selects this one among those with the name. */
  onSaved: (name: string, id: number) => void
  /** An existing row is taken instead. */
  onUse: (row: Values) => void
  onClose: () => void
}
/** `name` is part of `New patient`. */
export type QuickAdd = { readonly name: string; readonly Form: ComponentType<QuickAddProps> }

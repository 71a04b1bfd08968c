// Defines a picker: its address, what narrows it, its columns and its key. The module that owns the picked records
// declares it in a .picker.ts; a model's field names it.
import type { Session } from '../session/session.ts'
import type { Values } from '../record/values.ts'

export type PickerColumn = {
  readonly name: string
  readonly title: string
  readonly width: string
  readonly kind?: 'money' | 'number' | 'phone' | 'age'
  /** The value is an item of this list, shown by its label. */
  readonly listId?: number
}
type PickerChoice = { readonly label: string; readonly query: Values }
export type PickerDefinition = {
  readonly path: string
  readonly key: string
  readonly columns: readonly PickerColumn[]
  /** What narrows the rows in addition to the search text: the session and the surrounding record. */
  readonly query?: (session: Session, around: Values) => Values
  /** Kinds of rows to choose from first. */
  readonly choices?: (session: Session, around: Values) => readonly PickerChoice[]
  /** All rows are read at once and searched here instead of on the server. */
  readonly local?: boolean
  /** The address takes a limit of rows; the other addresses answer all. */
  readonly limited?: boolean
  /** What to type, in the empty search box. */
  readonly hint?: string
  /** The message where there is no row at all. */
  readonly empty?: string
  /** Its rows are patients or doctors: Enter takes one only where the text means this one and no other. */
  readonly people?: boolean
}
/** A picker, or a function that chooses one for this session and record. */
export type Picker = PickerDefinition | ((session: Session, around: Values) => PickerDefinition)
export type Pickers = Readonly<Record<string, Picker>>

/** A key in the surrounding record, which may be any record. */
export const keyIn = (around: Values, name: string): number | undefined => {
  const value = around[name]
  return typeof value === 'number' ? value : undefined
}

export const nameColumn: PickerColumn = { name: 'Name', title: 'Name', width: '1fr' }
/** `width` in pixels. */
export const codeColumn = (width: number): PickerColumn => ({ name: 'Code', title: 'Code', width: `${width}px` })

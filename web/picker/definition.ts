// What a picker is: its address, what narrows it, its columns and its key. The module that owns what is picked declares
// it in a .picker.ts; a model's field names it.
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
  /** What narrows the rows beside the search text: the session and the record around. */
  readonly query?: (session: Session, around: Values) => Values
  /** Kinds of rows to choose between first. */
  readonly choices?: (session: Session, around: Values) => readonly PickerChoice[]
  /** Rows come all at once and are searched here instead of on the server. */
  readonly local?: boolean
  /** The address takes how many rows are wanted; the others answer what they have. */
  readonly limited?: boolean
  readonly empty?: string
  /** Its rows are patients or doctors: Enter takes one only where the text means it and no other. */
  readonly people?: boolean
}
/** A picker, or which one it is for this session and record. */
export type Picker = PickerDefinition | ((session: Session, around: Values) => PickerDefinition)
export type Pickers = Readonly<Record<string, Picker>>

/** A key in the record around, which may be any record. */
export const keyIn = (around: Values, name: string): number | undefined => {
  const value = around[name]
  return typeof value === 'number' ? value : undefined
}

export const nameColumn: PickerColumn = { name: 'Name', title: 'Name', width: '1fr' }
/** `width` in pixels. */
export const codeColumn = (width: number): PickerColumn => ({ name: 'Code', title: 'Code', width: `${width}px` })

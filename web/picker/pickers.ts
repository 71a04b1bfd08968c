// The picker for a field's name, and the rows that match a text.
import type { Values } from '../record/values.ts'
import type { Session } from '../session/session.ts'
import type { Picker, PickerColumn, PickerDefinition, Pickers } from './definition.ts'

const pickers = new Map<string, Picker>()

/** Registers the pickers; called once with those of all modules. */
export const registerPickers = (...owned: readonly Pickers[]): void => {
  for (const [name, picker] of owned.flatMap((each) => Object.entries(each))) {
    if (pickers.has(name)) throw new Error(`Two modules declare the picker ${name}`)
    pickers.set(name, picker)
  }
}
/** Whether fields may name it. */
export const isPicker = (name: string): boolean => pickers.has(name)

/** The definition of a picker for this session and the surrounding record. */
export const pickerOf = (which: string, session: Session, around: Values = {}): PickerDefinition => {
  const found = pickers.get(which)
  if (found === undefined) throw new Error(`There is no picker ${which}`)
  return typeof found === 'function' ? found(session, around) : found
}

/** Rows with the text in one of the columns. */
export const filterRows = (
  rows: readonly Values[],
  columns: readonly PickerColumn[],
  text: string,
): readonly Values[] => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return rows
  return rows.filter((row) =>
    columns.some((column) =>
      String(row[column.name] ?? '')
        .toLowerCase()
        .includes(wanted),
    ),
  )
}
/** Splits a name around the searched text, for display; undefined when it does not match. */
export const matchIn = (name: string, text: string): readonly [string, string, string] | undefined => {
  const wanted = text.trim()
  const at = wanted === '' ? -1 : name.toLowerCase().indexOf(wanted.toLowerCase())
  return at < 0 ? undefined : [name.slice(0, at), name.slice(at, at + wanted.length), name.slice(at + wanted.length)]
}

// Whether the typed text means the selected row: a wrong person is worse than one more key.
import type { Values } from '../record/values.ts'
import type { PickerDefinition } from './definition.ts'

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s.,]+/)
    .filter(Boolean)
const plain = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).replace(/[\s-]/g, '').toLowerCase() : ''
const codes: ReadonlySet<string> = new Set(['Code', 'UserName'])
/** The fewest letters of a name that are more than chance. */
const enough = 3

/** Each typed word starts a word of the name, one of them with three letters or more; or it is the whole name. */
const isNamed = (name: string, text: string): boolean => {
  const [typed, words] = [wordsOf(text), wordsOf(name)]
  if (typed.length === 0) return false
  if (typed.join(' ') === words.join(' ')) return true
  return typed.some((word) => word.length >= enough) && typed.every((word) => words.some((one) => one.startsWith(word)))
}

/** Enter may take it: any row of a catalogue; else the only person found, or the one with that name, code or phone. */
export const isMeant = (
  { people = false, columns }: Pick<PickerDefinition, 'people' | 'columns'>,
  rows: readonly Values[],
  row: Values,
  text: string,
): boolean => {
  if (!people) return true
  const wanted = plain(text)
  if (wanted === '') return false
  if (rows.length === 1) return true
  if (columns.some((column) => column.width === '1fr' && isNamed(String(row[column.name] ?? ''), text))) return true
  const numbers = columns.filter((column) => column.kind === 'phone' || codes.has(column.name))
  const has = (one: Values): boolean => numbers.some((column) => plain(one[column.name]) === wanted)
  // a phone that a family shares means none of them
  return has(row) && rows.filter(has).length === 1
}

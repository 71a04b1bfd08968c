// Numbers that a trial was given: they end with it when it is undone, and another record may have them later, so no
// reader is shown them.
import type { Field, Fields } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import type { RequestedChanges } from './requests.model.ts'

type Values = Readonly<Record<string, unknown>>
const without = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)))

/** A row without these numbers, also as the last word of a text: `Payment 1463`. */
const unnamed = (row: Values, names: readonly string[]): Values => {
  const ends = names.map((name) => ` ${String(row[name])}`)
  return Object.fromEntries(
    Object.entries(without(row, ...names)).map(([name, value]) => {
      const end = typeof value === 'string' ? ends.find((one) => value.endsWith(one)) : undefined
      return [name, typeof value === 'string' && end !== undefined ? value.slice(0, -end.length) : value]
    }),
  )
}
const isGiven = (name: string, field: Field | undefined): boolean =>
  field?.computed === true && /(Id|No)$/.test(name) && field.kind !== 'reference'

/** The key of the rows under a name: declared, or `TransactionId` of `Transactions`; none where it is a choice. */
const keyOf = (name: string, field: Field | undefined): string | undefined => {
  const key = field?.rowKey ?? `${name.replace(/s$/, '')}Id`
  return [field?.rowCounts].flat().includes(key) ? undefined : key
}
const rowsWithout = (name: string, field: Field | undefined, was: unknown, is: readonly unknown[]): unknown => {
  const key = keyOf(name, field)
  if (key === undefined) return is
  const before = new Set(Array.isArray(was) ? was.map((row: unknown) => (isObject(row) ? row[key] : undefined)) : [])
  const given = Object.entries(field?.fields ?? {}).flatMap(([name, inner]) => (isGiven(name, inner) ? [name] : []))
  return is.map((row) => (isObject(row) && !before.has(row[key]) ? unnamed(row, [key, ...given]) : row))
}
const valueWithout = (name: string, field: Field | undefined, was: unknown, is: unknown): unknown => {
  if (Array.isArray(is)) return rowsWithout(name, field, was, is)
  if (!isObject(is)) return is
  const before = isObject(was) ? was : {}
  const kept = was === null ? without(is, `${name}Id`, `${name}No`) : is
  return Object.fromEntries(
    Object.entries(kept).map(([inner, value]) => [
      inner,
      Array.isArray(value) ? rowsWithout(inner, field?.fields?.[inner], before[inner], value) : value,
    ]),
  )
}

/** What a trial changes, without the numbers that it gave. */
export const withoutGiven = (fields: Fields, changes: RequestedChanges): RequestedChanges => {
  const chosen = new Set(Object.values(fields).map(({ names }) => names))
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([name, [was]]) => !(was === null && isGiven(name, fields[name])))
      .map(([name, [was, is]]) => [name, [was, chosen.has(name) ? is : valueWithout(name, fields[name], was, is)]]),
  )
}

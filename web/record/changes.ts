// How a change of a record is written: fields before and after, the rows of its grids by name, names in place of keys.
import { titleOf } from '../../core/titles.ts'
import type { Field, Fields, Model } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { nameOf } from './shown.ts'
import { commonOf, isEmpty, isRows, rowsOf } from './values.ts'
import type { Row, Values } from './values.ts'

/** Field -> [before, after], as the server stores it. */
export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>
/** One value before and after. `field` gives its format, `name` is the key under which its names are found. */
export type Part = {
  readonly name: string
  readonly field: Field
  readonly label: string
  readonly was: unknown
  readonly is: unknown
}
export type ChangedRow = {
  readonly what: 'Added' | 'Changed' | 'Removed'
  readonly title: string
  readonly parts: readonly Part[]
}
export type Line =
  | { readonly kind: 'field'; readonly part: Part }
  | { readonly kind: 'rows'; readonly label: string; readonly rows: readonly ChangedRow[] }
/** `ProductId:3001` -> `Complete Blood Count (CBC)`. */
export type Names = ReadonlyMap<string, string>

const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)
/** Declared fields first, in their order. */
const inOrder = (fields: Fields, names: readonly string[]): string[] => {
  const order = Object.keys(fields)
  return [...order.filter((name) => names.includes(name)), ...names.filter((name) => !order.includes(name))]
}
const hidden = new Set(['RowVersion', 'Actions', 'Password', 'Picture'])
const instant = /^\d{4}-\d{2}-\d{2}T/

/** Every name that is given with its key in these values, in their grids and in their objects. */
export const namesIn = (fields: Fields, ...records: readonly (Values | undefined)[]): Names => {
  const names = new Map<string, string>()
  const read = (of: Fields, record: Values) => {
    for (const [name, value] of Object.entries(record)) {
      const named = of[name]?.names
      const text = named === undefined ? '' : nameOf(record[named])
      if (text !== '' && !isEmpty(value)) names.set(`${name}:${String(value)}`, text)
      if (isRows(value)) for (const row of value) read(of[name]?.fields ?? {}, row)
      else if (isObject(value)) read({}, value)
    }
  }
  for (const record of records) if (record) read(fields, record)
  return names
}

/** The format of an undeclared value: an instant as a moment, any other unchanged. */
const guessed = (name: string, ...values: readonly unknown[]): Field => ({
  kind: values.some((value) => typeof value === 'string' && instant.test(value))
    ? 'datetime'
    : typeof values[1] === 'boolean'
      ? 'boolean'
      : 'text',
  label: titleOf(name),
})
/** Fields of the model's grids, for values that name one of their rows. */
const nested = (fields: Fields): Fields =>
  Object.fromEntries(Object.values(fields).flatMap((field) => Object.entries(field.fields ?? {})))

/** One value before and after for display; undefined where it is not for people. */
export const partOf = (
  fields: Fields,
  name: string,
  was: unknown,
  is: unknown,
  carried: ReadonlySet<string>,
): Part | undefined => {
  const field = fields[name]
  if (hidden.has(name) || same(was, is) || field?.kind === 'json' || field?.kind === 'rows') return undefined
  if (isObject(was) || isObject(is)) {
    // the name of a key that changed too, or a bag of values that is not for people
    if (carried.has(name) || `${nameOf(was)}${nameOf(is)}` === '') return undefined
    return {
      name,
      field: { kind: 'text', label: '' },
      label: field?.label ?? titleOf(name),
      was: nameOf(was),
      is: nameOf(is),
    }
  }
  if (Array.isArray(was) || Array.isArray(is) || (!field && /Id$/.test(name))) return undefined
  return { name, field: field ?? guessed(name, was, is), label: field?.label ?? titleOf(name), was, is }
}
/** Objects that only give the name of another changed field. */
const carriers = (fields: Fields, names: readonly string[]): ReadonlySet<string> =>
  new Set([
    ...names.flatMap((name) => fields[name]?.names ?? []),
    // a status travels as its id and as an object with its label
    ...(names.some((name) => fields[name]?.kind === 'choice')
      ? names.filter((name) => fields[name]?.kind === 'object')
      : []),
  ])

const partsOf = (fields: Fields, was: Row, is: Row): Part[] => {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => !same(was[name], is[name]))
  const carried = carriers(fields, names)
  return inOrder(fields, names).flatMap(
    (name) => partOf(fields, name, was[name] ?? null, is[name] ?? null, carried) ?? [],
  )
}

/** The title of a row: the name of what it refers to, else its first text. */
const titleOfRow = (fields: Fields, row: Row, names: Names): string => {
  const { Name, ItemLabel, Barcode, Step, Element } = commonOf(row)
  const own = [Name, ItemLabel, Barcode, Step, Element].find((one) => typeof one === 'string' && one !== '')
  if (typeof own === 'string') return own
  for (const [name, field] of Object.entries(fields)) {
    if (field.kind !== 'reference' || isEmpty(row[name])) continue
    const text = nameOf(row[field.names ?? '']) || names.get(`${name}:${String(row[name])}`)
    if (text) return text
  }
  return (
    Object.values(row)
      .map(nameOf)
      .find((text) => text !== '') ?? ''
  )
}
/** What identifies a row in two states: its key, else what it refers to, else its name. */
export const identityOf = (field: Field | undefined, row: Row, index: number): string => {
  const key = field?.rowKey === undefined ? undefined : row[field.rowKey]
  const { SampleId, Barcode, Step } = commonOf(row)
  const own =
    key ??
    SampleId ??
    Barcode ??
    Step ??
    Object.entries(row).find(([name, value]) => /Id$/.test(name) && !isEmpty(value))?.[1]
  return isEmpty(own) ? `#${index}` : String(own)
}
const zero = (value: unknown): boolean => isEmpty(value) || value === 0 || value === false

/** The values of an added or removed row, without its key, its title and what the lists supplied. */
export const rowSaid = (
  field: Field | undefined,
  row: Row,
  names: Names,
): { title: string; parts: readonly Part[] } => {
  const fields = field?.fields ?? {}
  const title = titleOfRow(fields, row, names)
  const parts = partsOf(fields, {}, row).filter(
    (part) =>
      !zero(part.is) &&
      part.name !== field?.rowKey &&
      part.is !== title &&
      !part.name.startsWith('Original') &&
      part.field.kind !== 'reference',
  )
  return { title, parts }
}

const changedRows = (
  field: Field | undefined,
  before: readonly Row[],
  after: readonly Row[],
  names: Names,
): ChangedRow[] => {
  const fields = field?.fields ?? {}
  const was = new Map(before.map((row, index) => [identityOf(field, row, index), row]))
  const is = new Map(after.map((row, index) => [identityOf(field, row, index), row]))
  const rows: ChangedRow[] = []
  for (const [key, row] of is) {
    const earlier = was.get(key)
    if (!earlier) rows.push({ what: 'Added', ...rowSaid(field, row, names) })
    else {
      const parts = partsOf(fields, earlier, row)
      if (parts.length > 0) rows.push({ what: 'Changed', title: titleOfRow(fields, row, names), parts })
    }
  }
  for (const [key, row] of was) {
    if (is.has(key)) continue
    rows.push({ what: 'Removed', ...rowSaid(field, row, names) })
  }
  return rows
}

/** Several values under one name: a result under its element, receipts inside their invoice. */
const linesInside = (fields: Fields, label: string, was: Row, is: Row, names: Names): Line[] => {
  const grids = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (name) => isRows(was[name]) || isRows(is[name]),
  )
  if (grids.length === 0) {
    const parts = partsOf(fields, was, is)
    return parts.length > 0 ? [{ kind: 'rows', label: '', rows: [{ what: 'Changed', title: label, parts }] }] : []
  }
  return grids.flatMap((name): Line[] => {
    // receipts of one mode are several rows: `TransactionId` of `Transactions`
    const rowKey = `${name.replace(/s$/, '')}Id`
    const rows = changedRows({ kind: 'rows', label, fields, rowKey }, rowsOf(was[name]), rowsOf(is[name]), names)
    return rows.length > 0 ? [{ kind: 'rows', label: titleOf(name), rows }] : []
  })
}

/** The lines of one entry of the history, in the order of the model's fields. */
export const linesOf = (model: Pick<Model, 'fields'>, changes: Changes, names: Names): Line[] => {
  const { fields } = model
  const all = inOrder(fields, Object.keys(changes)).filter((name) => !hidden.has(name))
  const carried = carriers(fields, all)
  return all.flatMap((name): Line[] => {
    const [was, is] = changes[name] ?? [null, null]
    const field = fields[name]
    const label = field?.label ?? titleOf(name)
    if (isRows(was) || isRows(is)) {
      const rows = changedRows(field, rowsOf(was), rowsOf(is), names)
      return rows.length > 0 ? [{ kind: 'rows', label, rows }] : []
    }
    // what is still called the same changed inside: an invoice has another receipt
    if ((isObject(was) || isObject(is)) && !carried.has(name) && nameOf(was) === nameOf(is))
      return linesInside(
        { ...nested(fields), ...field?.fields },
        label,
        isObject(was) ? was : {},
        isObject(is) ? is : {},
        names,
      )
    const part = partOf(fields, name, was, is, carried)
    return part ? [{ kind: 'field', part }] : []
  })
}

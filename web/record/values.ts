// A record while it is being filled in: what is sent, what is copied, what has changed.
import type { Field, Fields, Model } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import type { Errors } from '../../core/validate.ts'

export type Values = Readonly<Record<string, unknown>>
export type Row = Readonly<Record<string, unknown>>

/** Fields that the platform looks for in a record of any module; a module that has one says what it is. */
export type CommonFields = {
  readonly InvoiceNo?: unknown
  readonly Name?: unknown
  readonly FullName?: unknown
  readonly RoleName?: unknown
  readonly ItemLabel?: unknown
  readonly Code?: unknown
  readonly Barcode?: unknown
  readonly Step?: unknown
  readonly Element?: unknown
  readonly ItemValue?: unknown
  readonly Patient?: unknown
  readonly SampleId?: unknown
  readonly StatusId?: unknown
  readonly BuyerId?: unknown
  readonly NetAmount?: unknown
  readonly Outstanding?: unknown
  readonly IsActive?: unknown
}
/** A record of a module that is known only when it runs, by the fields that many modules have: no other compiles. */
export const commonOf = (record: Values): CommonFields => record

export const isRows = (value: unknown): value is readonly Row[] => Array.isArray(value) && value.every(isObject)
const noRows: readonly Row[] = []
/** The rows of a grid: the same list as long as the value is, none when it is no list of rows. */
export const rowsOf = (value: unknown): readonly Row[] => (isRows(value) ? value : noRows)

export const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** Whether a row counts: it has its required field, or any value. */
const rowCounts = (field: Field, row: Row): boolean =>
  field.rowCounts === undefined
    ? Object.keys(field.fields ?? {}).some((name) => !isEmpty(row[name]))
    : [field.rowCounts].flat().every((name) => !isEmpty(row[name]))

/** A day as an instant that is that day in every time zone. */
const sentDay = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00:00.000Z` : value

/**
 * The record to send: declared fields that are not computed, and the keys of rows. Blank rows of grids are left out.
 */
export const toSend = (fields: Fields, values: Values, rowKey?: string): Record<string, unknown> => {
  const sent: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(fields)) {
    // the key of a row identifies the stored row, even when it is computed
    if (field.view || (field.computed && name !== rowKey) || values[name] === undefined) continue
    const value = values[name]
    sent[name] =
      field.kind === 'rows' && isRows(value)
        ? value.filter((row) => rowCounts(field, row)).map((row) => toSend(field.fields ?? {}, row, field.rowKey))
        : value === ''
          ? null
          : field.kind === 'date'
            ? sentDay(value)
            : value
  }
  return sent
}

/** A copy of a record to save as a new one: without keys, computed values and version, but with names of references. */
export const copyOf = (model: Pick<Model, 'fields' | 'key'>, record: Values): Values => {
  const copied: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(model.fields)) {
    if (field.view || model.key.includes(name) || (field.computed && field.kind !== 'object')) continue
    const value = record[name]
    if (value === undefined) continue
    copied[name] =
      field.kind === 'rows' && isRows(value)
        ? value.map((row) => copyOf({ fields: field.fields ?? {}, key: field.rowKey ? [field.rowKey] : [] }, row))
        : value
  }
  return copied
}

const plain = (value: unknown): unknown => (isEmpty(value) ? null : value)
const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(plain(a)) === JSON.stringify(plain(b))

/** Names of the fields whose value differs from the start of editing; a blank row added or left is no change. */
export const changedFields = (fields: Fields, began: Values, now: Values): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (field.computed || began[name] === now[name]) return []
    if (field.kind !== 'rows') return same(began[name], now[name]) ? [] : [name]
    const rowsOf = (values: Values) =>
      toSend({ [name]: { ...field, view: false } }, { [name]: values[name] ?? [] })[name]
    return same(rowsOf(began), rowsOf(now)) ? [] : [name]
  })

/** Errors in the order of the model's fields, grids by row; errors of unknown fields last. */
export const inOrder = (fields: Fields, errors: Errors): [string, string][] => {
  const names = Object.keys(fields)
  const place = (path: string): number => {
    const at = names.indexOf(path.split('.')[0] ?? '')
    return at < 0 ? names.length : at
  }
  return Object.entries(errors)
    .flatMap(([path, texts]) => texts.slice(0, 1).map((text): [string, string] => [path, text]))
    .sort(([a], [b]) => place(a) - place(b) || a.localeCompare(b, 'en', { numeric: true }))
}

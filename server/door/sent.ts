// The declared part of a request body: unknown names are refused, keys come from the address.
import type { Fields } from '../../core/model.ts'
import { plainNumber, unknownKeys, wholeNumber } from '../../core/validate.ts'
import type { Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { invalid, notFound, unknownFields } from '../refusal.ts'

/** Declared, savable fields of a body; nested objects and computed fields are ignored, unknown keys refused. */
export const declared = (fields: Fields, sent: Loaded, rowKey?: string): Loaded => {
  const record: Loaded = {}
  for (const [name, field] of Object.entries(fields)) {
    // the key of a row identifies the stored row, even when it is a computed field
    if (field.view || (field.computed && name !== rowKey) || sent[name] === undefined) continue
    const value = sent[name]
    record[name] =
      field.kind === 'rows' ? rowsOf(field, name, value) : typeof value === 'string' ? fromText(field, value) : value
  }
  return record
}
const keyed = new Set(['integer', 'reference', 'choice'])
const amounts = new Set(['money', 'percent'])
/** An empty text becomes null; a key may be sent as digits, an amount as typed. */
const fromText = (field: Fields[string], value: string): unknown => {
  if (value.trim() === '') return null
  const isKey = keyed.has(field.kind) && !field.options && wholeNumber.test(value)
  return isKey || (amounts.has(field.kind) && plainNumber.test(value)) ? Number(value) : value
}
const rowsOf = (field: Fields[string], name: string, value: unknown): Loaded[] => {
  if (value === null) return []
  if (
    !Array.isArray(value) ||
    value.some((row: unknown) => typeof row !== 'object' || row === null || Array.isArray(row))
  )
    throw invalid({ [name]: [`${field.label} must be a list of rows`] })
  return value.map((row: Loaded) => declared(field.fields ?? {}, row, field.rowKey))
}
const bookkeeping = new Set(['RowVersion', 'Actions'])
const withoutBookkeeping = (sent: Loaded): Loaded =>
  Object.fromEntries(Object.entries(sent).filter(([name]) => !bookkeeping.has(name)))
/**
 * What neither the act nor its record declares: a screen may send the record as it was read, with what the act adds.
 * `formId` is the record's key under its general name. @throws 400 naming the fields
 */
export const refuseUnknown = (act: Fields, record: Fields, { formId: _key, ...sent }: Loaded): void => {
  const plain = withoutBookkeeping(sent)
  const ofRecord = new Set(unknownKeys(record, plain))
  const unknown = unknownKeys(act, plain).filter((name) => ofRecord.has(name))
  if (unknown.length > 0) throw unknownFields(unknown)
}
export const readRecord = (module: ServerModule, sent: Loaded, key: number | null): Loaded => {
  const plain = withoutBookkeeping(sent)
  const unknown = unknownKeys(module.model.fields, plain)
  if (unknown.length > 0) throw unknownFields(unknown)
  const keyName = module.model.key[0] ?? ''
  const sentKey = plain[keyName]
  if (sentKey !== undefined && sentKey !== null && sentKey !== key && sentKey !== String(key))
    throw invalid({ [keyName]: ['The key comes from the address only'] })
  return declared(module.model.fields, plain)
}

/** A record key from the address or a body: a positive whole number, else 404 as for any record that does not exist. */
export const keyOf = (value: unknown): number => {
  const key = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
  if (typeof key !== 'number' || !Number.isInteger(key) || key < 1 || key > 2_147_483_647) throw notFound()
  return key
}

// Checks a record against its model and gives the errors by field, in the model's own words; the same on the screen and
// on the server.
import { dayOf, isMoment } from './dates.ts'
import type { Field, Fields } from './model.ts'
import { isObject } from './same.ts'

export type Errors = Record<string, string[]>

const addressPattern = /^[^\s@]+@[^\s@]+\.[A-Za-z]{2,}$/
const plain = new Set(['text', 'multiline', 'digits', 'email', 'phone', 'password', 'image'])
const numeric = new Set(['integer', 'number', 'money', 'percent', 'reference'])

const many = new Set(['rows', 'choices', 'references', 'json', 'object'])

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

const textError = (field: Field, value: string): string | undefined => {
  const limit = field.maxLength ?? (field.kind === 'image' ? 720_000 : field.kind === 'multiline' ? 10_000 : 500)
  if (value.length > limit) return `${field.label} can have ${limit} characters at most`
  if (value.includes('\0')) return `${field.label} has a character that is not allowed`
  if (field.kind === 'digits' && !/^[0-9]+$/.test(value))
    return field.patternMessage ?? `${field.label} accepts digits only`
  if (field.kind === 'email' && !addressPattern.test(value)) return field.patternMessage ?? 'Invalid Email Address'
  if (field.kind === 'phone' && !/^[0-9]{10}$/.test(value))
    return field.patternMessage ?? 'Mobile phone must be a 10 digit number'
  if (field.kind === 'image' && !/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(value))
    return `${field.label} must be a PNG or JPEG picture`
  if (field.pattern && !field.pattern.test(value)) return field.patternMessage ?? `${field.label} is not valid`
  return undefined
}

// "0x10", "1e3" and " 5" are numbers to a program, not to the reader of a bill
export const plainNumber = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/

/** A whole number as text: "3001.0" does not equal a key when compared as text. */
export const wholeNumber = /^-?\d{1,10}$/

/** The greatest whole number that a column of keys holds. */
const greatest = 2_147_483_647
const isWhole = (value: unknown): boolean =>
  typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= greatest

const numberError = (field: Field, value: unknown): string | undefined => {
  const whole = field.kind === 'integer' || field.kind === 'reference'
  if (whole && typeof value === 'string' && plainNumber.test(value) && !wholeNumber.test(value))
    return `${field.label} must be a whole number`
  const n = typeof value === 'string' && plainNumber.test(value) ? Number(value) : value
  if (typeof n !== 'number' || !Number.isFinite(n)) return `${field.label} must be a number`
  if (whole && !isWhole(n)) return `${field.label} must be a whole number`
  if (field.kind === 'money' && Math.abs(n) >= 1e12) return `${field.label} is too large`
  // paise are the smallest part: more decimals are a typing error, and money is never changed silently
  if ((field.kind === 'money' || field.kind === 'percent') && Math.round(n * 100) / 100 !== n)
    return `${field.label} can have two decimals at most`
  if (field.min !== undefined && n < field.min) return field.range ?? `${field.label} must be at least ${field.min}`
  if (field.max !== undefined && n > field.max) return field.range ?? `${field.label} must be at most ${field.max}`
  return undefined
}

const dateError = (field: Field, value: unknown, now: Date): string | undefined => {
  if (typeof value !== 'string' || !isMoment(value)) return `${field.label} is not a valid date`
  const at = Date.parse(value)
  if (Number.isNaN(at) || at < -2_208_988_800_000 || at > 7_258_118_400_000) return `${field.label} is not a valid date`
  // a day is today's until midnight of the network, whatever day it is in UTC
  const later = field.kind === 'date' ? dayOf(value) > dayOf(now) : at > now.getTime() + 60_000
  if (field.notFuture !== undefined && later) return field.notFuture
  return undefined
}

const choiceError = (field: Field, value: unknown): string | undefined => {
  if (field.options)
    return field.options.some(([v]) => v === value) ? undefined : `${field.label} is not one of its choices`
  return isWhole(value) || (typeof value === 'string' && /^\d{1,10}$/.test(value) && isWhole(Number(value)))
    ? undefined
    : `${field.label} is not one of its choices`
}

const manyError = (field: Field, value: unknown): string | undefined =>
  Array.isArray(value) && value.length <= 1000 && value.every(isWhole)
    ? undefined
    : `${field.label} must be a list of keys`

/** The error of one value against its field; undefined when it is valid. */
export const fieldError = (field: Field, value: unknown, now: Date = new Date()): string | undefined => {
  // an empty list is an empty value for a field of many, and invalid for a single value
  if (Array.isArray(value) && !many.has(field.kind)) return `${field.label} is not valid`
  if (isEmpty(value)) return field.required
  if (plain.has(field.kind)) return typeof value === 'string' ? textError(field, value) : `${field.label} must be text`
  if (numeric.has(field.kind)) return numberError(field, value)
  switch (field.kind) {
    case 'date':
    case 'datetime':
      return dateError(field, value, now)
    case 'boolean':
      return typeof value === 'boolean' ? undefined : `${field.label} must be true or false`
    case 'choice':
      return choiceError(field, value)
    case 'choices':
    case 'references':
      return manyError(field, value)
    default:
      return undefined
  }
}

const rowErrors = (name: string, field: Field, value: unknown, now: Date): Errors => {
  if (!Array.isArray(value)) return { [name]: [`${field.label} must be a list`] }
  const most = field.mostRows ?? 2000
  if (value.length > most) return { [name]: [`${field.label} can have ${most} rows at most`] }
  const errors: Errors = {}
  value.forEach((row: unknown, index) => {
    if (!isObject(row)) errors[`${name}.${index}`] = [`${field.label}: row ${index + 1} is not an object`]
    else
      for (const [key, texts] of Object.entries(validate(field.fields ?? {}, row, now)))
        errors[`${name}.${index}.${key}`] = texts
  })
  return errors
}

/** All errors of a record by field (`SaleProducts.0.Price` inside grids); an empty object when there are none. */
export const validate = (fields: Fields, record: Readonly<Record<string, unknown>>, now: Date = new Date()): Errors => {
  const errors: Errors = {}
  for (const [name, field] of Object.entries(fields)) {
    if (field.computed || field.view) continue
    const value = record[name]
    if (field.kind === 'rows' && !isEmpty(value)) Object.assign(errors, rowErrors(name, field, value, now))
    else {
      const error = fieldError(field, value, now)
      if (error !== undefined) errors[name] = [error]
    }
  }
  return errors
}

/** Keys that the model does not know, nested grids included; the server refuses them. */
export const unknownKeys = (fields: Fields, record: Readonly<Record<string, unknown>>, path = ''): string[] =>
  Object.entries(record).flatMap(([key, value]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined
    if (!field || field.view) return [path + key]
    if (field.kind === 'rows' && !field.computed && Array.isArray(value))
      return value.flatMap((row: unknown, i) =>
        isObject(row) ? unknownKeys(field.fields ?? {}, row, `${path}${key}.${i}.`) : [],
      )
    return []
  })

// What a server answered, beside the shape that its address declares.
import { isField, isOneOf, isOrNull, isRows, type Shape } from '../../core/answer/answer.ts'
import type { Field, Fields, Kind } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'

const isDay = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
const isInstant = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) && !Number.isNaN(Date.parse(value))
const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const areKeys = (value: unknown): boolean => Array.isArray(value) && value.every((one) => Number.isInteger(one))
const any = (): boolean => true
const tests: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  multiline: isText,
  digits: isText,
  email: isText,
  phone: isText,
  password: isText,
  image: isText,
  json: any,
  integer: Number.isInteger,
  number: isNumber,
  money: isNumber,
  percent: isNumber,
  boolean: (value) => typeof value === 'boolean',
  date: isDay,
  datetime: isInstant,
  choice: (value) => isText(value) || isNumber(value),
  choices: areKeys,
  reference: Number.isInteger,
  references: areKeys,
  rows: Array.isArray,
  object: isObject,
}
const shown = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 60)

const inField = ({ kind, fields }: Field, value: unknown, at: string): string[] => {
  if (value === null) return []
  if (!tests[kind](value)) return [`${at} is declared ${kind} and is ${shown(value)}`]
  // of a value that has a type alone the fields are those that are hidden from some
  if (!fields || kind === 'json') return []
  return Array.isArray(value) ? value.flatMap((row) => inFields(fields, row, `${at}.*`)) : inFields(fields, value, at)
}
/** A record, or a row of one: any field may be hidden from who reads it. */
const inFields = (fields: Fields, value: unknown, at: string): string[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, part]) => {
        const field = fields[name]
        return field ? inField(field, part, `${at}.${name}`) : [`${at}.${name} is not declared`]
      })
    : [`${at} is declared a row and is ${shown(value)}`]

/** The differences between an answer and its shape, in words. */
export const faultsIn = (shape: Shape, value: unknown, at = 'answer'): string[] => {
  if (typeof shape === 'string') {
    if (value === null && (shape.endsWith('?') || shape === 'json')) return []
    const kind = shape.replace('?', '') as Kind
    return tests[kind](value) ? [] : [`${at} is declared ${shape} and is ${shown(value)}`]
  }
  if (isField(shape)) return inField(shape, value, at)
  if (isRows(shape))
    return Array.isArray(value)
      ? value.slice(0, 200).flatMap((row) => faultsIn(shape[0], row, `${at}.*`))
      : [`${at} is declared rows and is ${shown(value)}`]
  if (isOrNull(shape)) return value === null ? [] : faultsIn(shape.orNull, value, at)
  if (isOneOf(shape))
    return shape.oneOf.some((one) => one === value)
      ? []
      : [`${at} is declared ${shape.oneOf.join(' or ')} and is ${shown(value)}`]
  if (!isObject(value)) return [`${at} is declared an object and is ${shown(value)}`]
  const faults: string[] = []
  const names = new Set<string>()
  for (const [declared, part] of Object.entries(shape)) {
    const name = declared.replace(/\?$/, '')
    names.add(name)
    if (name in value) faults.push(...faultsIn(part, value[name], `${at}.${name}`))
    else if (name === declared) faults.push(`${at}.${name} is declared and absent`)
  }
  for (const name of Object.keys(value)) if (!names.has(name)) faults.push(`${at}.${name} is not declared`)
  return faults
}

// Numbered read queries with their parameters: lists, pickers, look-ups, widgets, exports.
import type { Shapes } from '../../core/answer/answer.ts'
import type { DraftOf, Fields, Filters } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import { fieldError } from '../../core/validate.ts'
import { endOfDay, startOfDay } from '../../core/dates.ts'
import type { Sql } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import { invalid, malformed } from '../refusal.ts'
import type { ListPlan } from './list.ts'

/** `query` is a method, so that a statement with its own parameters is assignable to one with any. */
export type Statement<P extends Fields = Fields> = {
  id: number
  name: string
  /** The module whose `list` permit opens it; absent: every signed-in role, inside its scope. */
  module?: string
  /** Parameters in the query string (look-ups); lists take the model's filters in filterCriteria. */
  parameters: P
  list?: ListPlan
  /** What its rows are; of a list its model says it. */
  answers?: readonly [Shapes]
  query?(values: DraftOf<P>, user: Caller): Sql
  /** The fields of its rows, when not those of its module: fields hidden from the user are removed. */
  fields?: Fields
  /** The key columns of a row. */
  keys?: readonly string[]
  /** The browser reads it automatically, so it does not count as activity of the session. */
  passive?: boolean
  /** May be chosen for a widget. */
  widget?: 'tile' | 'table'
}
/** A statement whose query has the types of its declared parameters; parameters not sent are absent. */
export const statementOf = <P extends Fields>(statement: Statement<P>): Statement => statement

const dayStart = /^(From|DispatchFrom|OpenFrom|CloseFrom|Start)Date$/
const dayEnd = /^(To|DispatchTo|OpenTo|CloseTo|End)Date$/

/** A bare date means the whole day in the network's time zone; an instant is used unchanged. */
const instantOf = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return value
  if (dayStart.test(name)) return startOfDay(value)
  if (dayEnd.test(name)) return endOfDay(value)
  return value
}
const fromText = (kind: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value
  if (kind === 'boolean') return value === 'true' ? true : value === 'false' ? false : value
  if (kind === 'integer' || kind === 'reference' || kind === 'number' || kind === 'money')
    return value.trim() === '' ? null : Number(value)
  if (kind === 'choice') return /^\d+$/.test(value) ? Number(value) : value
  if (kind === 'references' || kind === 'choices') return value.split(',').filter(Boolean).map(Number)
  return value
}

/** Checks parameters against their declaration; unknown ones are refused with 400. */
export const readParameters = <P extends Fields>(fields: P, sent: Loaded): DraftOf<P> => {
  const values: Loaded = {}
  const errors: Record<string, string[]> = {}
  for (const [name, value] of Object.entries(sent)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (!field) throw malformed(`Unknown parameter "${name.slice(0, 40)}"`)
    const typed = fromText(field.kind, value)
    if (
      typed === null ||
      typed === undefined ||
      (typeof typed === 'string' && typed.trim() === '') ||
      (Array.isArray(typed) && typed.length === 0)
    )
      continue
    const error = fieldError({ ...field, notFuture: undefined }, typed)
    if (error) errors[name] = [error]
    else values[name] = instantOf(name, typed)
  }
  for (const [name, field] of Object.entries(fields))
    if (field.required && values[name] === undefined && !errors[name]) errors[name] = [field.required]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  // each value was read and checked by its field
  return values as DraftOf<P>
}

/** The text of filterCriteria: a JSON object of declared filter fields. */
export const readFilter = (fields: Filters, text: unknown): Loaded => {
  if (text === undefined || text === '') return readParameters(fields, {})
  let parsed: unknown
  try {
    parsed = JSON.parse(String(text))
  } catch {
    throw malformed('filterCriteria is not valid JSON')
  }
  if (!isObject(parsed)) throw malformed('filterCriteria must be a JSON object')
  return readParameters(fields, parsed)
}

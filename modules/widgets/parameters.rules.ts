// The parameters of a widget's query: defined by the query, typed into fields, stored as JSON text.
import type { RowTo } from '../../core/answer/answer.ts'
import type { queryStatements } from '../../core/answer/questions.ts'
import { choice, number, text, type Field, type Fields } from '../../core/model.ts'
import { isObject } from '../../core/same.ts'
import type { Errors } from '../../core/validate.ts'
import { validate } from '../../core/validate.ts'

/** A query that a widget may show. */
export type Query = Pick<RowTo<typeof queryStatements>, 'StatementId' | 'Parameters'>
export type Parameter = Query['Parameters'][number]
/** The parameters of a query; none while the queries are not loaded. */
export const parametersOf = (
  queries: readonly Query[] | undefined,
  StatementId: number | null | undefined,
): readonly Parameter[] => queries?.find((query) => query.StatementId === StatementId)?.Parameters ?? []
type Values = Readonly<Record<string, unknown>>

const fieldOf = ({ Label, Type, ListId, Required, Hint }: Parameter): Field => {
  const more = { ...(Required && { required: `${Label} is required` }), ...(Hint !== null && { hint: Hint }) }
  if (Type === 'L') return choice(Label, ListId ?? 0, more)
  return Type === 'N' ? number(Label, more) : text(Label, more)
}
/** The fields for them. */
export const parameterFields = (parameters: readonly Parameter[]): Fields =>
  Object.fromEntries(parameters.map((one) => [one.Name, fieldOf(one)]))

/** The values in a text; undefined where it is no JSON object. An empty text has no values. */
export const parametersIn = (kept: unknown): Values | undefined => {
  if (kept === null || kept === undefined || kept === '') return {}
  try {
    const parsed: unknown = JSON.parse(String(kept))
    return isObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}
const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
/** The text that stores values, without empty ones. */
export const parametersText = (values: Values): string =>
  JSON.stringify(Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmpty(value))))

/** Errors of the values in a text, by `QueryParameters.Name`; empty when all are right. */
export const parameterErrors = (kept: unknown, fields: Fields): Errors => {
  const values = parametersIn(kept)
  if (!values) return { QueryParameters: ['Query Parameters must be a JSON object, as {"Days": 14}'] }
  const strange = Object.keys(values).find((name) => !Object.hasOwn(fields, name))
  if (strange !== undefined) return { QueryParameters: [`The query has no parameter "${strange.slice(0, 40)}"`] }
  return Object.fromEntries(
    Object.entries(validate(fields, values)).map(([name, texts]) => [`QueryParameters.${name}`, texts]),
  )
}

type Kept = { readonly StatementId?: number | null; readonly QueryParameters?: string | null }
/** The same for a widget, as far as the queries are loaded: the server knows them all. */
export const widgetErrors = (queries: readonly Query[] | undefined, { StatementId, QueryParameters }: Kept): Errors =>
  StatementId && queries ? parameterErrors(QueryParameters, parameterFields(parametersOf(queries, StatementId))) : {}

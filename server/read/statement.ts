// Numbered read queries: lists, pickers, look-ups, widgets, exports. Filters and sorts come from a map, never from the
// request's text.
import type { Fields, Filters } from '../../core/model.ts'
import { fieldError } from '../../core/validate.ts'
import { endOfDay, startOfDay } from '../../core/dates.ts'
import { empty, join, raw, sql, type Sql } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import { invalid, malformed } from '../refusal.ts'

export type Statement = {
  id: number
  name: string
  /** The module whose `list` permit opens it; absent: every signed-in role, inside its scope. */
  module?: string
  /** Parameters in the query string (look-ups); lists take the model's filters in filterCriteria. */
  parameters: Fields
  list?: ListPlan
  query?: (values: Loaded, user: Caller) => Sql
  /**
   * What its rows are made of, where they are not the fields of its module: what a user may not see of these is taken
   * out.
   */
  fields?: Fields
  /** Read by the browser on its own, so that it does not count as activity of the session. */
  passive?: boolean
  /** May be chosen for a widget. */
  widget?: 'tile' | 'table'
}

/** A list: page first, names after. SQL texts are written by the module; values are always bound. */
export type ListPlan = {
  /** `sales s`: the alias is used by columns, filters and scope. */
  from: string
  alias: string
  key: string
  /** Columns in order: name -> expression. Expressions on the alias alone can be sorted before the page is cut. */
  columns: Readonly<Record<string, string>>
  /** Text columns that are sorted by their lower-case form kept beside them, which has an index. */
  sorts?: Readonly<Record<string, string>>
  /** Joins for the names, after the page is cut. */
  names: string | Sql
  filterFields: Filters
  filters: Readonly<Record<string, (value: never, user: Caller) => Sql>>
  scope: (user: Caller, values: Loaded) => Sql
  /** `-SaleDate`: the sort at first. */
  sort: string
}

export type ListRequest = {
  filter: Loaded
  sort?: string | undefined
  page?: number
  after?: string | undefined
  /** Rows of a page. */
  limit?: number
  exact?: boolean
  /** All rows instead of a page. */
  whole?: boolean
}

const dayStart = /^(From|DispatchFrom|OpenFrom|CloseFrom|Start)Date$/
const dayEnd = /^(To|DispatchTo|OpenTo|CloseTo|End)Date$/

/** A bare date means the whole day in the network's time zone; an instant is taken as it is. */
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
export const readParameters = (fields: Fields, sent: Loaded): Loaded => {
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
  return values
}

/** The text of filterCriteria: a JSON object of declared filter fields. */
export const readFilter = (fields: Filters, text: unknown): Loaded => {
  if (text === undefined || text === '') return {}
  let parsed: unknown
  try {
    parsed = JSON.parse(String(text))
  } catch {
    throw malformed('filterCriteria is not valid JSON')
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw malformed('filterCriteria must be a JSON object')
  return readParameters(fields, parsed as Loaded)
}

const sortOf = (
  plan: ListPlan,
  text: string | undefined,
): { expression: string; descending: boolean; inner: boolean; name: string } => {
  const wanted = text || plan.sort
  const descending = wanted.startsWith('-')
  const name = wanted.replace(/^[-+]/, '')
  const expression = Object.hasOwn(plan.columns, name) ? (plan.sorts?.[name] ?? plan.columns[name]) : undefined
  if (expression === undefined) throw malformed(`The list can not be sorted by "${name.slice(0, 40)}"`)
  return { expression, descending, name, inner: new RegExp(`^\\(?${plan.alias}\\.[a-z_]+\\)?$`).test(expression) }
}

const conditions = (plan: ListPlan, filter: Loaded, user: Caller): Sql => {
  const parts = [plan.scope(user, filter)]
  for (const [name, value] of Object.entries(filter)) {
    const where = plan.filters[name]
    if (where) parts.push(where(value as never, user))
  }
  return join(
    parts.map((part) => sql`(${part})`),
    ' and ',
  )
}

const readAfter = (text: string): [unknown, number] => {
  try {
    const value: unknown = JSON.parse(text)
    if (
      Array.isArray(value) &&
      value.length === 2 &&
      Number.isInteger(value[1]) &&
      ['string', 'number'].includes(typeof value[0])
    )
      return value as [unknown, number]
  } catch {
    // falls through to the refusal
  }
  throw malformed('after is not valid')
}

/** Where a page begins and ends; an export has no end. */
const cutOf = ({ limit = 100, page = 1, after, whole = false }: ListRequest): Sql => {
  if (whole) return empty
  const offset =
    after === undefined
      ? sql`
          offset
            ${(Math.max(page, 1) - 1) * limit}
        `
      : empty
  return sql`
    limit
      ${limit}${offset}
  `
}

type Parts = { columns: Sql; where: Sql; page: Sql; tail: Sql }
const partsOf = (plan: ListPlan, request: ListRequest, user: Caller): Parts => {
  const sort = sortOf(plan, request.sort)
  // rows without a value have no place after another, so a keyset goes by the list's own sort or by the key
  if (request.after !== undefined && !(sort.expression === plan.key || sort.name === plan.sort.replace(/^[-+]/, '')))
    throw malformed(`The list can not go on after a row when sorted by "${sort.name}"; use page`)
  const direction = raw(sort.descending ? 'desc nulls last' : 'asc nulls last')
  const plain = raw(sort.descending ? 'desc' : 'asc')
  const where = conditions(plan, request.filter, user)
  const columns = raw(
    Object.entries(plan.columns)
      .map(([name, expression]) => `${expression} as "${name}"`)
      .join(', '),
  )
  const expression = raw(sort.expression)
  const key = raw(plan.key)
  const names = typeof plan.names === 'string' ? raw(plan.names) : plan.names
  const keyset =
    request.after === undefined
      ? empty
      : sql`
          and (${expression}, ${key}) ${raw(sort.descending ? '<' : '>')} (${plan.sorts?.[sort.name]
            ? sql`lower(${readAfter(request.after)[0]})`
            : sql`${readAfter(request.after)[0]}`}, ${readAfter(request.after)[1]})
        `
  const cut = cutOf(request)
  // key columns and main dates are never null, so plain ordering matches the index; others put nulls last
  const order = sort.inner
    ? sql`
        ${expression} ${plain},
        ${key} ${plain}
      `
    : sql`
        ${expression} ${direction},
        ${key} ${plain}
      `
  const page = sort.inner
    ? sql`
        (
          select
            ${raw(plan.alias)}.*
          from
            ${raw(plan.from)}
          where
            ${where}${keyset}
          order by
            ${order} ${cut}
        ) ${raw(plan.alias)} ${names}
      `
    : sql`
        ${raw(plan.from)} ${names}
        where
          ${where}
      `
  const tail = sort.inner
    ? sql`
        order by
          ${order}
      `
    : sql`
        order by
          ${order} ${cut}
      `
  return { columns, where, page, tail }
}

/**
 * One statement that answers the page as JSON text, the count (capped at 10,001 unless exact) and the key to go on
 * after.
 */
export const listQuery = (plan: ListPlan, request: ListRequest, user: Caller): Sql => {
  const { columns, where, page, tail } = partsOf(plan, request, user)
  const cap = request.exact
    ? empty
    : sql`
        limit
          10001
      `
  return sql`
    select
      (
        select
          coalesce(json_agg(t), '[]')::text
        from
          (
            select
              ${columns}
            from
              ${page}${tail}
          ) t
      ) as rows,
      (
        select
          count(*)::int
        from
          (
            select
              1
            from
              ${raw(plan.from)}
            where
              ${where}${cap}
          ) c
      ) as total
  `
}

/** Every row of the list that the filter leaves, each as JSON text: for an export. */
export const wholeListQuery = (plan: ListPlan, request: Pick<ListRequest, 'filter' | 'sort'>, user: Caller): Sql => {
  const { columns, page, tail } = partsOf(plan, { ...request, whole: true }, user)
  return sql`
    select
      row_to_json(t)::text as row
    from
      (
        select
          ${columns}
        from
          ${page}${tail}
      ) t
  `
}

/** % _ and \ are ordinary characters in a contains filter. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/**
 * Contains-match without case. Under three characters the trigram index cannot help, so the match is made all the same,
 * on the filtered rows.
 */
export const contains = (expression: string, text: string): Sql => sql`
  lower(${raw(expression)}) like ${`%${escaped(text.trim().toLowerCase())}%`}
`
export const equals =
  (expression: string) =>
  (value: unknown): Sql => sql`${raw(expression)} = ${value}`
export const from =
  (expression: string) =>
  (value: unknown): Sql => sql`${raw(expression)} >= ${value}`
export const till =
  (expression: string) =>
  (value: unknown): Sql => sql`${raw(expression)} <= ${value}`
export const like =
  (expression: string) =>
  (value: string): Sql =>
    contains(expression, value)
/** The column is one of the keys found; nothing found is seen at once, without a look at the rows. */
const someOf = (column: string, keys: Sql): Sql => sql`
  (
    ${raw(column)} = any (array(${keys}))
    and exists (${keys})
  )
`
/** What a list calls an organisation: its alias where it has one, so that a column tells its neighbours apart. */
export const shortName = (alias: string): string => `coalesce(nullif(${alias}.name_alias, ''), ${alias}.name)`
/** Contains-match on the name of a referenced client. */
export const clientNamed =
  (column: string) =>
  (value: string): Sql =>
    someOf(
      column,
      sql`
        select
          n.client_id
        from
          clients n
        where
          ${nameContains('n', value)}
      `,
    )
/** Contains-match on a client's name, by the column kept for it. */
export const nameContains = (alias: string, text: string): Sql => sql`
  ${raw(alias)}.name_search like ${`%${escaped(text.trim().toLowerCase())}%`}
`

// Lists: the page is cut first, names come after. Filters and sorts come from a map, never from the request's text.
import { rowShapeOf, type Listed, type RowShape, type Shapes } from '../../core/answer/answer.ts'
import type { DraftOf, Fields, Filters, ValueOf } from '../../core/model.ts'
import { empty, join, literal, raw, sql, type Sql } from '../db/db.ts'
import { plannedOnce } from '../db/statements.ts'
import type { Caller, Loaded } from '../caller.ts'
import { malformed } from '../refusal.ts'
import { columnOf } from '../db/names.ts'

/** A method, so that a list with its own filters is assignable to one with any. */
type Rows = { of(filter: Loaded, user: Caller): Sql }
/** `row`: the whole row of one that was cut (`cut`). */
type Reread = { readonly columns: readonly string[]; readonly row: Sql }
/** A list: page first, names after. SQL texts are written by the module; values are always bound. */
export type ListPlan = {
  /** `sales s`: the alias is used by columns, filters and scope. The rows of a report are a query of its filter. */
  from: string | Rows['of']
  alias: string
  key: string
  /** Columns in order: name -> expression. Expressions on the alias alone can be sorted before the page is cut. */
  columns: Readonly<Record<string, string>>
  /** What each column holds. */
  row: Shapes
  /** Text columns sorted by a stored lower-case column, which has an index. */
  sorts?: Readonly<Record<string, string>>
  /** Columns shown only in rows that meet the condition; in others they are empty. Undefined: shown in all rows. */
  told?: { readonly columns: readonly string[]; where(user: Caller): string | undefined }
  /** Joins for the names, after the page is cut. */
  names: string | Sql | Rows['of']
  filterFields: Filters
  /** The condition of a filled filter; null when the scope reads it. */
  filters: Readonly<Record<string, ((value: never, user: Caller) => Sql) | null>>
  scope(user: Caller, values: Loaded): Sql
  /** What is read for the count alone, where less than the rows tells how many there are. Undefined: the rows. */
  counted?(filter: Loaded): Pick<ListPlan, 'filters' | 'from'> | undefined
  /** Rows that are much to read: a page is cut of these columns and those of its sort, and is then read whole. */
  reread?(filter: Loaded, user: Caller): Reread | undefined
  /** `-SaleDate`: the default sort. */
  sort: string
  /** Whether one plan serves every value of such a filter, so that the first page is not planned each time. */
  plannedOnce?(filter: Loaded): boolean
  /**
   * `w.urgency`: the leading sort when the user does not sort, for filters with few enough rows. A column of the alias
   * that is not shown.
   */
  first?(filter: Loaded): string | undefined
}

type PlanOf<F extends Fields, L extends Listed, Flt extends Filters> = Omit<
  ListPlan,
  | 'columns'
  | 'counted'
  | 'filterFields'
  | 'filters'
  | 'first'
  | 'from'
  | 'names'
  | 'plannedOnce'
  | 'reread'
  | 'row'
  | 'scope'
> & {
  from: string | { of(filter: DraftOf<Flt>, user: Caller): Sql }['of']
  names: string | Sql | { of(filter: DraftOf<Flt>, user: Caller): Sql }['of']
  first?(filter: DraftOf<Flt>): string | undefined
  counted?(filter: DraftOf<Flt>): Pick<ListPlan, 'filters' | 'from'> | undefined
  plannedOnce?(filter: DraftOf<Flt>): boolean
  reread?(filter: DraftOf<Flt>, user: Caller): Reread | undefined
  /** The SQL of a column of the model's list; absent: the record's own column of that name. */
  columns?: { readonly [K in keyof RowShape<F, L>]?: string }
  scope(user: Caller, values: DraftOf<Flt>): Sql
  filters: { readonly [K in keyof Flt]: ((value: NonNullable<ValueOf<Flt[K]>>, user: Caller) => Sql) | null }
}
type OfModel<F extends Fields, L extends Listed, Flt extends Filters> = {
  readonly fields: F
  readonly list: L
  readonly filters: Flt
}
/** The list of a module's records: each filter of its model has its SQL, or this does not compile. */
export const listOf = <F extends Fields, L extends Listed, Flt extends Filters>(
  model: OfModel<F, L, Flt>,
  plan: PlanOf<F, L, NoInfer<Flt>>,
): ListPlan => {
  const row = rowShapeOf(model.fields, model.list)
  const written: Readonly<Record<string, string | undefined>> = plan.columns ?? {}
  const columns = Object.keys(row).map((name) => [name, written[name] ?? `${plan.alias}.${columnOf(name)}`] as const)
  return { ...plan, row, columns: Object.fromEntries(columns), filterFields: model.filters }
}

type Place = { readonly table: string; readonly alias: string; readonly keyColumn: string }
/** The records of a module, all of them. */
export const recordsOf = ({ table, alias, keyColumn }: Place) => ({
  from: `${table} ${alias}`,
  alias,
  key: `${alias}.${keyColumn}`,
})

export type ListRequest = {
  filter: Loaded
  sort?: string | undefined
  page?: number
  after?: string | undefined
  /** Rows of a page. */
  limit?: number
  exact?: boolean
  /** The rows do not wait for a count: a number only where the page itself shows it. */
  uncounted?: boolean
  /** All rows instead of a page. */
  whole?: boolean
}

/** The leading sort when the user does not sort; paging after a row uses the list's own sort. */
const firstOf = (plan: ListPlan, { sort, after, filter }: ListRequest): string | undefined =>
  sort || after !== undefined ? undefined : plan.first?.(filter)

/** The sort column as requested; empty when the list has an order of its own. */
export const sortedBy = (plan: ListPlan, request: ListRequest): string =>
  request.sort || (firstOf(plan, request) === undefined ? plan.sort : '')

const sortOf = (
  plan: ListPlan,
  request: ListRequest,
): { expression: string; descending: boolean; inner: boolean; name: string } => {
  const first = firstOf(plan, request)
  if (first !== undefined) return { expression: first, descending: false, inner: true, name: '' }
  const wanted = request.sort || plan.sort
  const descending = wanted.startsWith('-')
  const name = wanted.replace(/^[-+]/, '')
  const expression = Object.hasOwn(plan.columns, name) ? (plan.sorts?.[name] ?? plan.columns[name]) : undefined
  if (expression === undefined) throw malformed(`The list cannot be sorted by "${name.slice(0, 40)}"`)
  return { expression, descending, name, inner: new RegExp(`^\\(?${plan.alias}\\.[a-z_]+\\)?$`).test(expression) }
}

/** The rows of a list before its filter and scope. */
export const fromOf = ({ from, alias }: Pick<ListPlan, 'alias' | 'from'>, filter: Loaded, user: Caller): Sql =>
  typeof from === 'string' ? raw(from) : sql`(${from(filter, user)}) ${raw(alias)}`

const namesOf = ({ names }: ListPlan, filter: Loaded, user: Caller): Sql => {
  if (typeof names === 'string') return raw(names)
  return typeof names === 'function' ? names(filter, user) : names
}

/** The conditions of a list's filter and scope, for a statement that counts the same rows. */
export const conditions = (plan: ListPlan, filter: Loaded, user: Caller): Sql => {
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

/** Whether it is the first page of a list that is planned once. */
const isPlannedOnce = (plan: ListPlan, { filter, page = 1, after, whole = false }: ListRequest): boolean =>
  page === 1 && after === undefined && !whole && plan.plannedOnce?.(filter) === true

/**
 * The limit and offset of a page; an export has no limit. A plan for all values has to know how few rows are shown, so
 * that the limit is written there, and not bound.
 */
const cutOf = (plan: ListPlan, request: ListRequest): Sql => {
  const { limit = 100, page = 1, after, whole = false } = request
  if (whole) return empty
  if (isPlannedOnce(plan, request))
    return sql`
      limit
        ${literal(limit)} ${raw(plannedOnce)}
    `
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

type Parts = { columns: Sql; page: Sql; tail: Sql }
/** The parts of the statement of a page, or of all rows. */
export const partsOf = (plan: ListPlan, request: ListRequest, user: Caller): Parts => {
  const sort = sortOf(plan, request)
  // rows without a value have no place after another, so a keyset goes by the list's own sort or by the key
  if (request.after !== undefined && !(sort.expression === plan.key || sort.name === plan.sort.replace(/^[-+]/, '')))
    throw malformed(`The list cannot go on after a row when sorted by "${sort.name}"; use page`)
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
  const names = namesOf(plan, request.filter, user)
  const keyset =
    request.after === undefined
      ? empty
      : sql`
          and (${expression}, ${key}) ${raw(sort.descending ? '<' : '>')} (${plan.sorts?.[sort.name]
            ? sql`lower(${readAfter(request.after)[0]})`
            : sql`${readAfter(request.after)[0]}`}, ${readAfter(request.after)[1]})
        `
  const cut = cutOf(plan, request)
  const from = fromOf(plan, request.filter, user)
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
  const reread = sort.inner && !request.whole ? plan.reread?.(request.filter, user) : undefined
  const rows = (columns: string): Sql => sql`
    select
      ${raw(columns)}
    from
      ${from}
    where
      ${where}${keyset}
    order by
      ${order} ${cut}
  `
  const page = sort.inner
    ? sql`
        (${reread
          ? sql`
              select
                whole.*
              from
                (${rows([...new Set([...reread.columns, sort.expression])].join(', '))}) cut
                cross join lateral (${reread.row}) whole
            `
          : rows(`${plan.alias}.*`)}) ${raw(plan.alias)} ${names}
      `
    : sql`
        ${from} ${names}
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
  return { columns, page, tail }
}

// GET /api/getdata/{id}: every list, picker, look-up, widget and export, through one handler.
import type { Shapes } from '../../core/answer/answer.ts'
import { integer } from '../../core/model.ts'
import { csvFile } from '../read/csv.ts'
import { exported } from '../door/exporting.ts'
import type { Loaded } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { held, requirePermit } from '../door/permission.ts'
import { malformed, notFound, notPermitted } from '../refusal.ts'
import { json, routeOf, type Answer, type Call, type Route } from '../route.ts'
import { seenOf, seenPlan } from '../read/seen.ts'
import { sortedBy, type ListPlan } from '../read/list.ts'
import { countQuery, listQuery } from '../read/page.ts'
import { wholeListQuery, type Selected } from '../read/whole-list.ts'
import { readFilter, readParameters, type Statement } from '../read/statement.ts'
import { dayOf } from '../../core/dates.ts'
import { isObject } from '../../core/same.ts'
import { isPrivileged } from '../../core/user.ts'

const pagingNames = [
  'filterCriteria',
  'sort',
  'page',
  'after',
  'limit',
  'count',
  'format',
  'rows',
  'TimezoneOffset',
  '_',
] as const
const paging = new Set<string>(pagingNames)
/** How the rows are asked for; each value is what was sent. */
type Paging = { readonly [Name in (typeof pagingNames)[number]]?: unknown }

const pageNumber = (value: unknown, name: string, least = 1): number | undefined => {
  if (value === undefined || value === '') return undefined
  const n = Number(value)
  if (!Number.isInteger(n) || n < least || n > 1_000_000)
    throw malformed(`${name} must be a whole number from ${least}`)
  return n
}

/** Most selected rows of one export. */
const mostSelected = 1000
/** `12,45`, or for a list with two key columns `12/1,45/3`. */
const selectedOf = ({ keys = [] }: Statement, sent: unknown): Selected | undefined => {
  if (sent === undefined) return undefined
  const rows = typeof sent === 'string' ? sent.split(',') : []
  const isRow = (row: string) =>
    row.split('/').length === keys.length && row.split('/').every((key) => /^\d{1,9}$/.test(key))
  if (rows.length > mostSelected || !rows.every(isRow)) throw malformed('rows are keys of the list')
  return { by: keys, rows }
}

/** The header of a count; a page that was not counted has none. */
const countHeader = (total: number | null, exact: boolean): Record<string, string> =>
  total === null ? {} : { 'x-total-count': !exact && total > 10_000 ? '10000+' : String(total) }

const told = new WeakMap<Statement, readonly [Shapes]>()
/** The columns of rows, of which those may be absent that the model hides from some users. */
export const rowsOf = (statement: Statement): readonly [Shapes] => {
  const known = told.get(statement)
  if (known) return known
  const { list, answers, fields = {} } = statement
  const rows = [
    Object.fromEntries(
      Object.entries(list?.row ?? answers?.[0] ?? {}).map(([name, shape]) => [
        fields[name]?.seen && !name.endsWith('?') ? `${name}?` : name,
        shape,
      ]),
    ),
  ] as const
  told.set(statement, rows)
  return rows
}

/** A report that is asked for by its parameters, and by no filter. */
export const isByParameters = ({ parameters }: Statement, { filterFields }: ListPlan): boolean =>
  Object.keys(filterFields).length === 0 && Object.keys(parameters).length > 0

const listAnswer = async (call: Call, statement: Statement, whole: ListPlan): Promise<Answer> => {
  const plan = seenPlan(statement.fields ?? {}, whole, call.user)
  const own = Object.fromEntries(Object.entries(call.query).filter(([name]) => !paging.has(name)))
  const asked: Paging = call.query
  if (asked.filterCriteria !== undefined && isByParameters(statement, plan))
    throw malformed('Unknown parameter "filterCriteria"')
  const filter = {
    ...readFilter(plan.filterFields, asked.filterCriteria),
    ...readParameters(statement.parameters, own),
  }
  const limit = Math.min(pageNumber(asked.limit, 'limit', 0) ?? 100, 100)
  const [exact, uncounted] = [asked.count === 'exact', asked.count === 'none']
  const after = typeof asked.after === 'string' ? asked.after : undefined
  const sort = typeof asked.sort === 'string' ? asked.sort : undefined
  if (asked.format === 'csv')
    return csvAnswer(call, statement, plan, { filter, sort, selected: selectedOf(statement, asked.rows) })
  const request = { filter, sort, after, limit, exact, uncounted, page: pageNumber(asked.page, 'page') ?? 1 }
  const { replica } = call.db
  if (limit === 0) {
    const { Total } = await replica.one<{ Total: number }>(countQuery(plan, request, call.user))
    return { text: '[]', headers: countHeader(Total, exact), answers: rowsOf(statement) }
  }
  const { Rows, Total } = await replica.one<{ Rows: string; Total: number | null }>(listQuery(plan, request, call.user))
  // an empty page has columns and a sort too
  return {
    text: Rows,
    answers: rowsOf(statement),
    headers: {
      ...countHeader(Total, exact),
      'x-columns': Object.keys(plan.columns).join(','),
      'x-sort': sortedBy(plan, request),
    },
  }
}

const csvAnswer = async (
  call: Call,
  statement: Statement,
  plan: ListPlan,
  request: { filter: Loaded; sort: string | undefined; selected: Selected | undefined },
) => {
  if (!isPrivileged(call.user)) throw notPermitted('Only roles 1 and 2 may export')
  const module = statement.module ?? String(statement.id)
  const query = wholeListQuery(plan, request, call.user)
  // ids are not exported, except the key, which comes first
  const [key = '', ...others] = Object.keys(plan.columns)
  const names = [key, ...others.filter((name) => !/Id$/.test(name))]
  const readRow = (row: string): Loaded => {
    const parsed: unknown = JSON.parse(row)
    return isObject(parsed) ? parsed : {}
  }
  const rows = async function* (): AsyncGenerator<Loaded[]> {
    for await (const some of call.db.stream<{ Row: string }>(query)) yield some.map(({ Row }) => readRow(Row))
  }
  return exported(call, module, (failed) => ({
    stream: csvFile(rows(), { names, failed }),
    mediaType: 'text/csv',
    name: `${module}-${dayOf(new Date())}.csv`,
  }))
}

const lookupAnswer = async (call: Call, statement: Statement): Promise<Answer> => {
  const own = Object.fromEntries(Object.entries(call.query).filter(([name]) => !paging.has(name)))
  if (!statement.query) throw notFound()
  const { limit: sentLimit }: Paging = call.query
  const limit = pageNumber(sentLimit, 'limit')
  const rows = await call.db.replica.rows(
    statement.query(
      { ...readParameters(statement.parameters, own), ...(limit === undefined ? {} : { limit }) },
      call.user,
    ),
  )
  return {
    ...json(rows.map((row) => seenOf(statement.fields ?? {}, row, call.user))),
    passive: statement.passive ?? false,
    answers: rowsOf(statement),
  }
}

const checkAccess = (call: Call, statement: Statement): void => {
  if (statement.module === undefined) return
  requirePermit(call.user, statement.module, 'list')
  // criteria are about one record and not checked by row, so a permit with criteria opens no list
  const entries = held(call.user, statement.module, 'list').filter((entry) => !entry.Criteria)
  if (!entries.some((entry) => !statement.list || entry.StatementId === null || entry.StatementId === statement.id))
    throw notPermitted()
}

/** Statements by id; an id given twice stops the start. */
export const statementsOf = (
  modules: readonly ServerModule[],
  further: readonly Statement[],
): ReadonlyMap<number, Statement> => {
  const byId = new Map<number, Statement>()
  const own = modules.flatMap(({ model, statements }) =>
    statements.map((statement) => ({ fields: model.fields, keys: model.key, ...statement })),
  )
  for (const statement of [...own, ...further]) {
    if (byId.has(statement.id)) throw new Error(`Statement ${statement.id} is declared twice`)
    if (!statement.list && !statement.answers) throw new Error(`Statement ${statement.id} declares no answer`)
    byId.set(statement.id, statement)
  }
  return byId
}

export const getdataRoutes = (statements: ReadonlyMap<number, Statement>): Route[] => [
  routeOf({
    method: 'GET',
    path: 'getdata/:id',
    access: 'role',
    scope: 'rows of the statement inside the scope of its module',
    summary: 'Rows of a statement: list, look-up, widget or export',
    openQuery: true,
    query: { limit: integer('Limit'), page: integer('Page') },
    handler: async (call) => {
      const id = Number(call.params.id)
      const statement = statements.get(id)
      if (!statement) throw notFound('This statement does not exist')
      checkAccess(call, statement)
      return statement.list ? listAnswer(call, statement, statement.list) : lookupAnswer(call, statement)
    },
  }),
]

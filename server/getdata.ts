// GET /api/getdata/{id}: every list, picker, look-up, widget and export, through one handler.
import { integer } from '../core/model.ts'
import { csvOf } from './csv.ts'
import { writeAccess } from './audit.ts'
import type { Loaded, ServerModule } from './module.ts'
import { held, requirePermit } from './permission.ts'
import { malformed, notFound, notPermitted } from './refusal.ts'
import { json, type Answer, type Call, type Route } from './route.ts'
import { listQuery, readFilter, readParameters, type ListPlan, type Statement } from './statement.ts'
import { dayOf } from '../core/dates.ts'

const paging = new Set(['filterCriteria', 'sort', 'page', 'after', 'limit', 'count', 'format', 'TimezoneOffset', '_'])

const pageNumber = (value: unknown, name: string): number | undefined => {
  if (value === undefined || value === '') return undefined
  const n = Number(value)
  if (!Number.isInteger(n) || n < 1 || n > 1_000_000) throw malformed(`${name} must be a whole number from 1`)
  return n
}

const listAnswer = async (call: Call, statement: Statement, plan: ListPlan): Promise<Answer> => {
  const own = Object.fromEntries(Object.entries(call.query).filter(([name]) => !paging.has(name)))
  const filter = { ...readFilter(plan.filterFields, call.query['filterCriteria']), ...readParameters(statement.parameters, own) }
  const csv = call.query['format'] === 'csv'
  if (csv && call.user.RoleId > 2) throw notPermitted('Only roles 1 and 2 may export')
  const limit = csv ? 200_000 : Math.min(pageNumber(call.query['limit'], 'limit') ?? 100, 100)
  const exact = call.query['count'] === 'exact'
  const after = typeof call.query['after'] === 'string' ? call.query['after'] : undefined
  const sort = typeof call.query['sort'] === 'string' ? call.query['sort'] : undefined
  const query = listQuery(
    plan,
    { filter, sort, after, limit, exact: exact || csv, page: pageNumber(call.query['page'], 'page') ?? 1 },
    call.user,
  )
  const found = await call.db.replica.one<{ rows: string; total: number }>(query)
  if (csv) return csvAnswer(call, statement, found.rows)
  const total = !exact && found.total > 10_000 ? '10000+' : String(found.total)
  // an empty page has columns and a sort too
  return {
    text: found.rows,
    headers: { 'x-total-count': total, 'x-columns': Object.keys(plan.columns).join(','), 'x-sort': sort || plan.sort },
  }
}

const csvAnswer = async (call: Call, statement: Statement, rows: string): Promise<Answer> => {
  const module = statement.module ?? String(statement.id)
  await call.db.transaction((tx) => writeAccess(tx, call.user, 'export', module, null))
  // ids are carried, not shown, but for the key, which stands first
  const key = Object.keys(statement.list?.columns ?? {})[0]
  const hidden = (name: string): boolean => /Id$/.test(name) && name !== key
  return {
    text: csvOf(JSON.parse(rows) as Loaded[], hidden),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${module}-${dayOf(new Date())}.csv"`,
    },
  }
}

const lookupAnswer = async (call: Call, statement: Statement): Promise<Answer> => {
  const own = Object.fromEntries(Object.entries(call.query).filter(([name]) => !paging.has(name)))
  if (!statement.query) throw notFound()
  const limit = pageNumber(call.query['limit'], 'limit')
  return json(
    await call.db.replica.rows(
      statement.query({ ...readParameters(statement.parameters, own), ...(limit === undefined ? {} : { limit }) }, call.user),
    ),
  )
}

const checkAccess = (call: Call, statement: Statement): void => {
  if (statement.module === undefined) return
  requirePermit(call.user, statement.module, 'list')
  // criteria ask about one record; rows are not asked, so a permit with criteria opens no list
  const entries = held(call.user, statement.module, 'list').filter((entry) => !entry.Criteria)
  if (!entries.some((entry) => !statement.list || entry.StatementId === null || entry.StatementId === statement.id)) throw notPermitted()
}

/** Statements by id; an id given twice stops the start. */
export const statementsOf = (modules: readonly ServerModule[], further: readonly Statement[]): ReadonlyMap<number, Statement> => {
  const byId = new Map<number, Statement>()
  for (const statement of [...modules.flatMap((module) => module.statements), ...further]) {
    if (byId.has(statement.id)) throw new Error(`Statement ${statement.id} is declared twice`)
    byId.set(statement.id, statement)
  }
  return byId
}

export const getdataRoutes = (statements: ReadonlyMap<number, Statement>): Route[] => [
  {
    method: 'GET',
    path: 'getdata/:id',
    access: 'role',
    scope: 'rows of the statement inside the scope of its module',
    summary: 'Rows of a statement: list, look-up, widget or export',
    openQuery: true,
    query: { limit: integer('Limit'), page: integer('Page') },
    handler: async (call) => {
      const id = Number(call.params['id'])
      const statement = statements.get(id)
      if (!statement) throw notFound('This statement does not exist')
      checkAccess(call, statement)
      return statement.list ? listAnswer(call, statement, statement.list) : lookupAnswer(call, statement)
    },
  },
]

// Every read of every module fits the migrated database: its names, its types, and the fields that its model stores.
import { expect, test } from 'vitest'
import type { Field } from '../../core/model.ts'
import { platformStatements, serverModules } from '../modules.ts'
import { sql, type Sql } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import { networkForTests } from '../testing/network.ts'
import { picksOf, type Place } from '../pick.ts'
import { listQuery } from './page.ts'

const { app } = networkForTests()

const caller: Caller = {
  UserId: 1,
  UserName: 'admin',
  FullName: 'Administrator',
  EmployerId: 1,
  RoleId: 1,
  EntityId: 1,
  EntityTypeId: 9,
  Permissions: [],
  Clients: [1, 2, 3, 11],
  tokenHash: Buffer.alloc(32),
  requestId: 'test',
}
/** A valid value of a field, as its filter gets it. */
const valueOf = (field: Field): unknown => {
  if (field.options) return field.options[0]?.[0]
  switch (field.kind) {
    case 'date':
    case 'datetime':
      return '2026-11-22T00:00:00.000Z'
    case 'boolean':
      return true
    case 'choices':
    case 'references':
      return [1]
    case 'integer':
    case 'number':
    case 'money':
    case 'reference':
    case 'choice':
      return 1
    default:
      return '12345'
  }
}
const plan = (query: Sql): Promise<unknown> => app.db.read.rows(sql`explain ${query}`)

test.each(serverModules.map((module) => [module.model.id, module] as const))(
  'a record of %s has every stored field of its model, and no other names',
  async (_id, module) => {
    const { text, values } = sql`
      select
        *
      from
        (${module.read(1, caller)}) record
      limit
        0
    `
    const { fields } = await app.db.pool.query({ text, values })
    const read = fields.map((field) => field.name)
    const stored = Object.entries<Field>(module.model.fields)
      .filter(([, field]) => !field.computed && !field.asked && !field.view && field.kind !== 'password')
      .map(([name]) => name)
    expect(stored.filter((name) => !read.includes(name))).toEqual([])
    expect(read.filter((name) => !Object.hasOwn(module.model.fields, name))).toEqual([])
  },
)

const statements = [...serverModules.flatMap((module) => module.statements), ...platformStatements]
const lists = statements.flatMap(({ id, name, list }) => (list ? [[`${id} ${name}`, list] as const] : []))
test.each(lists)(
  'the list %s is planned with each of its filters and sorted by each of its columns',
  async (_name, list) => {
    await plan(listQuery(list, { filter: {} }, caller))
    for (const [name, field] of Object.entries<Field>(list.filterFields))
      await plan(listQuery(list, { filter: { [name]: valueOf(field) } }, caller))
    for (const name of Object.keys(list.columns)) await plan(listQuery(list, { filter: {}, sort: `-${name}` }, caller))
  },
)

const queries = statements.flatMap(({ id, name, query, parameters }) =>
  query ? [[`${id} ${name}`, query, parameters] as const] : [],
)
test.each(queries)(
  'the statement %s is planned with none and with all of its parameters',
  async (_name, query, parameters) => {
    const all = Object.fromEntries(Object.entries<Field>(parameters).map(([name, field]) => [name, valueOf(field)]))
    const needed = Object.fromEntries(Object.entries(all).filter(([name]) => parameters[name]?.required))
    await plan(query(needed, caller))
    await plan(query(all, caller))
  },
)

test.each(serverModules.map((module) => [module.model.id, module] as const))(
  'scope, picks and locks of %s are planned',
  async (_id, module) => {
    const rows = ({ table, alias }: Omit<Place, 'scope'>, where: Sql): Sql => sql`
      select
        1
      from
        ${sql([`${table} ${alias}`])}
      where
        ${where}
    `
    await plan(rows(module, module.scope(caller)))
    for (const { place, pick } of picksOf(module)) {
      const around = Object.fromEntries((pick.with ?? []).map((name) => [name, null]))
      await plan(rows(place, place.scope(caller, around)))
      await plan(rows(place, pick.where(caller, around)))
    }
    for (const lock of module.locksFirst?.(1, {}) ?? []) await plan(lock)
    if (module.alongside) await plan(module.alongside(1))
  },
)

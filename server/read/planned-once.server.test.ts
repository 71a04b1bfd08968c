// The first page of a list that is planned once has a plan for all values; later pages are planned for theirs.
import { expect, test } from 'vitest'
import { listOf, type ListRequest } from './list.ts'
import { listQuery } from './page.ts'
import { factsOf } from '../db/statements.ts'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { callerFor } from '../../demo/caller.ts'
import { role } from '../../core/user.ts'
import { integer, text } from '../../core/model.ts'
import { contains, equals } from './conditions.ts'

const { app } = networkForTests()

const filters = { Type: integer('Type'), Name: text('Name') }
const clients = listOf(
  { fields: { ClientId: integer('Client'), Name: text('Name') }, list: ['ClientId', 'Name'], filters },
  {
    from: 'clients client',
    alias: 'client',
    key: 'client.client_id',
    sort: 'ClientId',
    names: '',
    filters: { Type: equals('client.client_type_id'), Name: (value: string) => contains('client.name', value) },
    plannedOnce: ({ Type, Name }) => Type != null && Name == null,
    scope: () => sql`true`,
  },
)
const asked = async (request: ListRequest): Promise<[isPlannedOnce: boolean, ids: number[]]> => {
  const caller = await callerFor(app.db, 'manager', role.BusinessManager, 1)
  const query = listQuery(clients, { ...request, uncounted: true }, caller)
  const { Ids } = await app.db.read.one<{ Ids: number[] }>(sql`
    select
      array(
        select
          (row ->> 'ClientId')::int
        from
          json_array_elements(page.rows::json) row
      ) as ids
    from
      (${query}) page
  `)
  return [factsOf(query.text).isPlannedOnce, Ids]
}

test('only the first page under such a filter is planned once, and each page has the same rows', async () => {
  const filter = { Type: 13 }
  const [, whole] = await asked({ filter, whole: true })
  expect(whole.length).toBeGreaterThan(4)
  expect(await asked({ filter, limit: 2 })).toEqual([true, whole.slice(0, 2)])
  expect(await asked({ filter, limit: 3 })).toEqual([true, whole.slice(0, 3)])
  expect(await asked({ filter, limit: 2, page: 2 })).toEqual([false, whole.slice(2, 4)])
  expect(await asked({ filter, limit: 2, after: `[${whole[0]},${whole[0]}]` })).toEqual([false, whole.slice(1, 3)])
  expect((await asked({ filter: {} }))[0]).toBe(false)
  expect((await asked({ filter: { ...filter, Name: 'a' } }))[0]).toBe(false)
})
test('its plan for all values knows how few rows are shown', async () => {
  const caller = await callerFor(app.db, 'manager', role.BusinessManager, 1)
  const { values } = listQuery(clients, { filter: { Type: 13 }, limit: 77 }, caller)
  expect(values).toContain(13)
  expect(values).not.toContain(77)
})

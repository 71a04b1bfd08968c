// The facts that a backup and a restore ask of the records: each a statement of its own, all of them in a bounded time.
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invariants } from '../testing/invariants.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { brokenAmong, invariantsBroken, statementsOf, takeZone } from './invariants.ts'

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await testDatabase({ template: 'empty' })
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('the statements are the facts of the text, one each', async () => {
  const statements = statementsOf(invariants)
  const names = statements.map((statement) => /select\s+'([^']+)'/.exec(statement)?.[1])
  expect(names).not.toContain(undefined)
  expect(new Set(names).size).toBe(statements.length)
  expect(statements.length).toBeGreaterThan(100)
  await takeZone(client)
  for (const statement of statements)
    expect((await client.query(`select from (${statement}\n) broken (invariant, record)`)).rowCount).toBe(0)
})

test('the share that is done is reported; where not all is asked in time, what was found is no verdict', async () => {
  await client.query('begin')
  const shares: number[] = []
  expect(await invariantsBroken(client, (share) => void shares.push(share))).toEqual([])
  expect([shares[0], shares.at(-1)]).toEqual([0, 1])
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  const broken = `select 'one', 'a record'`
  expect(await brokenAmong(client, [broken, broken.replace('one', 'two')])).toEqual(['one', 'two'])
  // PostgreSQL gives one up, as where its time is over; and the time is over before the first
  expect(await brokenAmong(client, [broken, `select (1 / 0)::text, 'a record'`])).toBeNull()
  expect(await brokenAmong(client, [broken], undefined, 0)).toBeNull()
  // the transaction goes on
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.query('commit')
})

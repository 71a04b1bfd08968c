// The sixty days of demo work went through the same rules as everything else: every invariant holds on it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../server/db/db.ts'
import { testApp, type TestApp } from '../server/testing/app.ts'
import { expectInvariants } from '../server/testing/invariants.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ template: 'demo' })
}, 600_000)
afterAll(() => app.close())

test('every invariant of money, laboratory and audit holds on the demo network', () => expectInvariants(app.db))

test('there are sales in every state, and reports', async () => {
  const states = (
    await app.db.read.rows<{ s: number }>(sql`
      select distinct
        status_id as s
      from
        sales
      order by
        1
    `)
  ).map((row) => row.s)
  for (const state of [90, 92, 95, 96, 99]) expect(states).toContain(state)
  expect(
    (
      await app.db.read.one<{ n: number }>(sql`
        select
          count(*)::int as n
        from
          reports
      `)
    ).n,
  ).toBeGreaterThan(100)
})

test('shipments are received, one is late, one had a broken tube that is drawn again', async () => {
  const { received, late, broken, again } = await app.db.read.one<Record<string, number>>(sql`
    select
      (
        select
          count(*)::int
        from
          shipments
        where
          status_id in (143, 144)
      ) as received,
      (
        select
          count(*)::int
        from
          shipments
        where
          status_id = 141
          and dispatch_date < now() - interval '10 hours'
      ) as late,
      (
        select
          count(*)::int
        from
          shipment_samples
        where
          status_id = 124
      ) as broken,
      (
        select
          count(*)::int
        from
          samples
        where
          replaces_sample_id is not null
          and collection_date is not null
      ) as again
  `)
  expect(received).toBeGreaterThan(100)
  for (const count of [late, broken, again]) expect(count).toBeGreaterThan(0)
})

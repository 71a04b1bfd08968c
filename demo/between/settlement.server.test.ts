// The demo network shows a week between a centre and its laboratory, settled net.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ template: 'demo' })
}, 600_000)
afterAll(() => app.close())

test('a week between a centre and its laboratory is settled net, after a settlement that was cancelled', async () => {
  const settled = await app.db.read.rows<{ IsCancelled: boolean; Amount: number; IsPaid: boolean }>(sql`
    select
      cancelled_at is not null as is_cancelled,
      amount,
      payment_id is not null as is_paid
    from
      set_offs
    order by
      set_off_id
  `)
  expect(settled).toEqual([
    { IsCancelled: true, Amount: expect.any(Number), IsPaid: false },
    { IsCancelled: false, Amount: settled[0]?.Amount, IsPaid: true },
  ])
})

// Managers are notified of a price list that soon expires, once, and again after it was extended.
import { expect, test } from 'vitest'
import { at } from '../../server/clock.ts'
import { sql } from '../../server/db/db.ts'
import { runScheduled } from '../../server/testing/scheduled.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import { expiringLists } from './expiring.server.ts'

const { app } = networkForTests()
const notices = async (): Promise<string[]> =>
  (
    await app.db.read.rows<{ Subject: string }>(sql`
      select
        n.subject
      from
        notifications n
        join users u using (user_id)
      where
        n.subject like 'Price list 1 expires%'
        and u.user_name = 'manager'
      order by
        n.notification_id
    `)
  ).map((row) => row.Subject)
const runOn = (day: string) => at(new Date(`${day}T10:00:00+05:30`), () => runScheduled(app, expiringLists))
const lasts = (day: string | null) =>
  setRows(app, 'price_lists', { PriceListId: 1 }, { EffectiveTillDate: day, EffectiveFromDate: '2026-01-01' })

test('managers are notified once of a price list with fifteen days left; not with sixteen, and not after its end', async () => {
  await lasts('2030-06-30')
  await runOn('2030-06-14')
  expect(await notices()).toEqual([])
  await runOn('2030-06-15')
  await runOn('2030-06-16')
  expect(await notices()).toEqual(['Price list 1 expires on 30-Jun-2030'])
  // extended, it is notified again in its time
  await lasts('2030-07-31')
  await runOn('2030-06-20')
  await runOn('2030-07-16')
  expect(await notices()).toHaveLength(2)
  await lasts('2029-12-31')
  await setRows(app, 'price_lists', { PriceListId: 1 }, { ToldExpiringAt: null })
  await runOn('2030-07-17')
  expect(await notices()).toHaveLength(2)
  await lasts(null)
  await runOn('2030-07-18')
  expect(await notices()).toHaveLength(2)
})

// A critical result without a logged call: the pathologists of its lab are notified once, later its managers; a call
// ends it.
import { beforeAll, expect, test } from 'vitest'
import { runScheduled } from '../../../server/testing/scheduled.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { sql } from '../../../server/db/db.ts'
import { aPatient } from '../../sales/sales.fixture.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { aReason, amend, enter, labForTests, letGo, paidSale, rowOf } from '../testresults.fixture.ts'
import { escalateCritical } from './escalation.server.ts'

const { app, bench } = labForTests()
let sale: unknown
let called: unknown
let held: unknown
const critical = async (): Promise<unknown> => {
  const { SaleId } = await paidSale(bench.desk, await aPatient(bench.desk))
  expect((await enter(bench.technologist, SaleId, { Potassium: '7.5', Sodium: '140' })).status).toBe(200)
  return SaleId
}
const entered = (saleId: unknown, minutes: number): Promise<number> =>
  app.db.transaction((tx) =>
    tx.run(sql`
      update results result
      set
        entered_at = now() - make_interval(mins => ${minutes})
      from
        work_items item
      where
        item.work_item_id = result.work_item_id
        and item.sale_id = ${saleId}
    `),
  )
const run = () => runScheduled(app, escalateCritical)
/** Who was notified, of what. */
const told = async (): Promise<{ Name: string; Subject: string; Path: string }[]> =>
  app.db.read.rows(sql`
    select
      person.user_name as name,
      news.subject,
      news.content,
      news.path
    from
      notifications news
      join users person using (user_id)
    where
      news.subject like 'Critical value not called%'
    order by
      news.notification_id,
      person.user_name
  `)
const namesTold = async (): Promise<string[]> => (await told()).map(({ Name }) => Name).sort()

beforeAll(async () => {
  sale = await critical()
  called = await critical()
  const { WorkItemId } = await rowOf(bench.technologist, called, 'Potassium')
  const call = { WorkItemId, CalledTo: 'Dr Sawant', CalledRole: 'doctor', ReadBack: true }
  expect((await bench.technologist.post('/api/criticalcalls/', call)).status).toBe(201)
  held = await critical()
  // an attempt is not the call: this one is escalated
  const { WorkItemId: uncalled } = await rowOf(bench.technologist, sale, 'Potassium')
  const attempt = { WorkItemId: uncalled, CalledTo: 'Dr Sawant', Reached: false, Remarks: 'No answer' }
  expect((await bench.technologist.post('/api/criticalcalls/', attempt)).status).toBe(201)
})

test('no notification is sent before its time, nor after a call', async () => {
  await entered(sale, 29)
  await entered(called, 500)
  await run()
  expect(await told()).toEqual([])
})

test('after half an hour the pathologists of the lab are notified once each, however often the job runs', async () => {
  await entered(sale, 31)
  await Promise.all([run(), run()])
  await run()
  expect(await namesTold()).toEqual(['pathologist', 'pathologist2'])
  expect((await told())[0]).toMatchObject({
    Subject: 'Critical value not called: Potassium',
    Content: expect.stringContaining('no call is logged 30 minutes after it was entered'),
    Path: expect.stringContaining(`SaleId=${String(sale)}`),
  })
})

test('after an hour its managers are notified once, too', async () => {
  await entered(sale, 61)
  await run()
  await run()
  const names = await namesTold()
  expect(names).toContain('manager')
  expect(names.filter((name) => name.startsWith('pathologist'))).toEqual(['pathologist', 'pathologist2'])
  expect(new Set(names).size).toBe(names.length)
})

test('a held result still needs a call, one put back for a repeat does not', async () => {
  const before = (await told()).length
  const { WorkItemId } = await rowOf(bench.technologist, held, 'Potassium')
  const ReasonId = await aReason(bench.technologist)
  const hold = { SaleId: held, WorkItems: [{ WorkItemId, StatusId: workItemStatus.OnHold, ReasonId }] }
  expect((await bench.technologist.put('/api/testresults/', hold)).status).toBe(200)
  await entered(held, 31)
  await run()
  expect((await told()).length).toBe(before + 2)
  const again = await critical()
  const item = await rowOf(bench.technologist, again, 'Potassium')
  await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [item.WorkItemId], ReasonId })
  await entered(again, 500)
  await run()
  expect((await told()).length).toBe(before + 2)
})

test('a sensitive one is not named', async () => {
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: true })
  const one = await critical()
  await entered(one, 31)
  await run()
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: false })
  const ofOne = (await told()).filter(({ Path }) => Path.includes(`SaleId=${String(one)}`))
  expect([...new Set(ofOne.map(({ Subject }) => Subject))]).toEqual(['Critical value not called: A sensitive test'])
  expect(JSON.stringify(ofOne)).not.toContain('Potassium')
})

test('a waiting amendment with a critical value needs a call, too', async () => {
  const { SaleId } = await paidSale(bench.desk, await aPatient(bench.desk))
  await letGo(bench, SaleId, { Potassium: '4.1' })
  const before = (await told()).length
  expect((await amend(bench.pathologist, SaleId, { Potassium: '7.6' })).status).toBe(200)
  await entered(SaleId, 31)
  await run()
  expect((await told()).length).toBe(before + 2)
})

// Snoozing lines of a pending referral, and reevaluating it; many sales at once make one referral.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { setRows } from '../../server/testing/rows.ts'
import { signedIn, type Json } from '../../server/testing/signed-in.ts'
import { daysBack, keys, linesOf, referring } from './referrals.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { aReferrer, sold, referralsOf, read, only, put, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(begin)
/** An open referral without lines. */
const aReferralOf = async ({ SellerId, ReferrerId }: { SellerId: number; ReferrerId: number }): Promise<number> =>
  (
    await app.db.transaction((tx) =>
      tx.one<{ Id: number }>(sql`
        insert into
          referrals (seller_id, referrer_id, month)
        values
          (${SellerId}, ${ReferrerId}, '2090-02-01')
        returning
          referral_id as id
      `),
    )
  ).Id

test('MDA-165 MDA-170 MDA-335 a snoozed line goes to the latest open referral of the referrer, made where there is none', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const [one, two] = linesOf(sale)
  const { ReferralId } = await only(ReferrerId)
  const snooze = (SaleProductIds: unknown) => admin.put(`/api/snooze/${ReferralId}`, { SaleProductIds })
  expect((await snooze([one])).status).toBe(422)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  const answer = await snooze([one])
  expect([answer.status, answer.body.message]).toEqual([200, expect.stringContaining('1 line waits')])
  const made = answer.body.ReferralId
  expect(keys(await read(ReferralId))).toEqual([two])
  expect(await read(made)).toMatchObject({ StatusId: 110, ReferrerId })
  expect(keys(await read(made))).toEqual([one])
  // the sale is saved again: its snoozed line is not moved
  expect((await admin.put(`/api/sales/${sale.SaleId}`, { Remarks: 'x' })).status).toBe(200)
  expect(keys(await read(made))).toEqual([one])
  expect((await snooze([one])).status).toBe(400)
  expect((await snooze([])).body.message).toBe(
    'Select the rows you want to snooze using the checkbox in front of each row',
  )
  for (const nonsense of ['x', [null], [1.5], { length: 1 }, 3]) expect((await snooze(nonsense)).status).toBe(400)
  const again = await snooze([two])
  expect(again.body.ReferralId).toBe(made)
})

test('MDA-170 snoozed lines go to the latest referral at 110 of this referrer and seller, or to a new one', async () => {
  const [ReferrerId, other] = [await aReferrer(), await aReferrer()]
  // these two are open all the time, of another referrer and of another seller
  await sold(other)
  const foreign = (await only(other)).ReferralId
  const sales = [await sold(ReferrerId), await sold(ReferrerId), await sold(ReferrerId), await sold(ReferrerId)]
  const lines = sales.flatMap(linesOf)
  const { ReferralId } = await only(ReferrerId)
  const elsewhere = await aReferralOf({ SellerId: 3, ReferrerId })
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  const snooze = async () => {
    const answer = await admin.put(`/api/snooze/${ReferralId}`, { SaleProductIds: [lines.shift()] })
    expect(answer.status).toBe(200)
    return answer.body.ReferralId
  }
  const known = [ReferralId, foreign, elsewhere]
  const set = (id: number, columns: Json) => setRows(app, 'referrals', { ReferralId: id }, columns)
  let last = await snooze()
  expect(known).not.toContain(last)
  for (const StatusId of [111, 112, 113, 114]) {
    known.push(last)
    await set(last, { StatusId })
    const made = await snooze()
    expect([StatusId, known.includes(made)]).toEqual([StatusId, false])
    expect((await read(made)).StatusId).toBe(110)
    last = made
  }
  // an earlier and a later one are open again
  const [, , , , earlier = 0, later = 0] = known
  await set(earlier, { StatusId: 110, month: '2020-01-01' })
  expect(await snooze()).toBe(last)
  await set(later, { StatusId: 110, month: '2090-01-01' })
  expect(await snooze()).toBe(later)
})

test('MDA-174 MDA-336 reevaluating overwrites a pending referral with the sales of the days, at the commission of the day', async () => {
  const ReferrerId = await aReferrer()
  const [today, before] = [
    await sold(ReferrerId),
    await sold(ReferrerId, { SaleDate: daysBack(3), CollectionDate: daysBack(3) }),
  ]
  const all = await referralsOf(ReferrerId)
  const ReferralId = all.find((row) => row)?.ReferralId
  const [line] = linesOf(today)
  expect(
    (
      await put(ReferralId, {
        SaleProducts: [
          { SaleProductId: keys(await read(ReferralId))[0], CommissionPercent: 1, CommissionReason: 'Agreed' },
        ],
      })
    ).status,
  ).toBe(200)
  const range = { FromDate: daysBack(4), ToDate: daysBack(2) }
  const run = (more: Json = {}) => admin.put(`/api/reevaluate/referrals/${ReferralId}`, { ...range, ...more })
  expect((await run()).status).toBe(422)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  expect((await run({ FromDate: daysBack(1) })).status).toBe(400)
  expect((await run({ FromDate: null })).body.errors).toEqual({ FromDate: ['From Date is required'] })
  const preview = await admin.get(
    `/api/reevaluate/referrals?${new URLSearchParams({ ...range, ReferralId: String(ReferralId) }).toString()}`,
  )
  expect(preview.body).toMatchObject({ Before: expect.any(Number), After: expect.any(Number) })
  const answer = await run()
  expect([answer.status, answer.body.message]).toEqual([200, 'The referral has 2 lines now'])
  expect(keys(await read(ReferralId))).toEqual(linesOf(before))
  for (const one of (await read(ReferralId)).SaleProducts)
    expect(one.CommissionPercent).toBe(
      before.SaleProducts.find((of) => of.SaleProductId === one.SaleProductId)?.CommissionPercent,
    )
  // its other lines wait in an open one
  const waiting = await Promise.all((await referralsOf(ReferrerId)).map((row) => read(row.ReferralId)))
  expect(waiting.filter((one) => one.StatusId === 110).flatMap(keys)).toContain(line)
})

test('twenty sales of one referrer at once make one referral', async () => {
  const ReferrerId = await aReferrer()
  const sales = await Promise.all(Array.from({ length: 20 }, () => sold(ReferrerId, { products: [3001] })))
  expect(keys(await only(ReferrerId))).toEqual(sales.flatMap(linesOf).sort((a, b) => a - b))
})

test('MDA-031 MDA-034 FND-145 referrals are narrowed by each filter alone', async () => {
  const ReferrerId = await aReferrer()
  await sold(ReferrerId, { products: [3001] })
  const { ReferralId } = await only(ReferrerId)
  const manager = (await signedIn(app, 'salesmanager', 9, 2)).userId
  expect((await put(Number(ReferralId), { SalesManagerId: manager, StatusId: 111 })).status).toBe(200)
  await setRows(app, 'referrals', { ReferralId }, { CreatedOn: '2026-04-01T18:29:59Z' })
  const left = async (filter: Json) => (await narrowed(admin, 1028, filter)).map((row) => row.ReferralId)
  expect(await left({ FromDate: '2026-04-01', ToDate: '2026-04-01' })).toEqual([ReferralId])
  expect(await left({ FromDate: '2026-04-02' })).not.toContain(ReferralId)
  expect(await left({ ToDate: '2026-04-01' })).toEqual([ReferralId])
  expect(await left({ ReferrerId })).toEqual([ReferralId])
  expect(await left({ ReceiverId: ReferrerId })).toEqual([ReferralId])
  expect(await left({ SalesManagerId: manager })).toEqual([ReferralId])
  expect(await left({ ReferralStatus: 111 })).toContain(ReferralId)
  expect(await left({ ReferralStatus: 110 })).not.toContain(ReferralId)
  expect((await listed(admin, 1028, { GiverId: 12 })).rows).toEqual([])
  expect((await listed(admin, 1028, { GiverId: 2 })).rows.map((row) => row.ReferralId)).toContain(ReferralId)
  const { DepartmentId } = (await admin.get('/api/tests/2001')).body
  expect((await listed(admin, 1028, { DepartmentId })).rows.map((row) => row.ReferralId)).toContain(ReferralId)
  expect(
    (await listed(admin, 1028, { DepartmentId: DepartmentId + 1 })).rows.map((row) => row.ReferralId),
  ).not.toContain(ReferralId)
})

test('MDA-151 MDA-152 the statuses of a referral have these names', async () => {
  const items = (await admin.get('/api/listitems?ListId=125')).body
  expect(items.map((item) => [item.ListItemId, item.ItemLabel])).toEqual([
    [110, 'Open (accruing)'],
    [111, 'Pending'],
    [112, 'Ready'],
    [113, 'Dispatched'],
    [114, 'Delivered'],
    [118, 'Paid'],
    [119, 'Closed, empty'],
  ])
})

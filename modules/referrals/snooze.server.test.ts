// Lines of a pending referral are snoozed, and it is reevaluated; many sales at once make one referral.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { daysBack, keys, linesOf, referring } from './referrals.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { aReferrer, sold, referralsOf, read, only, put, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(begin)

test('MDA-165 MDA-335 a snoozed line goes to the latest open referral of the referrer, made where there is none', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const [one, two] = linesOf(sale)
  const { ReferralId } = await only(ReferrerId)
  const snooze = (SaleProductIds: unknown) => admin.put(`/api/snooze/${ReferralId}`, { SaleProductIds })
  expect((await snooze([one])).status).toBe(422)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  const answer = await snooze([one])
  expect([answer.status, answer.body['message']]).toEqual([200, expect.stringContaining('1 line waits')])
  const made = answer.body['ReferralId']
  expect(keys(await read(ReferralId))).toEqual([two])
  expect(await read(made)).toMatchObject({ StatusId: 110, ReferrerId })
  expect(keys(await read(made))).toEqual([one])
  // the sale is touched: its snoozed line stays where it waits
  expect((await admin.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'x' })).status).toBe(200)
  expect(keys(await read(made))).toEqual([one])
  expect((await snooze([one])).status).toBe(400)
  expect((await snooze([])).body['message']).toBe(
    'Select the rows you want to snooze using the checkbox in front of each row',
  )
  for (const nonsense of ['x', [null], [1.5], { length: 1 }, 3]) expect((await snooze(nonsense)).status).toBe(400)
  const again = await snooze([two])
  expect(again.body['ReferralId']).toBe(made)
})

test('MDA-174 MDA-336 reevaluating overwrites a pending referral with the sales of the days, at the commission of the day', async () => {
  const ReferrerId = await aReferrer()
  const [today, before] = [
    await sold(ReferrerId),
    await sold(ReferrerId, { SaleDate: daysBack(3), CollectionDate: daysBack(3) }),
  ]
  const all = await referralsOf(ReferrerId)
  const ReferralId = all.find((row) => row)?.['ReferralId']
  const [line] = linesOf(today)
  expect(
    (
      await put(ReferralId, {
        SaleProducts: [{ SaleProductId: keys(await read(ReferralId))[0], CommissionPercent: 1 }],
      })
    ).status,
  ).toBe(200)
  const range = { FromDate: daysBack(4), ToDate: daysBack(2) }
  const run = (more: Json = {}) => admin.put(`/api/reevaluate/referrals/${ReferralId}`, { ...range, ...more })
  expect((await run()).status).toBe(422)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  expect((await run({ FromDate: daysBack(1) })).status).toBe(400)
  expect((await run({ FromDate: null })).body['errors']).toEqual({ FromDate: ['From Date is required'] })
  const preview = await admin.get(
    `/api/reevaluate/referrals?${new URLSearchParams({ ...range, ReferralId: String(ReferralId) }).toString()}`,
  )
  expect(preview.body).toMatchObject({ Before: expect.any(Number), After: expect.any(Number) })
  const answer = await run()
  expect([answer.status, answer.body['message']]).toEqual([200, 'The referral has 2 lines now'])
  expect(keys(await read(ReferralId))).toEqual(linesOf(before))
  for (const one of (await read(ReferralId))['SaleProducts'] as Json[])
    expect(one['CommissionPercent']).toBe(
      (before['SaleProducts'] as Json[]).find((of) => of['SaleProductId'] === one['SaleProductId'])?.[
        'CommissionPercent'
      ],
    )
  // what it had beside them waits in an open one
  const waiting = await Promise.all((await referralsOf(ReferrerId)).map((row) => read(row['ReferralId'])))
  expect(waiting.filter((one) => one['StatusId'] === 110).flatMap(keys)).toContain(line)
})

test('twenty sales of one referrer at once make one referral', async () => {
  const ReferrerId = await aReferrer()
  const sales = await Promise.all(Array.from({ length: 20 }, () => sold(ReferrerId, { products: [3001] })))
  expect(keys(await only(ReferrerId))).toEqual(sales.flatMap(linesOf).sort((a, b) => a - b))
})

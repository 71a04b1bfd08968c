// The percent of a commission: one rule for sale and referral; another one has a reason and a second person.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { daysBack, keys, linesOf, referring } from './referrals.fixture.ts'

const {
  app,
  admin: owner,
  labAdmin: admin,
  manager,
  accounts,
} = networkForTests('admin', 'labAdmin', 'manager', 'accounts')
const { aReferrer, sold, only, put, pay, read, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(() => begin())
afterEach(() => expectInvariants(app.db))

const today = () => ({ FromDate: daysBack(1), ToDate: new Date(Date.now() + 60_000).toISOString() })
const reevaluated = (id: number) => admin.put(`/api/reevaluate/referrals/${id}`, today())
const percents = ({ SaleProducts }: Pick<Read<'referrals'>, 'SaleProducts'>): Record<number, number> =>
  Object.fromEntries(SaleProducts.map((line) => [line.SaleProductId, line.CommissionPercent]))
/** Sets the percents of a sale, in the order of its lines. */
const setOnSale = async (sale: Read<'sales'>, values: readonly number[]): Promise<void> => {
  const { SaleProducts } = (await admin.get(`/api/sales/${sale.SaleId}`)).body
  const lines = SaleProducts.map((line, at) => ({
    ...line,
    CommissionPercent: values[at] ?? line.CommissionPercent,
  }))
  expect((await admin.put(`/api/sales/${sale.SaleId}`, { SaleProducts: lines })).status).toBe(200)
}
const remark = async (sale: Read<'sales'>): Promise<void> => {
  expect((await admin.put(`/api/sales/${sale.SaleId}`, { Remarks: 'by phone' })).status).toBe(200)
}
const agree = (id: number, line: Json, person: Person = admin) => put(id, { SaleProducts: [line] }, person)

test('reevaluating takes the percent of the sale where it was set by hand, also 0 %, and else the percent of the scheme', async () => {
  const ReferrerId = await aReferrer()
  const [one, two] = [await sold(ReferrerId), await sold(ReferrerId)]
  const { ReferralId, SaleProducts } = await only(ReferrerId)
  const scheme = percents({ SaleProducts })
  const [none = 0, plain = 0] = linesOf(one)
  const [hand = 0, other = 0] = linesOf(two)
  await setOnSale(one, [0])
  await setOnSale(two, [7.5])
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  expect((await reevaluated(ReferralId)).status).toBe(200)
  const after = percents(await read(ReferralId))
  expect(after).toEqual({ [plain]: scheme[plain], [hand]: 7.5, [other]: scheme[other] })
  expect(after[none]).toBe(undefined)
})

test('a remark on a sale leaves the lines that a reevaluation took, also where only the scheme of today gives them a percent', async () => {
  const ReferrerId = await aReferrer()
  const rows = { SellerId: 2 }
  // no scheme yet when the first one is sold
  await setRows(app, 'referral_schemes', rows, { EffectiveFromDate: '2050-01-01' })
  const first = await sold(ReferrerId)
  await begin()
  const second = await sold(ReferrerId)
  const { ReferralId, SaleProducts } = await only(ReferrerId)
  expect(SaleProducts).toHaveLength(linesOf(second).length)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  expect((await reevaluated(ReferralId)).status).toBe(200)
  const taken = await read(ReferralId)
  expect(keys(taken)).toEqual([...linesOf(first), ...linesOf(second)].sort((a, b) => a - b))
  for (const sale of [first, second]) await remark(sale)
  const after = await read(ReferralId)
  expect([keys(after), after.TotalAmount]).toEqual([keys(taken), taken.TotalAmount])
})

test('a sale whose own percent becomes 0 leaves the referral', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const { ReferralId } = await only(ReferrerId)
  const [, second] = linesOf(sale)
  await setOnSale(sale, [0])
  expect(keys(await read(ReferralId))).toEqual([second])
})

test('a percent other than that of the scheme asks the reason at its line; that of the scheme asks none', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const { ReferralId, SaleProducts } = await only(ReferrerId)
  const [SaleProductId] = linesOf(sale)
  const scheme = SaleProducts[0]?.SchemePercent
  const bare = await agree(ReferralId, { SaleProductId, CommissionPercent: scheme + 1 })
  expect([bare.status, bare.body.errors]).toEqual([
    422,
    {
      'SaleProducts.0.CommissionReason': [`Give the reason for ${scheme + 1} % where the scheme gives ${scheme} %`],
    },
  ])
  const line = { SaleProductId, CommissionPercent: scheme + 1, CommissionReason: 'His tenth patient' }
  expect((await agree(ReferralId, line)).status).toBe(200)
  expect((await read(ReferralId)).SaleProducts[0]).toMatchObject({ ...line, SetById: admin.userId })
  // back to the scheme: neither reason nor person
  expect((await agree(ReferralId, { SaleProductId, CommissionPercent: scheme })).status).toBe(200)
  expect((await read(ReferralId)).SaleProducts[0]).toMatchObject({
    CommissionReason: null,
    SetById: null,
  })
})

test('a percent set on the sale needs its reason before the referral is ready; the referrer sees no reason', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  await setOnSale(sale, [1.5])
  await pay(sale)
  const { ReferralId } = await only(ReferrerId)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  const refused = await put(ReferralId, { StatusId: 112 })
  expect([refused.status, refused.body.code]).toEqual([422, 'reason-needed'])
  const [SaleProductId] = linesOf(sale)
  expect((await agree(ReferralId, { SaleProductId, CommissionReason: 'Rural rate' })).status).toBe(200)
  expect((await put(ReferralId, { StatusId: 112 })).status).toBe(200)
  await setRows(app, 'referrals', { ReferralId }, { ReferrerId: 141 })
  const portal = await signedIn(app, 'referrer', 14, 141)
  expect((await portal.get(`/api/referrals/${ReferralId}`)).text).not.toContain('Rural rate')
  await setRows(app, 'referrals', { ReferralId }, { ReferrerId })
})

test('beyond the limit of the network the one who set a percent does not make it ready, another person does', async () => {
  const limit = async (CommissionLimit: number) =>
    expect((await owner.put('/api/settings/1', { CommissionLimit })).status).toBe(200)
  const first = async (id: number): Promise<Read<'referrals'>['SaleProducts'][0]> => (await read(id)).SaleProducts[0]
  /** A pending referral with a percent that accounts have set, and the rupees beyond its scheme. */
  const agreed = async () => {
    const ReferrerId = await aReferrer()
    await pay(await sold(ReferrerId))
    const { ReferralId } = await only(ReferrerId)
    expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
    const { SaleProductId, Commission: scheme } = await first(ReferralId)
    const all = { SaleProductId, CommissionPercent: 100, CommissionReason: 'A friend' }
    const together = await put(ReferralId, { SaleProducts: [all], StatusId: 112 }, accounts)
    expect([together.status, together.body.message]).toEqual([
      422,
      'Save the changed commissions first, then move the referral on',
    ])
    expect((await agree(ReferralId, all, accounts)).status).toBe(200)
    return { id: ReferralId, beyond: Number((await first(ReferralId)).Commission) - Number(scheme) }
  }
  const [one, two] = [await agreed(), await agreed()]
  try {
    await limit(one.beyond - 0.01)
    const own = await put(one.id, { StatusId: 112 }, accounts)
    expect([own.status, own.body.code]).toEqual([422, 'second-person'])
    expect((await put(one.id, { StatusId: 112 }, manager)).status).toBe(200)
    await limit(two.beyond)
    expect((await put(two.id, { StatusId: 112 }, accounts)).status).toBe(200)
  } finally {
    await limit(500)
  }
})

// Referrals: sales open them and change them while they accrue; they move on to delivered; a line is never in two.
import { beforeAll, expect, test } from 'vitest'
import { mode } from '../sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow, readRows, setRows } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { daysBack, keys, linesOf, referring } from './referrals.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { aReferrer, sold, referralsOf, read, only, put, pay, begin } = referring(
  () => app,
  () => admin,
)
let manager: Person
beforeAll(async () => {
  manager = await signedIn(app, 'manager', 2, 2)
  await begin()
})

test('MDA-142 MDA-151 the first line of a month opens a referral, which shows the commission of each line and what is due', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId, { receipts: [{ PaymentModeId: mode.cash, Amount: 50 }] })
  const referral = await only(ReferrerId)
  expect(referral).toMatchObject({
    ReferralId: expect.any(Number),
    ReferrerId,
    Referrer: { ClientId: ReferrerId },
    SalesManagerId: null,
    StatusId: 110,
    ReferralStatus: { ItemLabel: 'Open (accruing)' },
    CreatedOn: expect.any(String),
    TotalAmount: expect.any(Number),
  })
  expect(keys(referral)).toEqual(linesOf(sale))
  const [line] = referral.SaleProducts
  const [soldLine] = sale.SaleProducts
  expect(line).toMatchObject({
    ProductId: 3001,
    Product: { Code: 'P001' },
    Price: soldLine?.Price,
    DiscountPercent: soldLine?.DiscountPercent,
    CommissionPercent: soldLine?.CommissionPercent,
    Sale: {
      SaleId: sale.SaleId,
      SaleDate: expect.any(String),
      Patient: { ClientId: sale.PatientId },
      Seller: { ClientId: 2 },
      Buyer: { ClientId: sale.PatientId },
      NetAmount: sale.NetAmount,
      Invoice: { Transactions: [{ TransactionId: expect.any(Number), Amount: 50 }] },
      Due: Number(sale.NetAmount) - 50,
    },
  })
})

test('two sales of a month are in one referral, the next month has its own, a cancelled line leaves', async () => {
  const ReferrerId = await aReferrer()
  const [one, two] = [await sold(ReferrerId), await sold(ReferrerId)]
  expect(keys(await only(ReferrerId))).toEqual([...linesOf(one), ...linesOf(two)])
  await sold(ReferrerId, { SaleDate: daysBack(40), CollectionDate: daysBack(40) })
  const [first, second] = await referralsOf(ReferrerId)
  expect([first?.Month, second?.Month].map((month) => String(month).slice(8))).toEqual(['01', '01'])
  const [line] = linesOf(one)
  expect((await admin.put('/api/cancel/saleProduct', { SaleProductId: line })).status).toBe(200)
  expect((await admin.put('/api/cancel/sales', { formId: two.SaleId })).status).toBe(200)
  expect(keys(await read(first?.ReferralId))).toEqual(linesOf(one).slice(1))
})

test('a referral that is not ready is closed with its last line, and the next sale opens another', async () => {
  const ReferrerId = await aReferrer()
  for (const submitted of [false, true]) {
    const sale = await sold(ReferrerId)
    const { ReferralId } = await only(ReferrerId)
    if (submitted) expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
    const [line, last] = linesOf(sale)
    expect((await admin.put('/api/cancel/saleProduct', { SaleProductId: line })).status).toBe(200)
    expect(keys(await only(ReferrerId))).toEqual([last])
    expect((await admin.put('/api/cancel/sales', { formId: sale.SaleId })).status).toBe(200)
    expect(await referralsOf(ReferrerId)).toEqual([])
    expect(await read(ReferralId)).toMatchObject({ StatusId: 119, TotalAmount: 0 })
    const history = await admin.get(`/api/actions?ModuleId=referrals&FormId=${ReferralId}`)
    expect(history.body[0]).toMatchObject({ Action: 'close', Remarks: 'Its last line was removed' })
    expect((await put(ReferralId, { StatusId: 112 })).body.code).toBe('closed')
  }
  const again = await sold(ReferrerId)
  expect(keys(await only(ReferrerId))).toEqual(linesOf(again))
})

test('a referral whose lines all wait in another is closed, and so is one that comes to nothing when it is made ready', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const { ReferralId } = await only(ReferrerId)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  const waits = await admin.put(`/api/snooze/${ReferralId}`, { SaleProductIds: linesOf(sale) })
  expect([waits.status, (await read(ReferralId)).StatusId]).toEqual([200, 119])
  const next = waits.body.ReferralId
  const SaleProducts = linesOf(sale).map((SaleProductId) => ({
    SaleProductId,
    CommissionPercent: 0,
    CommissionReason: 'His own family',
  }))
  expect((await put(next, { SaleProducts })).status).toBe(200)
  // neither paid nor with a sales manager
  for (const StatusId of [111, 112]) expect((await put(next, { StatusId })).status).toBe(200)
  expect(await read(next)).toMatchObject({ StatusId: 119, TotalAmount: 0 })
  expect(await readRows(app, 'ledger_entries', { ReferralId: next }, 'posting_id')).toEqual([])
})

test('an open referral follows the commission of the sale; an edited commission, and a submitted referral, do not change', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const { ReferralId } = await only(ReferrerId)
  const change = async (percent: number) => {
    const { SaleProducts } = (await admin.get(`/api/sales/${sale.SaleId}`)).body
    const lines = SaleProducts.map((line, at) =>
      at === 0 ? { ...line, CommissionPercent: percent, Remarks: 'agreed' } : line,
    )
    expect((await admin.put(`/api/sales/${sale.SaleId}`, { SaleProducts: lines })).status).toBe(200)
  }
  const percent = async () => (await read(ReferralId)).SaleProducts[0]?.CommissionPercent
  await change(7.5)
  expect(await percent()).toBe(7.5)
  const [line] = linesOf(sale)
  expect(
    (
      await put(ReferralId, {
        SaleProducts: [{ SaleProductId: line, CommissionPercent: 3, CommissionReason: 'As agreed' }],
      })
    ).status,
  ).toBe(200)
  expect((await admin.put(`/api/sales/${sale.SaleId}`, { Remarks: 'by phone' })).status).toBe(200)
  expect(await percent()).toBe(3)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  await change(9)
  expect(await percent()).toBe(3)
})

test('a commission that is emptied is 0 %', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  const { ReferralId } = await only(ReferrerId)
  const [line] = linesOf(sale)
  const percents = async () =>
    (await read(ReferralId)).SaleProducts.map(({ CommissionPercent }): unknown => CommissionPercent)
  const [, second] = await percents()
  const lines = [{ SaleProductId: line, CommissionPercent: null, CommissionReason: 'His own family' }]
  expect((await put(ReferralId, { SaleProducts: lines })).status).toBe(200)
  expect(await percents()).toEqual([0, second])
})

test('MDA-153 MDA-154 MDA-155 MDA-156 MDA-157 MDA-158 MDA-159 a referral moves from open to delivered, back from dispatched only, and no other way', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  await pay(sale)
  const { ReferralId } = await only(ReferrerId)
  const go = async (to: number, more: Json = {}) => (await put(ReferralId, { StatusId: to, ...more })).status
  const others = async (allowed: readonly number[]) => {
    const from = (await read(ReferralId)).StatusId
    for (const to of [110, 111, 112, 113, 114])
      if (to !== from && !allowed.includes(to)) {
        const answer = await put(ReferralId, { StatusId: to })
        const code = from === 114 ? 'delivered' : 'no-such-move'
        expect([from, to, answer.status, answer.body.code]).toEqual([from, to, 422, code])
      }
  }
  await others([111])
  expect(await go(111)).toBe(200)
  await others([112])
  expect(await go(112)).toBe(200)
  await others([113])
  const refused = await put(ReferralId, { StatusId: 113 })
  expect([refused.status, refused.body.message]).toEqual([422, 'Sales Manager is required'])
  const seller = (await signedIn(app, 'salesmanager', 9, 2)).userId
  expect(await go(113, { SalesManagerId: seller })).toBe(200)
  await others([112, 114])
  expect(await go(112)).toBe(200)
  await others([113])
  expect(await go(113)).toBe(200)
  expect(await go(114)).toBe(200)
  await others([])
  expect((await put(ReferralId, { SalesManagerId: null })).status).toBe(422)
})

test('the ledger owes a delivered referral to the referrer, once', async () => {
  const ReferrerId = await aReferrer()
  await pay(await sold(ReferrerId))
  const { ReferralId, TotalAmount } = await only(ReferrerId)
  const seller = (await signedIn(app, 'salesmanager', 9, 2)).userId
  for (const StatusId of [111, 112, 113, 114])
    expect((await put(ReferralId, { StatusId, SalesManagerId: seller })).status).toBe(200)
  const entries = await readRows<Json>(
    app,
    'ledger_entries',
    { ReferralId },
    'account, voucher_type, party_id, seller_id, debit, credit',
  )
  expect(entries).toHaveLength(2)
  expect(entries).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ Account: 'commission', Debit: TotalAmount, Credit: 0, VoucherType: 'Commission' }),
      expect.objectContaining({ Account: 'party', Debit: 0, Credit: TotalAmount, PartyId: ReferrerId, SellerId: 2 }),
    ]),
  )
})

test('unpaid sales block it, unless a manager gives a reason', async () => {
  const ReferrerId = await aReferrer()
  await sold(ReferrerId)
  const { ReferralId } = await only(ReferrerId)
  expect((await put(ReferralId, { StatusId: 111 })).status).toBe(200)
  const accounts = await signedIn(app, 'accounts', 7, 2)
  const of = async (person: Person, more: Json) => {
    const answer = await put(ReferralId, { StatusId: 112, ...more }, person)
    return [answer.status, answer.body.code]
  }
  expect(await of(accounts, { OverrideRemarks: 'please' })).toEqual([422, 'dues'])
  expect(await of(manager, {})).toEqual([422, 'dues'])
  expect(await of(manager, { OverrideRemarks: ' ' })).toEqual([422, 'dues'])
  expect(await of(manager, { OverrideRemarks: 'Hospital pays quarterly' })).toEqual([200, undefined])
  expect((await read(ReferralId)).OverrideRemarks).toBe('Hospital pays quarterly')
})

test('commission changes while a referral is not ready, by users who may, on lines of its own', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  await pay(sale)
  const { ReferralId } = await only(ReferrerId)
  const [SaleProductId] = linesOf(sale)
  const other = linesOf(await sold(await aReferrer()))[0]
  const agree = async (CommissionPercent: number, line = SaleProductId) =>
    (await put(ReferralId, { SaleProducts: [{ SaleProductId: line, CommissionPercent, CommissionReason: 'Agreed' }] }))
      .status
  expect(await agree(-0.01)).toBe(400)
  expect(await agree(100.01)).toBe(400)
  expect([await agree(0), await agree(100)]).toEqual([200, 200])
  expect(await agree(5, other)).toBe(400)
  for (const line of [{ CommissionPercent: 5 }, { SaleProductId: null, CommissionPercent: 5 }])
    expect((await put(ReferralId, { SaleProducts: [line] })).status).toBe(400)
  for (const StatusId of [111, 112]) expect((await put(ReferralId, { StatusId })).status).toBe(200)
  expect(await agree(6)).toBe(422)
  expect((await put(ReferralId, { ReferrerId: 142 })).status).toBe(422)
  expect((await admin.post('/api/referrals/', { ReferrerId })).status).toBe(404)
})

test('users of the seller see a referral, and so does its referrer, who can only read it', async () => {
  const sale = await sold(141)
  const [line] = linesOf(sale)
  const row = await readRow<{ Id: number }>(app, 'referral_lines', { SaleProductId: line }, 'referral_id as id')
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await referrer.get(`/api/referrals/${row.Id}`)).status).toBe(200)
  expect((await put(row.Id, { SalesManagerId: null }, referrer)).status).toBe(403)
  await setRows(app, 'referrals', { ReferralId: row.Id }, { ReferrerId: 142 })
  expect((await referrer.get(`/api/referrals/${row.Id}`)).status).toBe(404)
  await setRows(app, 'referrals', { ReferralId: row.Id }, { ReferrerId: 141 })
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect((await nashik.get(`/api/referrals/${row.Id}`)).status).toBe(404)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get(`/api/referrals/${row.Id}`)).status).toBe(403)
})

test('each line is in one referral, whatever was done', async () => {
  const twice = await app.db.read.rows(sql`
    select
      sale_product_id
    from
      referral_lines
    group by
      1
    having
      count(*) > 1
  `)
  expect(twice).toEqual([])
  await expectInvariants(app.db)
})

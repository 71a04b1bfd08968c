// What a referral is worth once it is ready: frozen, and what its sales lose afterwards is taken back on the next one.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import { readRow } from '../../server/testing/rows.ts'
import type { Read, Rows } from '../../server/testing/answers.ts'
import { linesOf, referring } from './referrals.fixture.ts'

const { app, labAdmin: admin, salesManager } = networkForTests('labAdmin', 'salesManager')
const { aReferrer, sold, referralsOf, read, only, put, pay, begin } = referring(
  () => app,
  () => admin,
)
beforeAll(() => begin())

const OverrideRemarks = 'Agreed with the manager'
const move = async (id: number, ...statuses: number[]): Promise<void> => {
  for (const StatusId of statuses) {
    const answer = await put(id, { StatusId, SalesManagerId: salesManager.userId, OverrideRemarks })
    expect([StatusId, answer.status, answer.body.errors]).toEqual([StatusId, 200, undefined])
  }
}
const cancel = async (sale: Read<'sales'>): Promise<void> => {
  expect((await admin.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })).status).toBe(200)
}
/** Charges the first line of a sale at another price. */
const reprice = async (sale: Read<'sales'>, Price: number): Promise<void> => {
  const { SaleProducts } = (await admin.get(`/api/sales/${sale.SaleId}`)).body
  const lines = SaleProducts.map((line, at) => (at === 0 ? { ...line, Price, Remarks: 'agreed' } : line))
  const answer = await admin.put(`/api/sales/${sale.SaleId}`, { SaleProducts: lines, Overpaid: 'Advance' })
  expect([answer.status, answer.body.errors]).toEqual([200, undefined])
}
/** What the ledger owes a referrer. */
const owed = async (referrer: number): Promise<number> =>
  Number(
    (
      await readRow<{ Owed: number }>(
        app,
        'ledger_entries',
        { PartyId: referrer, Account: 'party' },
        'coalesce(sum(credit - debit), 0)::float8 as owed',
      )
    ).Owed,
  )
const clawbacksOf = (referral: Read<'referrals'>): Rows<Read<'referrals'>['Clawbacks'][0]> => referral.Clawbacks
const total = async (id: number): Promise<number> => Number((await read(id)).TotalAmount)
const textOf = async (formId: unknown): Promise<string> => {
  const [template] = (await admin.get('/api/getdata/41?Module=referrals')).body
  const answer = await admin.post('/api/print/referrals/', {
    templateId: template?.TemplateId,
    formId,
    device: 'screen',
  })
  const { location } = answer.body
  return (await pdfPages((await admin.get(location)).bytes)).join('\n').replace(/\s+/g, ' ')
}
/** The open referral of a referrer, of those given. */
const openOf = async (referrer: number): Promise<Read<'referrals'>> => {
  const [row, ...more] = (await referralsOf(referrer)).filter((one) => one.StatusId === 110)
  expect(more).toEqual([])
  return read(Number(row?.ReferralId))
}

test('a sale repriced after its referral is ready changes neither the referral nor its paper: the difference is taken back on the next', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId, { products: [3001] })
  await pay(sale)
  const { ReferralId, TotalAmount } = await only(ReferrerId)
  await move(ReferralId, 111, 112)
  const before = await read(ReferralId)
  await reprice(sale, 100)
  const after = await read(ReferralId)
  expect([after.TotalAmount, after.SaleProducts[0]?.Price]).toEqual([TotalAmount, before.SaleProducts[0]?.Price])
  expect(await textOf(ReferralId)).toContain(Number(TotalAmount).toFixed(2))
  const percent = Number(after.SaleProducts[0]?.CommissionPercent)
  const next = await openOf(ReferrerId)
  expect(clawbacksOf(next)).toMatchObject([
    {
      FromReferralId: ReferralId,
      SaleId: sale.SaleId,
      ProductId: 3001,
      Amount: percent - Number(TotalAmount),
      Reason: 'Price or discount changed',
    },
  ])
  expect(await textOf(next.ReferralId)).toContain('Taken back of earlier referrals')
  await move(ReferralId, 113, 114)
  expect(await owed(ReferrerId)).toBe(TotalAmount)
  await expectInvariants(app.db)
})

test('what was taken back is given back when the sale is worth it again, and never more than was frozen', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId, { products: [3001] })
  await pay(sale)
  const { ReferralId, TotalAmount } = await only(ReferrerId)
  await move(ReferralId, 111, 112)
  await reprice(sale, 100)
  await reprice(sale, 10_000)
  const next = await openOf(ReferrerId)
  expect(clawbacksOf(next).map((one) => Number(one.Amount) < 0)).toEqual([true, false])
  expect(next.TotalAmount).toBe(0)
  expect(await total(ReferralId)).toBe(TotalAmount)
})

test('sales cancelled after the delivery are taken back on the next referral, and the ledger then owes what both come to', async () => {
  const ReferrerId = await aReferrer()
  const [kept, gone] = [await sold(ReferrerId), await sold(ReferrerId)]
  for (const sale of [kept, gone]) await pay(sale)
  const { ReferralId, TotalAmount } = await only(ReferrerId)
  await move(ReferralId, 111, 112, 113, 114)
  expect(await owed(ReferrerId)).toBe(TotalAmount)
  await cancel(gone)
  const later = await sold(ReferrerId, { products: [3001] })
  await pay(later)
  const next = await openOf(ReferrerId)
  expect(clawbacksOf(next).map((one) => [one.FromReferralId, one.SaleId, one.Reason])).toEqual(
    linesOf(gone).map(() => [ReferralId, gone.SaleId, 'Sale cancelled']),
  )
  expect([await total(ReferralId), await owed(ReferrerId)]).toEqual([TotalAmount, TotalAmount])
  await move(next.ReferralId, 111, 112, 113, 114)
  expect(await owed(ReferrerId)).toBe(Number(TotalAmount) + Number(next.TotalAmount))
  expect(next.TotalAmount).toBeLessThan(0)
  await expectInvariants(app.db)
})

test('one item cancelled, and a referrer changed, after ready: each line is taken back once', async () => {
  const [ReferrerId, other] = [await aReferrer(), await aReferrer()]
  const sale = await sold(ReferrerId)
  await pay(sale)
  const { ReferralId, SaleProducts } = await only(ReferrerId)
  await move(ReferralId, 111, 112)
  const [first] = linesOf(sale)
  expect((await admin.put('/api/cancel/saleProduct', { SaleProductId: first })).status).toBe(200)
  expect((await admin.put(`/api/sales/${sale.SaleId}`, { ReferrerId: other })).status).toBe(200)
  expect((await admin.put(`/api/sales/${sale.SaleId}`, { Remarks: 'by phone' })).status).toBe(200)
  const amounts = SaleProducts.map((line) => -Number(line.Commission))
  const taken = clawbacksOf(await openOf(ReferrerId))
  expect(taken.map((one) => Number(one.Amount))).toEqual(amounts)
  expect(taken.map((one): unknown => one.Reason)).toEqual(['Item cancelled', 'Sale of another referrer'])
})

test('a line taken off a sale after ready is kept cancelled, and taken back', async () => {
  const ReferrerId = await aReferrer()
  const sale = await sold(ReferrerId)
  await pay(sale)
  const { ReferralId } = await only(ReferrerId)
  await move(ReferralId, 111, 112)
  const { SaleProducts } = (await admin.get(`/api/sales/${sale.SaleId}`)).body
  const left = await admin.put(`/api/sales/${sale.SaleId}`, {
    SaleProducts: SaleProducts.slice(0, 1),
    Overpaid: 'Advance',
  })
  expect([left.status, left.body.errors]).toEqual([200, undefined])
  expect(clawbacksOf(await openOf(ReferrerId)).map((one): unknown => one.Reason)).toEqual(['Item cancelled'])
})

test('a cancellation and a referral made ready at the same moment: the commission is either not on it or taken back', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const ReferrerId = await aReferrer()
    const [one, two] = [await sold(ReferrerId), await sold(ReferrerId)]
    for (const sale of [one, two]) await pay(sale)
    const { ReferralId } = await only(ReferrerId)
    await move(ReferralId, 111)
    await Promise.all([
      put(ReferralId, { StatusId: 112 }),
      admin.put('/api/cancel/sales', { formId: two.SaleId, reason: 'Not wanted' }),
    ])
  }
  await expectInvariants(app.db)
  const { Count } = await app.db.read.one<{ Count: number }>(sql`
    select
      count(*)::int as count
    from
      referral_line_worths
    where
      worth <> frozen_commission + taken_back
  `)
  expect(Count).toBe(0)
})

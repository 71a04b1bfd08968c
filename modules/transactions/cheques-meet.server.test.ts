// A cheque that waits, has cleared or has bounced when its sale changes: another buyer, cancelling, a credit note.
import { afterEach, expect, test } from 'vitest'
import { BuyerId, invoicing } from '../invoices/invoices.fixture.ts'
import { paymentMode } from '../lists/items.model.ts'
import { put, receiptsOf } from '../sales/receipts/receipts.fixture.ts'
import { aPatient, booked, saleOf } from '../sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'

const { app, desk, accounts, labAdmin } = networkForTests('desk', 'accounts', 'labAdmin')
const { sold, issued } = invoicing(app, labAdmin)
afterEach(() => expectInvariants(app.db))

type Fate = 'waits' | 'has cleared' | 'has bounced'
const fates: readonly Fate[] = ['waits', 'has cleared', 'has bounced']
const acts: Partial<Record<Fate, string>> = { 'has cleared': 'cleared', 'has bounced': 'bounced' }
const cheque = (Amount: number) => ({ PaymentModeId: paymentMode.Cheque, PaymentRef: '000417', Amount })
/** The bank's answer about the cheque. */
const meets = async (id: number, fate: Fate): Promise<void> => {
  const act = acts[fate]
  if (act === undefined) return
  const answer = await accounts.put(`/api/${act}/transactions`, { formId: id, reason: 'Funds insufficient' })
  expect([act, answer.status]).toEqual([act, 200])
}
const withCheque = async (fate: Fate): Promise<{ sale: Read<'sales'>; id: number }> => {
  const sale = await booked(desk, { PatientId: await aPatient(desk), receipts: [cheque(350)] })
  const id = receiptsOf(sale)[0]?.TransactionId
  await meets(id, fate)
  return { sale, id }
}
/** What the ledger has of the cheque, by party. */
const posted = (id: number): Promise<{ Party: number; Credit: number }[]> =>
  app.db.read.rows(sql`
    select
      party_id as party,
      sum(credit - debit) as credit
    from
      ledger_entries
    where
      account = 'party'
      and transaction_id = ${id}
    group by
      party_id
    having
      sum(credit - debit) <> 0
  `)
const now = (sale: Read<'sales'>): Promise<Read<'sales'>> => saleOf(desk, sale.SaleId)

test.each(fates)(
  'the wrong patient was picked and the cheque %s: it pays for the right one only if it counts',
  async (fate) => {
    const { sale, id } = await withCheque(fate)
    const right = await aPatient(desk)
    const moved = await put(desk, sale, { PatientId: right, BuyerId: right })
    expect([moved.status, moved.body.errors]).toEqual([200, undefined])
    const counts = fate === 'has cleared'
    expect(await posted(id)).toEqual(counts ? [{ Party: right, Credit: 350 }] : [])
    expect(await now(sale)).toMatchObject({ BuyerId: right, Paid: counts ? 350 : 0, Outstanding: counts ? 0 : 350 })
    if (fate !== 'waits') return
    // it clears afterwards, once, for its present buyer
    await meets(id, 'has cleared')
    expect(await posted(id)).toEqual([{ Party: right, Credit: 350 }])
    expect(await now(sale)).toMatchObject({ Paid: 350, Outstanding: 0 })
  },
)

test.each(fates)('the sale is cancelled and the cheque %s: only money that the bank paid is refunded', async (fate) => {
  const { sale } = await withCheque(fate)
  const gone = await desk.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect([gone.status, gone.body.message]).toEqual([200, 'The sale is cancelled'])
  const back = await desk.put('/api/refund/sales', {
    formId: sale.SaleId,
    PaymentModeId: paymentMode.Cheque,
    PaymentRef: '000901',
  })
  expect(back.status).toBe(fate === 'has cleared' ? 200 : 422)
  expect(await now(sale)).toMatchObject({ Paid: 0 })
})

test.each(fates)(
  'an invoice whose cheque %s is credited: the books balance, and the payment remains the buyer’s',
  async (fate) => {
    const invoice = await issued(await sold(), await sold())
    const taken = await labAdmin.post('/api/transactions/', {
      ...cheque(50),
      Date: new Date().toISOString(),
      ReceiverId: 2,
      GiverId: BuyerId,
      InvoiceId: invoice.InvoiceId,
    })
    expect([taken.status, taken.body.errors]).toEqual([201, undefined])
    const id = taken.body.TransactionId
    await meets(id, fate)
    const note = await accounts.put('/api/creditnote/invoices', {
      formId: invoice.InvoiceId,
      reason: 'Billed twice',
      SaleIds: [invoice.Sales[0].SaleId],
    })
    expect([fate, note.status, note.body.message]).toEqual([fate, 200, expect.anything()])
    expect(await posted(id)).toEqual(fate === 'has cleared' ? [{ Party: BuyerId, Credit: 50 }] : [])
  },
)

// Sales of an institution on credit and their invoices, paid, cancelled and credited.
import { expect } from 'vitest'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import type { TestApp } from '../../server/testing/app.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'

export const [SellerId, BuyerId] = [2, 21]
type Sold = { readonly SaleId: number }
type Issued = { readonly InvoiceId: number }

/** How an administrator of lab 2 invoices an institution. */
export const invoicing = (app: TestApp, admin: Person) => {
  let patient: number | undefined
  const PatientId = async (): Promise<number> => (patient ??= await aPatient(admin))
  const sold = async (more: Json = {}): Promise<Read<'sales'>> =>
    booked(admin, { PatientId: await PatientId(), BuyerId, products: [3001], ...more })
  const pending = async (person: Person = admin, more: Record<string, string> = {}) => {
    const asked = { SellerId: String(SellerId), BuyerId: String(BuyerId), ...more }
    return (await person.get(`/api/getdata/112?${new URLSearchParams(asked).toString()}`)).body
  }
  const issue = (sales: readonly Sold[], more: Json = {}, person = admin) =>
    person.post('/api/invoices/', {
      SellerId,
      BuyerId,
      Sales: sales.map((sale) => ({ SaleId: sale.SaleId })),
      ...more,
    })
  const issued = async (...sales: Sold[]): Promise<Read<'invoices'>> => {
    const answer = await issue(sales)
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return (await admin.get(`/api/invoices/${answer.body.InvoiceId}`)).body
  }
  const read = async (invoice: Issued): Promise<Read<'invoices'>> =>
    (await admin.get(`/api/invoices/${invoice.InvoiceId}`)).body
  const pay = async (invoice: Issued, Amount: number): Promise<number> => {
    const answer = await admin.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: SellerId,
      GiverId: BuyerId,
      InvoiceId: invoice.InvoiceId,
      Amount,
      PaymentModeId: paymentMode.Cash,
    })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return answer.body.TransactionId
  }
  const owed = async (): Promise<number> =>
    (
      await app.db.read.one<{ Owed: number }>(sql`
        select
          coalesce(sum(debit - credit), 0) as owed
        from
          ledger_entries
        where
          account = 'party'
          and party_id = ${BuyerId}
          and seller_id = ${SellerId}
      `)
    ).Owed
  const cancel = (invoice: Issued, reason = 'Wrong month', person = admin) =>
    person.put('/api/cancel/invoices', { formId: invoice.InvoiceId, reason })
  const credit = (invoice: Issued, sales: readonly Sold[], reason = 'Test not done') =>
    admin.put('/api/creditnote/invoices', {
      formId: invoice.InvoiceId,
      SaleIds: sales.map((sale) => sale.SaleId),
      reason,
    })

  return { PatientId, sold, pending, issue, issued, read, pay, owed, cancel, credit }
}

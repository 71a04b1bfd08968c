// Sales of an institution on credit and their invoices, paid, cancelled and credited.
import { expect } from 'vitest'
import { paymentMode } from '../lists/items.model.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import type { TestApp } from '../../server/testing/app.ts'
import type { Read } from '../../server/testing/answers.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'

export const [SellerId, BuyerId] = [2, 21]

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
  const issue = (sales: readonly Json[], more: Json = {}, person = admin): Promise<Answered> =>
    person.post('/api/invoices/', {
      SellerId,
      BuyerId,
      Sales: sales.map((sale) => ({ SaleId: sale['SaleId'] as unknown })),
      ...more,
    })
  const issued = async (...sales: { SaleId: number }[]): Promise<Read<'invoices'>> => {
    const answer = await issue(sales)
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return (await admin.get(`/api/invoices/${answer.body['InvoiceId']}`)).body
  }
  const read = async (invoice: Json): Promise<Read<'invoices'>> =>
    (await admin.get(`/api/invoices/${invoice['InvoiceId']}`)).body
  const pay = async (invoice: Json, Amount: number): Promise<number> => {
    const answer = await admin.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: SellerId,
      GiverId: BuyerId,
      InvoiceId: invoice['InvoiceId'] as unknown,
      Amount,
      PaymentModeId: paymentMode.Cash,
    })
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return answer.body.TransactionId
  }
  const owed = async (): Promise<number> =>
    (
      await app.db.read.one<{ owed: number }>(sql`
        select
          coalesce(sum(debit - credit), 0) as owed
        from
          ledger_entries
        where
          account = 'party'
          and party_id = ${BuyerId}
          and seller_id = ${SellerId}
      `)
    ).owed
  const cancel = (invoice: Json, reason = 'Wrong month', person = admin): Promise<Answered> =>
    person.put('/api/cancel/invoices', { formId: invoice['InvoiceId'] as unknown, reason })
  const credit = (invoice: Json, sales: readonly Json[], reason = 'Test not done'): Promise<Answered> =>
    admin.put('/api/creditnote/invoices', {
      formId: invoice['InvoiceId'] as unknown,
      SaleIds: sales.map((sale) => sale['SaleId'] as unknown),
      reason,
    })

  return { PatientId, sold, pending, issue, issued, read, pay, owed, cancel, credit }
}

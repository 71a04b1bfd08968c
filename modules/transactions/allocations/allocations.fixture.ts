// Institutions of lab 2 on credit, what they are invoiced, and the money that they send.
import { expect } from 'vitest'
import { bumpVersion } from '../../../server/session/session.ts'
import type { TestApp } from '../../../server/testing/app.ts'
import { insertOf } from '../../../server/testing/rows.ts'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import type { Json, Person } from '../../../server/testing/signed-in.ts'
import { clientType, paymentMode, paymentType } from '../../lists/items.model.ts'
import { aPatient, booked } from '../../sales/sales.fixture.ts'

export const rowsOf = <Row>({ Allocations }: { readonly Allocations: Rows<Row> }): Rows<Row> => Allocations

/** How accounts staff of lab 2 invoice buyers and allocate their money. */
export const allocating = (app: TestApp, desk: Person, accounts: Person) => {
  /** An institution of lab 2 that buys on credit. */
  const aBuyer = (CreditLimit: number | null = null): Promise<number> =>
    app.db.transaction(async (tx) => {
      const { Id } = await tx.one<{ Id: number }>(
        insertOf(
          'clients',
          {
            ClientTypeId: clientType.Institution,
            Name: 'Sunrise Hospital',
            ParentId: 2,
            PaymentTypeId: paymentType.Credit,
            CreditLimit,
            IsActive: true,
          },
          'client_id as id',
        ),
      )
      await bumpVersion(tx, 'clients')
      return Id
    })
  /** A sale of one blood count to the buyer: 230. */
  const sold = async (BuyerId: number): Promise<Read<'sales'>> =>
    booked(desk, { PatientId: await aPatient(desk), BuyerId })
  const issued = async (BuyerId: number, ...sales: Read<'sales'>[]): Promise<number> => {
    const made = await accounts.post('/api/invoices/', {
      SellerId: 2,
      BuyerId,
      Sales: sales.map((sale) => ({ SaleId: Number(sale.SaleId) })),
    })
    expect([made.status, made.body.errors]).toEqual([201, undefined])
    return Number(made.body.InvoiceId)
  }
  const money = (GiverId: number, Amount: number, more: Json = {}) =>
    accounts.post('/api/transactions/', {
      Date: new Date().toISOString(),
      ReceiverId: 2,
      GiverId,
      Amount,
      PaymentModeId: paymentMode.Cash,
      ...more,
    })
  const paidIn = async (...given: Parameters<typeof money>): Promise<number> => {
    const answer = await money(...given)
    expect([answer.status, answer.body.errors]).toEqual([201, undefined])
    return Number(answer.body.TransactionId)
  }
  const invoice = async (id: number): Promise<Read<'invoices'>> => (await accounts.get(`/api/invoices/${id}`)).body
  const payment = async (id: number): Promise<Read<'transactions'>> =>
    (await accounts.get(`/api/transactions/${id}`)).body
  const put = (formId: number, Allocations?: Json[], person: Person = accounts) =>
    person.put('/api/allocate/transactions', { formId, ...(Allocations && { Allocations }) })
  const undo = (formId: number, AllocationId: unknown, reason?: string, of = 'transactions') =>
    accounts.put(`/api/unallocate/${of}`, { formId, AllocationId, reason })
  const closing = async (party: number): Promise<unknown> => {
    const asked = { StartDate: '2020-01-01', EndDate: '2199-12-31', ClientIdList: String(party) }
    const rows = await accounts.get(`/api/getdata/1032?${new URLSearchParams(asked).toString()}`)
    return rows.body.at(-1)?.Balance
  }

  return { aBuyer, sold, issued, money, paidIn, invoice, payment, put, undo, closing }
}

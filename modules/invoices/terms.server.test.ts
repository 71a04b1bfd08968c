// The terms of a buyer say when an invoice is to be paid; an issued one keeps its day.
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { booked } from '../sales/sales.fixture.ts'
import { BuyerId, invoicing } from './invoices.fixture.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { sold, issued, read, PatientId } = invoicing(app, admin)
const today = (): string => dayOf(new Date())
const terms = async (CreditDays: unknown, person = admin) => person.put(`/api/clients/${BuyerId}`, { CreditDays })
const dueOf = async (invoice: Read<'invoices'>): Promise<unknown> => (await read(invoice)).DueDate

test('an invoice is due by the terms of its buyer when it is issued, and keeps its day when they change', async () => {
  const usual = await issued(await sold())
  expect(await dueOf(usual)).toBe(addDays(today(), 30))
  expect((await terms(45)).status).toBe(200)
  const later = await issued(await sold())
  expect((await terms(0)).status).toBe(200)
  const once = await issued(await sold())
  expect([await dueOf(usual), await dueOf(later), await dueOf(once)]).toEqual([
    addDays(today(), 30),
    addDays(today(), 45),
    today(),
  ])
  const ledger = await admin.get(
    `/api/getdata/1032?${new URLSearchParams({
      StartDate: new Date(Date.now() - 3_600_000).toISOString(),
      EndDate: new Date(Date.now() + 3_600_000).toISOString(),
      ClientIdList: String(BuyerId),
    }).toString()}`,
  )
  const days = ledger.body.filter((row) => row.VoucherNo === later.InvoiceNo).map((row) => row.DueDate)
  expect(days).toEqual([addDays(today(), 45)])
  await expectInvariants(app.db)
})

test('a sale that goes to another buyer is due by that one’s terms', async () => {
  expect((await terms(10)).status).toBe(200)
  const sale = await booked(admin, { PatientId: await PatientId(), products: [3001] })
  const of = async () => (await admin.get(`/api/invoices/${sale.InvoiceId}`)).body
  expect((await of()).DueDate).toBe(today())
  const moved = await admin.put(`/api/sales/${sale.SaleId}`, { BuyerId })
  expect([moved.status, (await of()).BuyerId, (await of()).DueDate]).toEqual([200, BuyerId, addDays(today(), 10)])
})

test('terms are whole days from 0 to 365, and a manager’s to set', async () => {
  for (const wrong of [-1, 366, 1.5, 'soon'])
    expect((await terms(wrong)).body.errors).toEqual({ CreditDays: [expect.any(String)] })
  const accounts = await signedIn(app, 'accounts', 7, 2)
  expect((await terms(20, accounts)).status).toBe(403)
  expect((await terms(null)).status).toBe(200)
})

// A seller takes another prefix in the middle of a year: each prefix is numbered from 1, without a gap.
import { afterEach, expect, test } from 'vitest'
import { financialYear } from '../../core/dates.ts'
import { booked } from '../sales/sales.fixture.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows, setRows } from '../../server/testing/rows.ts'
import { invoicing } from './invoices.fixture.ts'

const { app, admin: network, labAdmin: admin } = networkForTests('admin', 'labAdmin')
const { PatientId, sold, issued, credit } = invoicing(app, admin)
afterEach(() => expectInvariants(app.db))

const prefixed = (ClientId: number, BillPrefix: string) => network.put(`/api/clients/${ClientId}`, { BillPrefix })
/** Numbers of an invoice of two sales, of a bill at the counter, and of a credit note. */
const numbers = async (): Promise<unknown[]> => {
  const [one, two] = [await sold(), await sold()]
  const invoice = await issued(one, two)
  const bill = (await booked(admin, { PatientId: await PatientId(), products: [3001] })).Invoice
  expect((await credit(invoice, [one])).status).toBe(200)
  const [note] = await readRows<{ CreditNoteNo: string }>(
    app,
    'credit_notes',
    { InvoiceId: invoice.InvoiceId },
    'credit_note_no',
  )
  return [invoice.InvoiceNo, bill.InvoiceNo, note?.CreditNoteNo]
}
const year = financialYear(new Date().toISOString()).label

test('another prefix begins at 1, the former one continues where it ended, and no other place takes it over', async () => {
  expect(await numbers()).toEqual([`NCL/${year}/000001`, `NCL/${year}/000002`, `NCL/${year}/C00001`])
  expect((await prefixed(2, 'NQX')).status).toBe(200)
  expect(await numbers()).toEqual([`NQX/${year}/000001`, `NQX/${year}/000002`, `NQX/${year}/C00001`])
  const taken = await prefixed(3, 'NCL')
  expect([taken.status, taken.body.errors]).toEqual([
    400,
    { BillPrefix: ['Another place has numbered invoices with NCL. Choose another prefix'] },
  ])
  expect((await prefixed(2, 'NCL')).status).toBe(200)
  expect(await numbers()).toEqual([`NCL/${year}/000003`, `NCL/${year}/000004`, `NCL/${year}/C00002`])
})

test('a prefix that is sent as it was is taken, also where another place had numbered with it before that was refused', async () => {
  expect((await prefixed(2, 'NZX')).status).toBe(200)
  await numbers()
  expect((await prefixed(2, 'NCL')).status).toBe(200)
  await setRows(app, 'clients', { ClientId: 3 }, { BillPrefix: 'NZX' })
  const whole = (await network.get('/api/clients/3')).body
  const saved = await network.put('/api/clients/3', { BillPrefix: whole.BillPrefix, Area: 'Aundh' })
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  expect((await network.get('/api/clients/3')).body).toMatchObject({ BillPrefix: 'NZX', Area: 'Aundh' })
})

// The legs of a test in the sales report, and its tie to the income of the ledger.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { accessioned, aPatient, booked } from '../sales/sales.fixture.ts'
import { addDays, dayOf } from '../../core/dates.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { listed, sumsAt } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'

const { app, admin, labAdmin, front } = networkForTests('admin', 'labAdmin', 'front')
const { sold, issued, cancel } = invoicing(app, labAdmin)
let centres: Read<'sales'>, lab: Read<'sales'>
beforeAll(async () => {
  await setRows(app, 'clients', { ClientId: 21 }, { PaymentTypeId: 22 })
  centres = await accessioned(front, { PatientId: await aPatient(front), SellerId: 12, products: [3001] })
  lab = await booked(labAdmin, { products: [3002], AddlDiscount: 20 })
})
afterAll(() => expectInvariants(app.db))
const one = <Id extends number>(id: Id, person: Person, filter: Json = {}) => sumsAt(person, id, filter)
const net = (...sales: Read<'sales'>[]): number => sales.reduce((sum, sale) => sum + Number(sale.NetAmount), 0)

test('the legal entity reads each test once; the leg between its places is asked for', async () => {
  const once = await one(2140, admin)
  expect(once).toMatchObject({ Sales: 2, NetAmount: net(centres, lab) })
  expect((await listed(admin, 1031)).total).toBe(once.Lines)
  const between = await one(2140, admin, { Leg: 'between' })
  expect(between.Sales).toBe(1)
  expect(between.NetAmount).toBeGreaterThan(0)
  expect((await listed(admin, 1031, { Leg: 'between' })).rows.map((row) => row.SaleId)).not.toContain(centres.SaleId)
  const both = await one(2140, admin, { Leg: 'both' })
  expect(both.NetAmount).toBe(Number(once.NetAmount) + Number(between.NetAmount))
  expect((await one(2140, admin, { Leg: 'patient' })).NetAmount).toBe(once.NetAmount)
  // the laboratory keeps what it charges, since that is its income
  expect((await one(2140, labAdmin)).NetAmount).toBe(both.NetAmount)
  expect((await admin.get('/api/getdata/2140?Leg=none')).status).toBe(400)
})

test('what was sold, less what is not invoiced, and what other days bring is the income of the ledger', async () => {
  const today = { FromDate: dayOf(new Date()), ToDate: dayOf(new Date()) }
  const ledger = async (filter: Json): Promise<number> => {
    const rows = (await listed(admin, 1070, filter)).rows
    return -Number(rows.find((row) => row.Account === 'Sales')?.ClosingBalance ?? 0)
  }
  const tied = async (filter: Json = {}) => {
    const tie = await one(2157, admin, { Leg: 'both', ...today, ...filter })
    const report = await one(2140, admin, { Leg: 'both', ...today, ...filter })
    expect(tie.NetAmount).toBe(report.NetAmount)
    const sum = Number(tie.NetAmount) - Number(tie.NotInvoiced) + Number(tie.OtherDays)
    expect(sum).toBeCloseTo(Number(tie.Income), 2)
    return tie
  }
  const both = await tied()
  expect(both.Income).toBe(await ledger(today))
  expect(both.OtherDays).toBe(0)
  // the sale of the laboratory to its centre is on no invoice yet
  expect(both.NotInvoiced).toBe((await one(2140, admin, { Leg: 'between' })).NetAmount)
  expect(await one(2157, admin, today)).toMatchObject({
    Leg: 'patient',
    NetAmount: net(centres, lab),
    NotInvoiced: 0,
    Income: net(centres, lab),
  })
  // sold yesterday, invoiced today and cancelled: the report of yesterday has it, the ledger of today its invoice
  const [kept, gone] = [await sold(), await sold()]
  for (const sale of [kept, gone])
    await setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: `${addDays(today.FromDate, -1)}T06:00:00Z` })
  await issued(kept)
  await cancel(await issued(gone))
  const after = await tied({ BuyerIds: '21' })
  expect(after).toMatchObject({ NetAmount: 0, OtherDays: kept.NetAmount, Income: kept.NetAmount })
  expect((await tied()).Income).toBe(await ledger(today))
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect(await one(2157, nashik)).toMatchObject({ NetAmount: 0, Income: 0 })
  const seller = await signedIn(app, 'salesmanager', 9, 2)
  expect(await one(2157, seller)).toMatchObject({ NetAmount: 0, Income: 0 })
})

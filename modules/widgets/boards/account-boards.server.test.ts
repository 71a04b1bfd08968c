// The figures of the accounts and of the sales force, against batches, invoices, targets and visits made for the test.
import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../../core/dates.ts'
import { rowsAt, tileAt } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { aCashier, openOf, takes } from '../../tranbatches/tranbatches.fixture.ts'
import { setRows } from '../../../server/testing/rows.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { invoicing } from '../../invoices/invoices.fixture.ts'
import { aPatient, booked, mode } from '../../sales/sales.fixture.ts'

const {
  app,
  labAdmin: admin,
  accounts,
  desk,
  salesManager,
} = networkForTests('labAdmin', 'accounts', 'desk', 'salesManager')
const { sold, issued, pay } = invoicing(app, admin)
const tile = (id: number, person: Person = accounts): Promise<number> => tileAt(person, id)
const rows = <Id extends number>(id: Id, person: Person = accounts, query = '') => rowsAt(person, id, query)
const today = dayOf(new Date())

test('open batches are counted where the user covers; a closed one waits to be taken over', async () => {
  const before = await tile(2017)
  const sale = await booked(desk, {
    PatientId: await aPatient(desk),
    receipts: [{ PaymentModeId: mode.cash, Amount: 120 }],
  })
  expect(sale.SaleId).toBeGreaterThan(0)
  expect(await tile(2017)).toBe(before + 1)
  const nashik = await signedIn(app, 'nashik', 5, 3)
  expect((await nashik.get('/api/getdata/2017')).body).toMatchObject([{ Total: 0 }])
  const { body } = await desk.get('/api/getdata/1030')
  const id = body[0]?.BatchId
  await desk.put(`/api/closebatch/${id}`, { Counted: [{ PaymentModeId: mode.cash, Amount: 120 }] })
  expect(await tile(2017)).toBe(before)
  expect(await rows(2131)).toEqual([
    { BatchId: id, Owner: 'Kavita Joshi', CloseDate: expect.any(String), TotalAmount: 120 },
  ])
  expect(await rows(2131, nashik)).toEqual([])
  await accounts.put(`/api/transferbatch/${id}`, { Counted: [{ PaymentModeId: mode.cash, Amount: 120 }] })
  expect(await rows(2131)).toEqual([])
})

test('sales to invoice and overdue invoices, by buyer and in all', async () => {
  const [waits, late] = [await tile(2018), await tile(2019)]
  const sale = await sold()
  const net = Number(sale.NetAmount)
  expect(await tile(2018)).toBe(waits + net)
  expect(await rows(2132)).toEqual([
    expect.objectContaining({ ClientId: 21, Sales: expect.any(Number), NetAmount: waits + net }),
  ])
  const invoice = await issued(sale)
  expect([await tile(2018), await tile(2019)]).toEqual([waits, late])
  // paid within thirty days: overdue on the day after
  const at = (days: number) =>
    setRows(
      app,
      'invoices',
      { InvoiceId: invoice.InvoiceId },
      {
        InvoiceDate: new Date(`${addDays(today, -days)}T12:00:00+05:30`).toISOString(),
        DueDate: addDays(today, 30 - days),
      },
    )
  /** By the list of those who are reminded. */
  const reminded = async () =>
    (await accounts.get('/api/getdata/115?SellerId=2')).body.reduce((sum, one) => sum + Number(one.Overdue), 0)
  const before = await reminded()
  await at(30)
  expect([await tile(2019), await reminded()]).toEqual([late, before])
  await at(31)
  expect([await tile(2019), await reminded()]).toEqual([late + net, before + net])
  await pay(invoice, 45)
  expect(await tile(2019)).toBe(late + net - 45)
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect([await tile(2018, nashik), await tile(2019, nashik)]).toEqual([0, 0])
})

test('a sales manager sees the progress of the running target, the visits of the month, dues and whom to visit', async () => {
  const { userId } = salesManager
  expect(await tile(2020, salesManager)).toBe(0)
  const made = await admin.post('/api/targets/', {
    StartDate: addDays(today, -1),
    EndDate: addDays(today, 1),
    SalesManagerId: userId,
    TargetSaleAmount: 1000,
  })
  expect(made.status).toBe(201)
  await admin.post('/api/targets/', {
    StartDate: addDays(today, 2),
    EndDate: addDays(today, 3),
    SalesManagerId: userId,
    TargetSaleAmount: 99_000,
  })
  await setRows(app, 'clients', { ClientId: 21 }, { SalesManagerId: userId })
  const before = await tile(2020, salesManager)
  const sale = await sold()
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { SalesManagerId: userId })
  const percent = Number(sale.NetAmount) / 10
  expect(await tile(2020, salesManager)).toBeCloseTo(before + percent, 1)
  expect(await rows(2133, salesManager)).toEqual([
    expect.objectContaining({ TargetId: made.body.TargetId, TargetSaleAmount: 1000, Percent: expect.any(Number) }),
  ])
  const whom = async () => (await rows(2134, salesManager)).map((row) => row.ClientId)
  expect(await whom()).toContain(21)
  const visits = await tile(2021, salesManager)
  expect((await salesManager.post('/api/clientvisits/', { ClientId: 21 })).status).toBe(201)
  expect(await tile(2021, salesManager)).toBe(visits + 1)
  expect(await whom()).not.toContain(21)
  const dues = await tile(2022, await signedIn(app, 'salesmanager', 9, 2))
  expect(dues).toBeGreaterThanOrEqual(0)
  // no targets and visits of another place
  const nashik = await signedIn(app, 'admin', 1, 3)
  expect([await tile(2020, nashik), await rows(2133, nashik)]).toEqual([0, []])
  expect((await desk.get('/api/getdata/2020')).status).toBe(403)
})

test('cash in the own batch is receipts, refunds and what was taken over; before a blind count its tile counts them', async () => {
  const shown = (CashOnTile: boolean) => setRows(app, 'network_settings', { SettingsId: 1 }, { CashOnTile })
  const mine = async () => (await rows(2014, desk))[0] as { Total: number; Unit: string | null; Trend: number[] }
  const payments = (await mine()).Total
  await shown(true)
  const before = await mine()
  const PatientId = await aPatient(desk)
  const receipt = { PaymentModeId: mode.cash, Amount: 350 }
  const sale = await booked(desk, { PatientId, receipts: [receipt] })
  const formId = sale.SaleId
  expect((await desk.put('/api/cancel/sales', { formId, reason: 'Not wanted' })).status).toBe(200)
  expect((await desk.put('/api/refund/sales', { formId, ...receipt, Amount: 100 })).status).toBe(200)
  const colleague = await aCashier(app)
  await takes(colleague, PatientId, 130)
  const id = await openOf(colleague, accounts)
  const Counted = [{ PaymentModeId: mode.cash, Amount: 130 }]
  expect((await colleague.put(`/api/closebatch/${id}`, { Counted })).status).toBe(200)
  expect((await desk.put(`/api/transferbatch/${id}`, { Counted })).status).toBe(200)
  const after = await mine()
  expect([after.Total - before.Total, after.Unit]).toEqual([380, '₹'])
  expect(Number(after.Trend.at(-1)) - Number(before.Trend.at(-1))).toBe(380)
  await shown(false)
  expect(await mine()).toMatchObject({
    Total: payments + 3,
    Unit: null,
    PreviousLabel: expect.stringContaining('payments in cash since'),
  })
})

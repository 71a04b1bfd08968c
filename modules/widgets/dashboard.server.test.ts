// The figures of the dashboard against money and reports made for the test.
import { beforeAll, expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import { rowsAt, tileAt } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import type { Json } from '../../server/testing/signed-in.ts'
import { countRows, setRows } from '../../server/testing/rows.ts'
import { role } from '../../core/user.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { shipmentStatus } from '../lists/items.model.ts'
import { courier as carrier, packed, party, tubesOf } from '../shipments/shipments.fixture.ts'
import { promisedFor } from '../sales/accession/accession.fixture.ts'
import { accessioned, aPatient, booked, mode } from '../sales/sales.fixture.ts'
import { byBank } from '../transactions/by-bank.fixture.ts'

const { app, admin, desk, front, manager, nashik } = networkForTests('admin', 'desk', 'front', 'manager', 'nashik')
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
const tile = (id: number, person = manager): Promise<number> => tileAt(person, id)
type Sums = { Received: number; PaidBack: number; PaidOut: number; NetAmount: number; Rows?: number | undefined }
const write = (query: ReturnType<typeof sql>) => app.db.transaction((tx) => tx.run(query))

test('collections are what buyers pay: no money between a centre and its lab, nor what the lab pays a supplier', async () => {
  const before = await tile(2002)
  await booked(front, { PatientId: patient, SellerId: 12, receipts: [{ PaymentModeId: mode.cash, Amount: 300 }] })
  expect(await tile(2002)).toBe(before + 300)
  const pay = (body: Json) =>
    manager.post('/api/transactions/', {
      Date: new Date().toISOString(),
      PaymentModeId: mode.cash,
      Amount: 1000,
      ...body,
    })
  // the centre pays its lab
  expect((await pay({ GiverId: 12, ReceiverId: 2 })).status).toBe(201)
  expect(await tile(2002)).toBe(before + 300)
  // the centre itself sees its receipts and not its payment to the lab
  expect(await tile(2002, front)).toBe(300)
  // the lab pays a courier: no money given back, and what a courier returns is not collected
  const sums = async (): Promise<Sums | undefined> => {
    const from = dayOf(new Date())
    const [found] = (await manager.get<Sums[]>(`/api/getdata/2154?FromDate=${from}`)).body
    return found && { ...found, Rows: undefined }
  }
  const summed = await sums()
  if (!summed) throw new Error('There are no sums')
  const paid = await admin.post('/api/transactions/', {
    ...byBank(),
    GiverId: 2,
    ReceiverId: carrier.puneCity,
    Amount: 500,
    Date: new Date().toISOString(),
  })
  expect([paid.status, paid.body.errors]).toEqual([201, undefined])
  expect((await admin.get(`/api/transactions/${String(paid.body.TransactionId)}`)).body.Kind).toBe('Refund')
  expect(await tile(2002)).toBe(before + 300)
  expect(await sums()).toMatchObject({
    Received: summed.Received,
    PaidBack: summed.PaidBack,
    PaidOut: summed.PaidOut + 500,
    NetAmount: summed.NetAmount - 500,
  })
  const undone = await admin.put('/api/cancel/transactions', {
    formId: paid.body.TransactionId,
    reason: 'Returned',
  })
  expect([undone.status, undone.body.errors]).toEqual([200, undefined])
  expect(await tile(2002)).toBe(before + 300)
  expect(await sums()).toMatchObject(summed)
})

test('a courier sees shipments that are packed or in transit, and no received or foreign ones', async () => {
  const courier = await signedIn(app, 'courier', role.Logistics, carrier.puneCity)
  const boxes = async () => (await courier.get('/api/getdata/2130')).body.map((box) => box.ShipmentId)
  const made = await accessioned(front, { PatientId: patient, SellerId: party.hadapsar })
  const box = await packed(front, { from: party.hadapsar, to: party.central, samples: tubesOf(made) })
  expect(await boxes()).toEqual([box.ShipmentId])
  const underWay = async () => [await tile(2023, courier), await tile(2024, courier)]
  expect(await underWay()).toEqual([0, 0])
  await write(sql`
    update shipments
    set
      status_id = ${shipmentStatus.Dispatched},
      dispatch_date = now()
  `)
  expect(await underWay()).toEqual([1, tubesOf(made).length])
  await write(sql`
    update shipments
    set
      courier_id = ${carrier.nashikToPune}
  `)
  expect(await boxes()).toEqual([])
  expect((await front.get('/api/getdata/2130')).body).toHaveLength(1)
  await write(sql`
    update shipments
    set
      status_id = ${shipmentStatus.Received}
  `)
  expect((await front.get('/api/getdata/2130')).body).toEqual([])
})

test('a refund to a patient is no collection', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: mode.cash, Amount: 350 }] })
  const before = await tile(2002)
  await desk.put('/api/cancel/sales', { formId: sale.SaleId, reason: 'Not wanted' })
  expect((await desk.put('/api/refund/sales', { formId: sale.SaleId, PaymentModeId: mode.cash })).status).toBe(200)
  expect(await tile(2002)).toBe(before - 350)
})

test('outstanding counts old dues too', async () => {
  const before = await tile(2003)
  const sale = await booked(desk, { PatientId: patient })
  await write(sql`
    update sales
    set
      sale_date = now() - interval '200 days'
    where
      sale_id = ${sale.SaleId}
  `)
  expect(await tile(2003)).toBe(before + 350)
})

test('an overdue report that is still missing is not within its time', async () => {
  const due = async (hoursAgo: number, reportedHoursAgo: number | null): Promise<void> => {
    const sale = await accessioned(desk, { PatientId: patient })
    await promisedFor(app, sale.SaleId, sql`now() - make_interval(hours => ${hoursAgo})`)
    if (reportedHoursAgo !== null)
      await write(sql`
        update sale_products
        set
          reported_at = now() - make_interval(hours => ${reportedHoursAgo})
        where
          sale_id = ${sale.SaleId}
      `)
  }
  await due(5, 6)
  expect(await tile(2004)).toBe(100)
  await due(5, null)
  expect(await tile(2004)).toBe(50)
  await due(5, 4)
  expect(await tile(2004)).toBe(33.33)
  // not due yet: neither in time nor late
  await due(-5, null)
  expect(await tile(2004)).toBe(33.33)
})

test('pending work is the work on the bench: work for an outside lab is pending only at the lab that enters it', async () => {
  const sale = await accessioned(desk, { PatientId: patient })
  const pending = async () => [await tile(2009), await tile(2009, nashik)]
  const [here, there] = await pending()
  await setRows(app, 'work_items', { SaleId: sale.SaleId }, { KeeperId: 3 })
  const moved = await countRows(app, 'work_items', { SaleId: sale.SaleId })
  expect(moved).toBeGreaterThan(0)
  expect(await pending()).toEqual([Number(here) - moved, Number(there) + moved])
})

test('tiles and tables of a period name it', async () => {
  const names = (await manager.get('/api/getdata/600')).text
  for (const name of ['Reports within TAT, 7 days', 'Sales by seller, 7 days', 'Outstanding, all sales'])
    expect(names).toContain(name)
})

test('a lab that performs a sale of another reads no prices of it on its dashboard, and counts none of its money', async () => {
  const money = async () => [await tile(2001, nashik), await tile(2003, nashik)]
  const rows = <Id extends number>(id: Id, query = '') => rowsAt(nashik, id, query)
  const figures = async () => [await money(), await rows(2101), await rows(2102)]
  const before = await figures()
  const made = await accessioned(desk, { PatientId: patient })
  await setRows(app, 'samples', { SaleId: made.SaleId }, { PerformingLabId: 3 })
  const own = <Row extends { readonly SaleId: number }>(list: readonly Row[]) =>
    list.find(({ SaleId }) => SaleId === made.SaleId)
  expect(own(await rows(2108))).toMatchObject({ Patient: expect.any(String), NetAmount: null })
  const inStatus = await rows(2110, `?StatusId=${made.StatusId}`)
  expect(own(inStatus)).toMatchObject({ Patient: expect.any(String), NetAmount: null, Outstanding: null })
  expect(await figures()).toEqual(before)
  const [sold] = (await desk.get('/api/getdata/2108')).body.filter((row) => row.SaleId === made.SaleId)
  expect(sold).toMatchObject({ NetAmount: made.NetAmount })
  await setRows(app, 'sales', { SaleId: made.SaleId }, { SaleDate: sql`now() - interval '3 days'` })
  expect((await rows(2103, '?Days=1')).filter((row) => row.ClientId === patient)).toEqual([])
})

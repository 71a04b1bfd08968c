// Missed and overdue shipments: each is reported once, to the staff of its parties only.
import { beforeAll, expect, test } from 'vitest'
import { atTime, dayOf } from '../../../core/dates.ts'
import { at } from '../../../server/clock.ts'
import { sql } from '../../../server/db/db.ts'
import { systemAuthor } from '../../../server/session/system.ts'
import { runScheduled } from '../../../server/testing/scheduled.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { countRows, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { shipmentStatus } from '../../lists/items.model.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { courier, dispatched, dispatch, party, shipmentOf, shippable, tubesOf } from '../shipments.fixture.ts'
import { dispatchByItself } from './auto.server.ts'
import { expectedHours, overdueShipments, notifyOverdue } from './overdue.server.ts'

const { app } = networkForTests('manager')
const { satellite, central } = party
let lab: Person
let desk: Person
let bench: Person
const hour = 3_600_000
const tomorrow = dayOf(Date.now() + 24 * hour)
const run = (hours: number, minutes: number): Promise<void> =>
  at(new Date(atTime(tomorrow, hours, minutes)), () => dispatchByItself(app.db, systemAuthor('auto-dispatch')))
const told = (like: string): Promise<{ Name: string; Content: string; Path: string }[]> =>
  app.db.read.rows(sql`
    select
      person.user_name as name,
      news.content,
      news.path
    from
      notifications news
      join users person using (user_id)
    where
      news.subject like ${like}
    order by
      news.notification_id,
      person.user_name
  `)
const openShipments = (): Promise<{ Id: number }[]> =>
  readRows(
    app,
    'shipments',
    { ConsignorId: satellite, IsAuto: true, StatusId: shipmentStatus.BeingPacked },
    'shipment_id as id, row_version',
    'shipment_id',
  )
const setLab = (values: Json): Promise<unknown> => setRows(app, 'clients', { ClientId: satellite }, values)
const sale = (): Promise<Read<'sales'>> =>
  accessioned(lab, { SellerId: satellite, products: [product.cbc, product.antiCcp] })

beforeAll(async () => {
  lab = await signedIn(app, 'nashik', 5, satellite)
  desk = await signedIn(app, 'labdesk', 5, central)
  bench = await signedIn(app, 'technologist', 4, central)
})

test('a laboratory without a courier is notified once at its cut-off that no shipment left; a courier set in time takes it after all', async () => {
  const missed = () => told('No shipment was dispatched%')
  await setLab({ AutoDispatch: true, ConsigneeId: central, CourierId: null, DispatchTimes: '11:00, 17:30' })
  // no tube is ready there: no cut-off is missed
  await run(11, 0)
  expect([await missed(), await countRows(app, 'cut_offs', { ClientId: satellite })]).toEqual([[], 0])
  await sale()
  await run(17, 29)
  expect(await missed()).toEqual([])
  await Promise.all([run(17, 30), run(17, 30)])
  // an inactive courier counts as none
  await setLab({ CourierId: courier.nashikToPune })
  await setRows(app, 'clients', { ClientId: courier.nashikToPune }, { IsActive: false })
  await run(17, 31)
  const [first, ...others] = await missed()
  expect(first).toMatchObject({ Name: 'manager', Path: '/summary/shipments' })
  expect(first?.Content).toMatch(
    /^1 sample for .+ did not leave at .+ 05:30 PM\. Set a courier next to Auto Dispatch, or/,
  )
  expect(others.map(({ Name }) => Name)).toEqual(['nashik'])
  expect(await countRows(app, 'shipments', { ConsignorId: satellite, IsAuto: true })).toBe(0)
  await setRows(app, 'clients', { ClientId: courier.nashikToPune }, { IsActive: true })
  await run(17, 32)
  await run(17, 33)
  expect(await countRows(app, 'shipments', { ConsignorId: satellite, IsAuto: true, StatusId: 141 })).toBe(1)
  expect(await missed()).toHaveLength(2)
  await setLab({ AutoDispatch: false })
})

test('at a cut-off the sender and the courier are notified once that a shipment is being edited; it leaves after the edit', async () => {
  const missed = () => told('No shipment was dispatched to % is editing it')
  await setLab({ AutoDispatch: true, CourierId: courier.puneCity, DispatchTimes: '20:00' })
  await sale()
  await run(19, 0)
  const [open] = await openShipments()
  expect((await lab.post('/api/locks/', { ModuleId: 'shipments', FormId: open?.Id })).status).toBe(200)
  await run(19, 59)
  expect(await missed()).toEqual([])
  await Promise.all([run(20, 0), run(20, 0)])
  await run(20, 14)
  const news = await missed()
  expect(news.map(({ Name }) => Name).sort()).toEqual(['courier', 'manager', 'nashik'])
  expect(news[0]?.Content).toMatch(
    /^1 sample for .+ did not leave at .+ 08:00 PM\. It leaves when the edit ends within 15 minutes; after that/,
  )
  expect(await openShipments()).toEqual([open])
  await lab.call('DELETE', '/api/locks/')
  await run(20, 15)
  expect(await openShipments()).toEqual([])
  expect(await shipmentOf(lab, open?.Id)).toMatchObject({ StatusId: 141 })
})

test('a shipment left open in an idle window leaves at its cut-off, and the save of that window is refused', async () => {
  await setLab({ DispatchTimes: '21:00' })
  await sale()
  await run(20, 30)
  const [open] = await openShipments()
  const { RowVersion } = await shipmentOf(lab, open?.Id)
  expect((await lab.post('/api/locks/', { ModuleId: 'shipments', FormId: open?.Id })).status).toBe(200)
  await sale()
  await app.db.transaction((tx) =>
    tx.run(sql`
      update sessions
      set
        last_seen_at = now() - interval '6 minutes'
    `),
  )
  await run(20, 59)
  expect(await openShipments()).toEqual([open])
  await run(21, 0)
  expect(await shipmentOf(lab, open?.Id)).toMatchObject({ StatusId: 141, NumberOfSamples: 2 })
  const late = await lab.put(`/api/shipments/${String(open?.Id)}`, { RowVersion, Remarks: 'Ice added' })
  expect(late.status).toBeGreaterThanOrEqual(409)
  await lab.call('DELETE', '/api/locks/')
  await setLab({ AutoDispatch: false })
})

test('a shipment is overdue after its hours, reported once to both parties, and again only after another dispatch', async () => {
  const overdue = () => told('Shipment % is overdue')
  await sale()
  const [tube] = await shippable(lab, satellite, central)
  const { ShipmentId, DispatchDate } = await dispatched(lab, {
    from: satellite,
    to: central,
    samples: [tube?.SampleId],
  })
  const after = (hours: number, since: unknown): Promise<void> =>
    at(new Date(Date.parse(String(since)) + hours * hour), () => notifyOverdue(app.db))
  await setRows(app, 'shipments', { ConsignorId: satellite, IsAuto: true }, { StatusId: 143 })
  await after(expectedHours - 0.1, DispatchDate)
  expect(await overdue()).toEqual([])
  await Promise.all([after(expectedHours, DispatchDate), after(expectedHours, DispatchDate)])
  await after(expectedHours + 1, DispatchDate)
  const first = await overdue()
  const names = first.map(({ Name }) => Name).sort()
  expect(names).toEqual([...new Set(names)])
  expect(names).toEqual(expect.arrayContaining(['nashik', 'labdesk', 'technologist', 'logistics', 'manager']))
  expect(names).not.toContain('frontdesk')
  expect(first[0]?.Path).toBe(`/shipments?ShipmentId=${String(ShipmentId)}`)
  expect(first[0]?.Content).toMatch(/^1 sample from .+ in transit with .+, not received after 24 hours\.$/)
  for (const person of [lab, desk, bench]) expect(await shipmentOf(person, ShipmentId)).toMatchObject({ ShipmentId })
  expect((await lab.put(`/api/undispatch/shipments/${String(ShipmentId)}`)).status).toBe(200)
  await after(expectedHours + 2, DispatchDate)
  expect((await dispatch(lab, ShipmentId)).status).toBe(200)
  const again = (await shipmentOf(lab, ShipmentId)).DispatchDate
  // the day of the first report is before the second dispatch
  await setRows(app, 'shipments', { ShipmentId }, { OverdueToldAt: '2026-01-01T00:00:00Z' })
  await after(expectedHours, again)
  expect(await overdue()).toHaveLength(2 * first.length)
})

test('a received shipment is not overdue, nor one to a consignee without users', async () => {
  const before = (await told('Shipment % is overdue')).length
  const sent = await sale()
  const ready = await shippable(lab, satellite, central)
  const tube = ready.find((one) => tubesOf(sent).includes(one.SampleId))
  const { ShipmentId } = await dispatched(lab, { from: satellite, to: central, samples: [tube?.SampleId] })
  const row = (await shipmentOf(desk, ShipmentId)).ShipmentSamples
  const ShipmentSamples = row.map(({ ShipmentSampleId }) => ({ ShipmentSampleId, StatusId: 121 }))
  expect((await desk.put(`/api/shipmentreceipt/${String(ShipmentId)}`, { ShipmentSamples })).status).toBe(200)
  const later = new Date(Date.now() + 2 * expectedHours * hour)
  await at(later, () => notifyOverdue(app.db))
  expect(await told('Shipment % is overdue')).toHaveLength(before)
  await setRows(app, 'shipments', { ShipmentId }, { StatusId: 141, ConsigneeId: party.reference, OverdueToldAt: null })
  await at(later, () => runScheduled(app, overdueShipments))
  expect(await told('Shipment % is overdue')).toHaveLength(before)
})

// Automatic dispatch: what a laboratory holds for its recipient is packed, and dispatched once at each cut-off.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { atTime, dayOf } from '../../../core/dates.ts'
import { at } from '../../../server/clock.ts'
import { systemAuthor } from '../../../server/session/system.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { countRows, readRows, setRows, valueOf } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, product } from '../../sales/sales.fixture.ts'
import { courier, party, shipmentOf, tubesOf } from '../shipments.fixture.ts'
import { dispatchByItself } from './auto.server.ts'

const { app, manager } = networkForTests('manager')
const { satellite, central } = party
const author = systemAuthor('auto-dispatch')
let lab: Person
/** A sale of the laboratory with one tube for the next laboratory. */
const sale = async (): Promise<Read<'sales'>> =>
  accessioned(lab, { SellerId: satellite, products: [product.cbc, product.antiCcp] })
const shipmentsOf = (): Promise<{ Id: number; Status: number }[]> =>
  readRows(
    app,
    'shipments',
    { ConsignorId: satellite, IsAuto: true },
    'shipment_id as id, status_id as status',
    'shipment_id',
  )
/** Runs the job at an hour of tomorrow, when every tube is collected. */
const tomorrow = dayOf(Date.now() + 86_400_000)
const run = (hour: number, minute: number) =>
  at(new Date(atTime(tomorrow, hour, minute)), () => dispatchByItself(app.db, author))

afterEach(() => expectInvariants(app.db))
beforeAll(async () => {
  lab = await signedIn(app, 'nashik', 5, satellite)
  await setRows(
    app,
    'clients',
    { ClientId: satellite },
    {
      AutoDispatch: true,
      ConsigneeId: central,
      CourierId: courier.nashikToPune,
      DispatchTimes: '00:00, 17:30',
    },
  )
})

test('tubes for the recipient are added to one open shipment, later tubes too; a removed tube is not added again', async () => {
  const first = await sale()
  await run(9, 0)
  await run(9, 1)
  const [made, ...others] = await shipmentsOf()
  expect([made?.Status, others]).toEqual([140, []])
  const shipment = await shipmentOf(lab, made?.Id)
  expect(shipment).toMatchObject({ ConsigneeId: central, CourierId: courier.nashikToPune, NumberOfSamples: 1 })
  const [packed] = shipment.ShipmentSamples.map((row) => row.SampleId)
  expect(tubesOf(first)).toContain(packed)
  const second = await sale()
  await run(9, 2)
  expect(await shipmentOf(lab, made?.Id)).toMatchObject({ NumberOfSamples: 2, StatusId: 140 })
  const kept = await lab.put(`/api/shipments/${made?.Id}`, { ShipmentSamples: [{ SampleId: packed }] })
  expect(kept.status).toBe(200)
  await run(9, 3)
  expect(await shipmentOf(lab, made?.Id)).toMatchObject({ NumberOfSamples: 1 })
  const history = (await lab.get(`/api/actions?ModuleId=shipments&FormId=${String(made?.Id)}`)).body
  expect(history.map((entry) => [entry.Action, entry.User.FullName])).toEqual(
    expect.arrayContaining([['create', 'System']]),
  )
  expect(tubesOf(second)).toHaveLength(2)
})

test('it is dispatched at midnight and at half past five, once each, however often the job runs', async () => {
  const [before] = await shipmentsOf()
  await Promise.all([run(0, 0), run(0, 0), run(0, 1)])
  const sent = await shipmentOf(manager, before?.Id)
  expect([sent.StatusId, sent.DispatchDate]).toEqual([
    141,
    expect.stringContaining(atTime(tomorrow, 0, 0).slice(0, 14)),
  ])
  // the removed tube is on the next shipment, which waits for its own cut-off
  await run(0, 2)
  const [, next, ...more] = await shipmentsOf()
  expect([next?.Status, more]).toEqual([140, []])
  await run(17, 29)
  expect((await shipmentOf(manager, next?.Id)).StatusId).toBe(140)
  await run(17, 30)
  await run(17, 31)
  expect((await shipmentOf(manager, next?.Id)).StatusId).toBe(141)
  expect(await countRows(app, 'cut_offs', { ClientId: satellite })).toBe(2)
  const news = await valueOf<number>(app, 'notifications', { Creater: 'System' }, 'count(*)::int')
  expect(news).toBeGreaterThan(0)
})

test('a shipment that a user edits is skipped, and dispatched after the edit', async () => {
  await sale()
  await run(18, 0)
  const open = (await shipmentsOf()).find(({ Status }) => Status === 140)
  const lock = await lab.post('/api/locks/', { ModuleId: 'shipments', FormId: open?.Id })
  expect(lock.status).toBe(200)
  await sale()
  await run(18, 1)
  expect(await shipmentOf(lab, open?.Id)).toMatchObject({ NumberOfSamples: 1 })
  await lab.call('DELETE', '/api/locks/')
  await run(18, 2)
  expect(await shipmentOf(lab, open?.Id)).toMatchObject({ NumberOfSamples: 2 })
})

test('after Undo Dispatch an automatic shipment is packed by hand; the next one is open as well', async () => {
  const sent = (await shipmentsOf()).find(({ Status }) => Status === 141)
  expect((await shipmentsOf()).some(({ Status }) => Status === 140)).toBe(true)
  const back = await lab.put(`/api/undispatch/shipments/${String(sent?.Id)}`)
  expect([back.status, back.body.message]).toEqual([200, `The dispatch of shipment ${String(sent?.Id)} is undone`])
  expect(await valueOf(app, 'shipments', { ShipmentId: sent?.Id }, 'is_auto')).toBe(false)
  await run(18, 3)
  expect((await shipmentOf(lab, sent?.Id)).StatusId).toBe(140)
})

test('a shipment packed for a courier that is now inactive is dispatched with the present courier', async () => {
  await run(19, 0)
  const open = (await shipmentsOf()).find(({ Status }) => Status === 140)
  expect((await shipmentOf(lab, open?.Id)).CourierId).toBe(courier.nashikToPune)
  const setCourier = (ClientId: number, IsActive: boolean) => setRows(app, 'clients', { ClientId }, { IsActive })
  await setCourier(courier.nashikToPune, false)
  await setRows(app, 'clients', { ClientId: satellite }, { CourierId: courier.deccan, DispatchTimes: '19:30' })
  await run(19, 30)
  expect(await shipmentOf(manager, open?.Id)).toMatchObject({ StatusId: 141, CourierId: courier.deccan })
  const history = (await manager.get(`/api/actions?ModuleId=shipments&FormId=${String(open?.Id)}`)).body
  expect(history.map((entry) => entry.Changes)).toContainEqual(
    expect.objectContaining({ CourierId: [courier.nashikToPune, courier.deccan] }),
  )
  await setCourier(courier.nashikToPune, true)
})

// Client visits: the visitor's own, dated now unless a manager sets the date, with dues in view.
import { beforeAll, expect, test } from 'vitest'
import { invoicing } from '../invoices/invoices.fixture.ts'
import { saleStatus } from '../lists/items.model.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
const { issued, cancel } = invoicing(app, admin)
let manager: Person, sales: Person
beforeAll(async () => {
  ;[manager, sales] = [await signedIn(app, 'manager', 2, 2), await signedIn(app, 'salesmanager', 9, 2)]
  await setRows(app, 'clients', { ClientTypeId: 11 }, { SalesManagerId: sales.userId })
  await setRows(app, 'clients', { ClientId: 21 }, { SalesManagerId: sales.userId })
})
const visit = async (person: Person, more: Json = {}): Promise<Read<'clientvisits'>> => {
  const answer = await person.post('/api/clientvisits/', { ClientId: 101, ...more })
  expect([answer.status, answer.body.errors]).toEqual([201, undefined])
  return (await person.get(`/api/clientvisits/${answer.body.ClientVisitId}`)).body
}
const yesterday = () => new Date(Date.now() - 86_400_000).toISOString()

test('MDA-118 MDA-144 a visit is read with its day, user, client, tags, notes and meeting as saved', async () => {
  const VisitDate = yesterday()
  const made = await visit(manager, {
    VisitDate,
    UserId: sales.userId,
    Tags: [{ ListItemId: 71 }, { ListItemId: 73 }],
    Notes: 'Wants prices for May',
    Place: 'Clinic in Aundh',
  })
  expect(made).toMatchObject({
    ClientVisitId: expect.any(Number),
    MeetingId: made.ClientVisitId,
    VisitDate,
    UserId: sales.userId,
    User: { FullName: 'Farah Khan' },
    ClientId: 101,
    Client: { ClientId: 101 },
    Tags: [
      { ListItemId: 71, ItemLabel: 'Follow-up' },
      { ListItemId: 73, ItemLabel: 'Payment follow-up' },
    ],
    Notes: 'Wants prices for May',
    Place: 'Clinic in Aundh',
  })
})

test('MDA-272 a client is required, and the visitor must see it', async () => {
  const refused = async (ClientId: number | null) => {
    const answer = await sales.post('/api/clientvisits/', { ClientId })
    return [answer.status, answer.body.errors]
  }
  expect(await refused(null)).toEqual([400, { ClientId: ['Client is required'] }])
  expect((await refused(999_999))[0]).toBe(404)
  const far = await sales.post('/api/clientvisits/', { ClientId: 101, Place: 'x'.repeat(121) })
  expect([far.status, Object.keys(far.body.errors)]).toEqual([400, ['Place']])
})

test('FND-320 above role 2 a visit is the user’s own, dated now, and neither can be changed; a manager sets both, but never in the future', async () => {
  const before = Date.now() - 5_000
  const own = await visit(sales, { VisitDate: yesterday() })
  expect(own.UserId).toBe(sales.userId)
  expect(Date.parse(own.VisitDate)).toBeGreaterThan(before)
  const change = (person: Person, more: Json) =>
    person.put(`/api/clientvisits/${own.ClientVisitId}`, more).then((answer) => answer.status)
  expect(await change(sales, { VisitDate: yesterday() })).toBe(403)
  expect(await change(sales, { UserId: manager.userId })).toBe(403)
  expect(await change(sales, { Notes: 'Said yes' })).toBe(200)
  expect(await change(manager, { VisitDate: yesterday() })).toBe(200)
  expect(await change(manager, { VisitDate: new Date(Date.now() + 86_400_000).toISOString() })).toBe(400)
})

test('several people in one meeting share its number; another user’s meeting is refused', async () => {
  const first = await visit(sales)
  const second = await visit(sales, { ClientId: 102, MeetingId: first.MeetingId })
  expect(second.MeetingId).toBe(first.ClientVisitId)
  const others = await visit(manager)
  const answer = await sales.post('/api/clientvisits/', { ClientId: 102, MeetingId: others.MeetingId })
  expect([answer.status, answer.body.errors]).toEqual([400, { MeetingId: ['This meeting belongs to another user'] }])
})

test('a sales manager sees their own visits alone, a manager those of the employer, a front desk none', async () => {
  const [own, managers] = [await visit(sales), await visit(manager)]
  const status = async (person: Person, one: Read<'clientvisits'>) =>
    (await person.get(`/api/clientvisits/${one.ClientVisitId}`)).status
  expect([await status(sales, own), await status(sales, managers)]).toEqual([200, 404])
  expect([await status(manager, own), await status(manager, managers)]).toEqual([200, 200])
  expect(await status(await signedIn(app, 'labdesk', 5, 2), own)).toBe(403)
})

test('MDA-033 the list is narrowed by the client’s name and type; the last visits are read by client', async () => {
  const made = await visit(manager, { ClientId: 103, VisitDate: '2026-04-01T10:00:00Z', Place: 'At the fair' })
  await visit(manager, { ClientId: 21 })
  const name = await valueOf<string>(app, 'clients', { ClientId: 103 }, 'name')
  const left = async (filter: Json) => (await narrowed(manager, 1027, filter)).map((row) => row.ClientVisitId)
  expect(await left({ Name: name.slice(1, -1).toLowerCase() })).toEqual([made.ClientVisitId])
  const [doctors, institutions] = [await left({ ClientTypeId: 11 }), await left({ ClientTypeId: 16 })]
  expect([doctors.includes(made.ClientVisitId), institutions.includes(made.ClientVisitId)]).toEqual([true, false])
  const last = (await manager.get('/api/getdata/611?ClientId=103')).body
  expect(last.map((row) => row.ClientVisitId)).toEqual([made.ClientVisitId])
  expect((await manager.get('/api/getdata/611')).status).toBe(400)
  expect((await sales.get('/api/getdata/611?ClientId=103')).body).toEqual([])
  expect(last[0]).toMatchObject({ User: 'Rohan Deshpande', Tags: null, Place: 'At the fair' })
})

test('dues of a client show for the organisations that the user works for, and not for clients out of scope', async () => {
  const owed = async (person: Person) => (await person.get('/api/getdata/610?ClientId=21')).body
  const [before] = await owed(sales)
  const sale = await booked(admin, { PatientId: await aPatient(admin), BuyerId: 21, products: [3001] })
  const [after] = await owed(sales)
  expect(Number(after?.Uninvoiced) - Number(before?.Uninvoiced)).toBeCloseTo(Number(sale.NetAmount), 2)
  // a quoted or cancelled sale is neither owed, sold nor invoiced
  const quoted = await booked(admin, { PatientId: await aPatient(admin), BuyerId: 21, products: [3001] })
  await setRows(app, 'sales', { SaleId: quoted.SaleId }, { StatusId: saleStatus.Quotation })
  expect(await owed(sales)).toEqual([after])
  const invoice = await issued(sale)
  expect(await owed(sales)).toEqual([
    {
      ...after,
      Unpaid: Number(after?.Unpaid) + Number(sale.NetAmount),
      Uninvoiced: Number(after?.Uninvoiced) - Number(sale.NetAmount),
    },
  ])
  expect((await cancel(invoice)).status).toBe(200)
  expect(await owed(sales)).toEqual([after])
  await setRows(app, 'clients', { ClientId: 21 }, { SalesManagerId: null })
  expect(await owed(sales)).toEqual([])
})

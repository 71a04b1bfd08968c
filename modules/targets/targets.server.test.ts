// Targets: saved by managers, read by their sales manager with what was reached, hidden from others.
import { beforeAll, expect, test } from 'vitest'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { listed, narrowed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'

const { app, labAdmin: admin } = networkForTests('labAdmin')
let manager: Person, sales: Person
let SalesManagerId: number, PatientId: number, other: number
const between = { StartDate: '2000-01-01', EndDate: '2100-12-31' }
const aTarget = async (more: Json = {}): Promise<number> => {
  const answer = await manager.post('/api/targets/', { ...between, SalesManagerId, ...more })
  expect(answer.status).toBe(201)
  return answer.body.TargetId
}

beforeAll(async () => {
  ;[manager, sales] = [await signedIn(app, 'manager', 2, 2), await signedIn(app, 'salesmanager', 9, 2)]
  SalesManagerId = sales.userId
  await setRows(app, 'clients', { ClientTypeId: 11 }, { SalesManagerId: null })
  await setRows(app, 'clients', { ClientId: 101 }, { SalesManagerId })
  PatientId = await aPatient(admin)
  other = await valueOf<number>(app, 'users', { UserName: 'manager' }, 'user_id')
})

test('MDA-115 MDA-116 MDA-117 MDA-143 a target is read with its days, manager, amount, products and clients as saved', async () => {
  const sent = {
    StartDate: '2026-04-01',
    EndDate: '2026-06-30',
    SalesManagerId,
    TargetSaleAmount: 500_000.5,
    TargetProducts: [{ ProductId: 3001, TargetQuantity: 100, TargetSaleAmount: 20_000 }],
    TargetClients: [{ ClientId: 101, TargetVisits: 6, TargetSaleAmount: 90_000 }],
  }
  const { body } = await manager.get(`/api/targets/${await aTarget(sent)}`)
  expect(body).toMatchObject({
    ...sent,
    TargetId: expect.any(Number),
    SalesManager: { UserId: SalesManagerId, FullName: 'Farah Khan' },
    ActualSaleAmount: 0,
    TargetProducts: [{ ...sent.TargetProducts[0], Product: { Code: 'P001' }, ActualQuantity: 0, ActualSaleAmount: 0 }],
    TargetClients: [{ ...sent.TargetClients[0], Client: { ClientId: 101 }, ActualVisits: 0, ActualSaleAmount: 0 }],
  })
})

test('what was sold under the manager counts, by product and client, but no cancelled, quoted or other manager’s sale', async () => {
  const products = [3001, 3002]
  const target = await aTarget({
    TargetSaleAmount: 1000,
    TargetProducts: products.map((ProductId) => ({ ProductId, TargetQuantity: 2 })),
    TargetClients: [{ ClientId: 101, TargetVisits: 1 }, { ClientId: 102 }],
  })
  const actual = async () => {
    const { body } = await sales.get(`/api/targets/${target}`)
    return {
      sold: body.ActualSaleAmount,
      quantities: body.TargetProducts.map((row) => row.ActualQuantity),
      amounts: body.TargetProducts.map((row) => row.ActualSaleAmount),
      clients: body.TargetClients.map((row) => row.ActualSaleAmount),
    }
  }
  expect(await actual()).toEqual({ sold: 0, quantities: [0, 0], amounts: [0, 0], clients: [0, 0] })
  const one = await booked(admin, { PatientId, ReferringDoctorId: 101, products })
  const two = await booked(admin, { PatientId, ReferringDoctorId: 101, products: [3001] })
  await booked(admin, { PatientId, ReferringDoctorId: 102, products: [3001] })
  const prices = one.SaleProducts.map((line) => line.Amount)
  const [first = 0, second = 0] = prices
  expect(await actual()).toEqual({
    sold: first * 2 + second,
    quantities: [2, 1],
    amounts: [first * 2, second],
    clients: [first * 2 + second, 0],
  })
  expect((await admin.put('/api/cancel/sales', { formId: two.SaleId })).status).toBe(200)
  const line = one.SaleProducts[1]?.SaleProductId
  expect((await admin.put('/api/cancel/saleProduct', { SaleProductId: line })).status).toBe(200)
  expect(await actual()).toEqual({ sold: first, quantities: [1, 0], amounts: [first, 0], clients: [first, 0] })
  const [row] = (await listed(sales, 1026)).rows.filter((one_) => one_.TargetId === target)
  expect(row).toMatchObject({ SalesManager: 'Farah Khan', ActualSaleAmount: first, Percent: first / 10 })
})

test('both days count whole, in the network time zone', async () => {
  const day = '2026-05-05'
  const target = await aTarget({ StartDate: day, EndDate: day })
  const sale = await booked(admin, { PatientId, ReferringDoctorId: 101, products: [3001] })
  const soldAt = async (moment: string) => {
    await setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: moment })
    return (await sales.get<Json>(`/api/targets/${target}`)).body.ActualSaleAmount > 0
  }
  expect(await soldAt('2026-05-04T18:29:59.999Z')).toBe(false)
  expect(await soldAt('2026-05-04T18:30:00Z')).toBe(true)
  expect(await soldAt('2026-05-05T18:29:59.999Z')).toBe(true)
  expect(await soldAt('2026-05-05T18:30:00Z')).toBe(false)
})

test('visits to a client in the days of the target count', async () => {
  const target = await aTarget({ TargetClients: [{ ClientId: 101, TargetVisits: 3 }, { ClientId: 102 }] })
  expect((await sales.post('/api/clientvisits/', { ClientId: 101 })).status).toBe(201)
  const { body } = await sales.get(`/api/targets/${target}`)
  expect(body.TargetClients.map((row) => row.ActualVisits)).toEqual([1, 0])
})

test('a client is visited once in a day of the network, however many visits of that day are written down', async () => {
  const target = await aTarget({ StartDate: '2026-05-05', EndDate: '2026-05-07', TargetClients: [{ ClientId: 103 }] })
  const visited = async (VisitDate: string): Promise<unknown> => {
    const visit = { ClientId: 103, UserId: sales.userId, VisitDate }
    expect((await manager.post('/api/clientvisits/', visit)).status).toBe(201)
    const { body } = await sales.get(`/api/targets/${target}`)
    return body.TargetClients[0]?.ActualVisits
  }
  expect([
    await visited('2026-05-05T10:00:00Z'),
    await visited('2026-05-05T18:29:00Z'),
    // it is the next day in India
    await visited('2026-05-05T18:31:00Z'),
    await visited('2026-05-07T04:00:00Z'),
    await visited('2026-05-07T18:31:00Z'),
  ]).toEqual([1, 1, 2, 3, 3])
})

test('MDA-270 MDA-271 rows without a product or a client are not saved', async () => {
  const target = await aTarget({
    TargetProducts: [{ TargetQuantity: 5 }, { ProductId: 3001 }],
    TargetClients: [{ TargetVisits: 5 }, { ClientId: 101 }],
  })
  const { body } = await manager.get(`/api/targets/${target}`)
  expect([body.TargetProducts.length, body.TargetClients.length]).toEqual([1, 1])
})

test('required fields, days in order, no row twice and no value below zero', async () => {
  const refused = async (more: Json) => {
    const answer = await manager.post('/api/targets/', { ...between, SalesManagerId, ...more })
    return [answer.status, answer.body.errors]
  }
  expect(await refused({ StartDate: null, EndDate: null, SalesManagerId: null })).toEqual([
    400,
    {
      StartDate: ['Start Date is required'],
      EndDate: ['End Date is required'],
      SalesManagerId: ['Sales Manager is required'],
    },
  ])
  expect(await refused({ StartDate: '2026-04-02', EndDate: '2026-04-01' })).toEqual([
    400,
    { EndDate: ['End Date cannot be before Start Date'] },
  ])
  expect(await refused({ TargetProducts: [{ ProductId: 3001 }, { ProductId: 3001 }] })).toEqual([
    400,
    { 'TargetProducts.1.ProductId': ['Product is already selected'] },
  ])
  expect((await refused({ TargetSaleAmount: -0.01 }))[0]).toBe(400)
  expect((await refused({ TargetClients: [{ ClientId: 101, TargetVisits: -1 }] }))[0]).toBe(400)
  // a user who is no sales manager has no target
  expect((await refused({ SalesManagerId: other }))[0]).toBe(400)
})

test('a sales manager reads their own targets and saves none; other sales managers see none of them', async () => {
  const target = await aTarget()
  expect((await sales.get(`/api/targets/${target}`)).status).toBe(200)
  expect((await sales.put(`/api/targets/${target}`, { TargetSaleAmount: 1 })).status).toBe(403)
  await setRows(app, 'targets', { TargetId: target }, { SalesManagerId: other })
  expect((await sales.get<Json>(`/api/targets/${target}`)).status).toBe(404)
  expect((await manager.get(`/api/targets/${target}`)).status).toBe(200)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get(`/api/targets/${target}`)).status).toBe(403)
})

test('MDA-033 the list is narrowed by the name of the sales manager', async () => {
  const target = await aTarget()
  const theirs = await aTarget()
  await setRows(app, 'targets', { TargetId: theirs }, { SalesManagerId: other })
  const name = await valueOf<string>(app, 'users', { UserId: other }, 'full_name')
  const left = (await narrowed(manager, 1026, { Name: name.slice(1, -1).toUpperCase() })).map((row) => row.TargetId)
  expect([left.includes(theirs), left.includes(target)]).toEqual([true, false])
})

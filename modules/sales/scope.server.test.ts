// Which sales each user sees: sellers, labs, buyers, doctors, patients, sales managers, couriers.
import { beforeAll, expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../server/testing/signed-in.ts'
import { insertOf, readRows, setRows } from '../../server/testing/rows.ts'
import { accessioned, aPatient, aSale, booked, product } from './sales.fixture.ts'

const { app } = networkForTests()
let at12: Read<'sales'>
let at11: Read<'sales'>
let atLab2: Read<'sales'>
let atLab3: Read<'sales'>
const people: Record<string, Person> = {}
beforeAll(async () => {
  for (const [name, role, entity] of [
    ['admin', 1, 1],
    ['labdesk', 5, 2],
    ['nashik', 5, 3],
    ['frontdesk', 5, 12],
    ['frontdesk2', 5, 11],
    ['doctor', 12, 101],
    ['institution', 13, 21],
    ['referrer', 14, 141],
    ['courier', 8, 151],
    ['salesmanager', 9, 2],
    ['manager', 2, 2],
  ] as const)
    people[name] = await signedIn(app, name, role, entity)
  const patient = await aPatient(as('labdesk'))
  at12 = await accessioned(as('frontdesk'), { PatientId: patient, SellerId: 12, ReferringDoctorId: 101 })
  at11 = await accessioned(as('frontdesk2'), { PatientId: patient, SellerId: 11 })
  atLab2 = await booked(as('manager'), { PatientId: patient, ReferrerId: 141 })
  atLab3 = await accessioned(as('nashik'), { PatientId: patient, SellerId: 3, products: [product.cbc] })
  await setRows(app, 'sales', { SaleId: atLab3.SaleId }, { BuyerId: 21, InvoiceId: null, Paid: 0 })
}, 180_000)
const as = (name: string): Person => {
  const person = people[name]
  if (!person) throw new Error(name)
  return person
}
const listed = async (name: string): Promise<number[]> =>
  (await as(name).get('/api/getdata/1001?sort=SaleId')).body.map((row) => row.SaleId)
/** The sales derived from one: what the lab sells to the centre. */
const legsOf = async (sale: Read<'sales'>): Promise<number[]> =>
  (await readRows<{ Id: number }>(app, 'sales', { BaseSaleId: sale.SaleId }, 'sale_id as id')).map((row) => row.Id)
const read = async (name: string): Promise<number[]> => {
  const kept: number[] = []
  for (const sale of [at12, at11, atLab2, atLab3]) {
    const { status } = await as(name).get(`/api/sales/${sale.SaleId}`)
    expect([200, 404]).toContain(status)
    if (status === 200) kept.push(sale.SaleId)
  }
  return kept.sort((a, b) => a - b)
}

test.each<[string, () => Read<'sales'>[], () => Read<'sales'>[]]>([
  ['admin', () => [at12, at11, atLab2, atLab3], () => [at12, at11]],
  // the institution that bought at the other lab belongs to this one
  ['labdesk', () => [at12, at11, atLab2, atLab3], () => [at12, at11]],
  ['nashik', () => [atLab3], () => []],
  // a centre buys from the lab what it sold
  ['frontdesk', () => [at12], () => [at12]],
  ['frontdesk2', () => [at11], () => [at11]],
  ['doctor', () => [at12], () => []],
  ['institution', () => [atLab3], () => []],
  ['referrer', () => [atLab2], () => []],
  ['courier', () => [], () => []],
])('OPS-002 %s sees exactly the sales of the own entity, in the list and one by one', async (name, sales, followed) => {
  const own = sales().map((sale) => sale.SaleId)
  const legs = (await Promise.all(followed().map(legsOf))).flat()
  const ascending = (a: number, b: number): number => a - b
  expect(await listed(name)).toEqual([...own, ...legs].sort(ascending))
  expect(await read(name)).toEqual(own.sort(ascending))
})

test("a centre does not see the lab's sale to its institution", async () => {
  const direct = await booked(as('labdesk'), { BuyerId: 22 })
  const id = direct.SaleId
  expect((await as('frontdesk').get(`/api/sales/${id}`)).status).toBe(404)
  expect(await listed('frontdesk')).not.toContain(id)
  expect((await as('frontdesk').put('/api/accession/sales', { formId: id })).status).toBe(404)
  const institution = await signedIn(app, 'admin', 1, 1)
  expect((await institution.get(`/api/sales/${id}`)).status).toBe(200)
})

test('a filter never widens the scope', async () => {
  const rows = (
    await as('frontdesk').get(
      `/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify({ SellerId: 11 }))}`,
    )
  ).body
  expect(rows).toEqual([])
  const lab = (
    await as('nashik').get(`/api/getdata/1001?filterCriteria=${encodeURIComponent(JSON.stringify({ SellerId: 2 }))}`)
  ).body
  expect(lab).toEqual([])
})

test("a centre does not see the lab's other sales, a lab sees the sale of its centre and its own sale to it", async () => {
  const all = (await as('labdesk').get('/api/getdata/1001')).body
  expect(all.filter((row) => row.BaseSaleId === at12.SaleId)).toHaveLength(1)
  const centre = (await as('frontdesk').get('/api/getdata/1001')).body
  expect(centre.map((row) => row.SellerId).every((seller) => seller === 12 || seller === 2)).toBe(true)
})

test('a sales manager sees the sales of the own doctors only', async () => {
  const before = await listed('salesmanager')
  await setRows(app, 'clients', { ClientId: 101 }, { SalesManagerId: null })
  await setRows(app, 'sales', { ReferringDoctorId: 101 }, { SalesManagerId: null })
  const after = await listed('salesmanager')
  expect(before.filter((id) => !after.includes(id))).toEqual([at12.SaleId, ...(await legsOf(at12))])
})

test('a change of the seller to one outside the entity is refused', async () => {
  expect((await as('frontdesk').put(`/api/sales/${at12.SaleId}`, { SellerId: 11 })).status).toBeGreaterThanOrEqual(400)
})

test('a patient of another network does not exist for this one', async () => {
  const { Id } = await app.db.transaction((tx) =>
    tx.one<{ Id: number }>(
      insertOf('clients', { ClientTypeId: 12, Name: 'Foreign', ParentId: 3, IsActive: true }, 'client_id as id'),
    ),
  )
  expect((await as('labdesk').get(`/api/clients/${Id}`)).status).toBe(404)
  expect(
    (
      await as('labdesk').post('/api/sales/', {
        ...{
          PatientId: Id,
          ReferringDoctorId: 114,
          SellerId: 2,
          BuyerId: Id,
          LRN: '1',
          SaleDate: new Date().toISOString(),
          CollectionDate: new Date().toISOString(),
          ReportDate: new Date().toISOString(),
        },
        SaleProducts: [{ ProductId: 3001 }],
      })
    ).status,
  ).toBe(404)
})

test('a buyer or a doctor outside the scope does not exist for a new sale; one that a saved sale names is kept', async () => {
  const desk = as('frontdesk')
  const PatientId = await aPatient(desk)
  const sale = (changes: Json) => desk.post('/api/sales/', aSale({ PatientId, SellerId: 12, ...changes }))
  // another centre, an institution of the lab, one of another centre; one's own
  expect(await Promise.all([11, 21, 25, 22].map(async (BuyerId) => (await sale({ BuyerId })).status))).toEqual([
    404, 404, 404, 201,
  ])
  const { Id } = await app.db.transaction((tx) =>
    tx.one<{ Id: number }>(
      insertOf('clients', { ClientTypeId: 11, Name: 'Foreign doctor', ParentId: 3, IsActive: true }, 'client_id as id'),
    ),
  )
  expect((await sale({ ReferringDoctorId: Id })).body.errors).toEqual({
    ReferringDoctorId: ['Doctor does not exist'],
  })
  const mine = await sale({})
  await setRows(app, 'sales', { SaleId: mine.body.SaleId }, { ReferringDoctorId: Id })
  expect((await desk.put(`/api/sales/${mine.body.SaleId}`, { Remarks: 'kept' })).status).toBe(200)
})

test('a merged patient gets no new sale', async () => {
  const desk = as('labdesk')
  const [gone, kept] = [await aPatient(desk), await aPatient(desk)]
  await setRows(app, 'clients', { ClientId: gone }, { MergedIntoId: kept })
  const answer = await desk.post('/api/sales/', aSale({ PatientId: gone }))
  expect([answer.status, answer.body.errors]).toEqual([
    400,
    { PatientId: ['Patient does not exist'], BuyerId: ['Buyer does not exist'] },
  ])
  expect((await desk.post('/api/sales/', aSale({ PatientId: kept }))).status).toBe(201)
})

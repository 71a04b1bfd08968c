// What doctor, institution, referrer and patient read of a sale: their own first sales, without commission, other
// parties' payments and names of staff.
import { beforeAll, describe, expect, test } from 'vitest'
import { addUser } from '../../server/testing/add-user.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { listed } from '../../server/testing/listed.ts'
import type { Read } from '../../server/testing/answers.ts'
import { Person, signedIn, type Json } from '../../server/testing/signed-in.ts'
import { setRows, valueOf } from '../../server/testing/rows.ts'
import { accessioned, aPatient, booked, mode, product, saleOf } from './sales.fixture.ts'

const { app, front: desk } = networkForTests('front')
let sale: Read<'sales'>
let atInstitution: Read<'sales'>
let manager: Person
const portals = {
  doctor: new Person(app),
  institution: new Person(app),
  referrer: new Person(app),
  patient: new Person(app),
}
const as = (name: keyof typeof portals): Person => portals[name]
beforeAll(async () => {
  for (const [name, role, entity] of [
    ['doctor', 12, 101],
    ['institution', 13, 21],
    ['referrer', 14, 141],
  ] as const)
    await portals[name].signIn(name, role, entity)
  manager = await signedIn(app, 'manager', 2, 1)
  const own = await aPatient(desk)
  await app.db.transaction((tx) => addUser(tx, { user: 'ramesh', name: 'Ramesh Joshi', role: 15, entity: own }))
  await portals.patient.signIn('ramesh', 15, own)
  // a centre's sale that a lab performs: the lab's own sale to the centre is derived from it
  sale = await accessioned(manager, {
    PatientId: own,
    SellerId: 12,
    ReferringDoctorId: 101,
    ReferrerId: 141,
    products: [product.cbc],
    receipts: [{ PaymentModeId: mode.card, PaymentRef: 'UPI-4711', Amount: 20 }],
  })
  atInstitution = await accessioned(await signedIn(app, 'labdesk', 5, 2), {
    PatientId: own,
    ReferringDoctorId: 101,
    BuyerId: 21,
  })
}, 60_000)

const derived = (): Promise<number> => valueOf(app, 'sales', { BaseSaleId: sale.SaleId }, 'sale_id')
/** Every place a portal could read a sale from. */
const everything = async (person: Person, saleId: number): Promise<string> =>
  (
    await Promise.all(
      [
        `/api/sales/${saleId}`,
        `/api/actions?ModuleId=sales&FormId=${saleId}`,
        '/api/getdata/1001',
        '/api/getdata/200',
        '/api/getdata/2108',
        `/api/search?q=${saleId}`,
        '/api/clients',
      ].map((url) => person.get(url)),
    )
  )
    .map((answer) => answer.text)
    .join('\n')

describe.each(['doctor', 'patient', 'referrer'] as const)('a %s', (name) => {
  test('opens the own first sale, in the list and by its number', async () => {
    expect((await listed(as(name), 1001)).rows.map((row) => row.SaleId)).toContain(sale.SaleId)
    expect((await as(name).get(`/api/sales/${sale.SaleId}`)).status).toBe(200)
  })
  test('sees no derived sale anywhere: not listed, opened, searched, nor its history or price', async () => {
    const id = await derived()
    expect((await saleOf(manager, id)).BaseSaleId).toBe(sale.SaleId)
    expect((await listed(as(name), 1001)).rows.filter((row) => row.BaseSaleId !== null)).toEqual([])
    expect((await as(name).get(`/api/sales/${id}`)).status).toBe(404)
    expect((await as(name).get(`/api/actions?ModuleId=sales&FormId=${id}`)).status).toBe(404)
    expect(
      (await as(name).get(`/api/search?q=${id}`)).body.filter((row) => String(row.Path).endsWith(`=${id}`)),
    ).toEqual([])
  })
})

test('staff read commission, sources, referrer, cap and receipts of the same sale', async () => {
  const { body, text } = await desk.get(`/api/sales/${sale.SaleId}`)
  expect(body.SaleProducts[0]).toMatchObject({
    PriceSource: { PriceListId: expect.any(Number) },
    CommissionPercent: expect.any(Number),
  })
  expect(Number(body.SaleProducts[0].CommissionPercent)).toBeGreaterThan(0)
  expect(body).toMatchObject({ Referrer: { ClientId: 141 }, Doctor: { MaxDiscountForReferral: expect.anything() } })
  expect(text).toContain('UPI-4711')
})

test.each(['doctor', 'patient', 'institution'] as const)(
  'a %s reads no commission, referrer, price source or cap',
  async (name) => {
    const id = Number(name === 'institution' ? atInstitution.SaleId : sale.SaleId)
    await manager.put(`/api/sales/${id}`, { Remarks: 'looked at' })
    expect(await everything(as(name), id)).not.toMatch(
      /Commission|PriceSource|Referrer"|Om Health|MaxDiscountForReferral/,
    )
  },
)

test('a referrer reads the own commission, and no source or cap', async () => {
  const { body } = await as('referrer').get(`/api/sales/${sale.SaleId}`)
  expect(Number(body.SaleProducts[0].CommissionPercent)).toBeGreaterThan(0)
  expect(await everything(as('referrer'), Number(sale.SaleId))).not.toMatch(
    /PriceSource|CommissionSource|MaxDiscountForReferral/,
  )
})

test('only the buyer among outsiders reads receipts and their references', async () => {
  expect(await everything(as('patient'), Number(sale.SaleId))).toContain('UPI-4711')
  for (const name of ['doctor', 'referrer'] as const) {
    const text = await everything(as(name), Number(sale.SaleId))
    expect([name, text.includes('UPI-4711'), text.includes('Transactions')]).toEqual([name, false, false])
  }
})

test('names of staff are hidden outside, also in the history, which names the organisation', async () => {
  for (const name of ['doctor', 'patient', 'referrer'] as const)
    expect([name, await everything(as(name), Number(sale.SaleId))]).toEqual([
      name,
      expect.not.stringContaining('Rohan Deshpande'),
    ])
  const [entry] = (await as('patient').get(`/api/actions?ModuleId=sales&FormId=${sale.SaleId}`)).body
  expect(entry).toMatchObject({
    Remarks: null,
    User: { UserName: null, FullName: 'Nivara Diagnostics Pvt Ltd (DEMO)' },
  })
})

test('no outsider reads the name that a sale had before its correction', async () => {
  const stranger = await aPatient(desk, { Name: 'Shalini Deodhar' })
  const made = await booked(desk, { PatientId: stranger, SellerId: 12, ReferringDoctorId: 101 })
  const id = made.SaleId
  expect((await desk.put(`/api/sales/${id}`, { PatientId: sale.PatientId })).status).toBe(200)
  for (const name of ['patient', 'doctor'] as const) {
    const { status, text } = await as(name).get(`/api/actions?ModuleId=sales&FormId=${id}`)
    expect([name, status, /Shalini/.test(text), text.includes(String(stranger))]).toEqual([name, 200, false, false])
  }
  expect((await desk.get(`/api/actions?ModuleId=sales&FormId=${id}`)).text).toContain('Shalini')
})

test('no outsider reads the reason of an act', async () => {
  const made = await booked(desk, { PatientId: sale.PatientId, SellerId: 12, ReferringDoctorId: 101 })
  const id = made.SaleId
  expect((await desk.put('/api/cancel/sales', { formId: id, reason: 'Suspected of not paying' })).status).toBe(200)
  for (const name of ['patient', 'doctor'] as const) {
    const { status, text } = await as(name).get(`/api/actions?ModuleId=sales&FormId=${id}`)
    expect([name, status, text.includes('"cancel"'), text.includes('Suspected')]).toEqual([name, 200, true, false])
  }
  expect((await desk.get(`/api/actions?ModuleId=sales&FormId=${id}`)).text).toContain('Suspected of not paying')
})

test('a user cannot filter or sort a list by what they may not see', async () => {
  const asked = (query: string) => as('patient').get(`/api/getdata/1001?${query}`)
  expect((await asked(`filterCriteria=${encodeURIComponent('{"Referrer":"Om"}')}`)).status).toBe(400)
  expect((await asked('sort=Referrer')).status).toBe(400)
  expect(
    (await desk.get(`/api/getdata/1001?sort=Referrer&filterCriteria=${encodeURIComponent('{"Referrer":"Om"}')}`))
      .status,
  ).toBe(200)
})

test('a portal reads no price list, nor requests prices for itself', async () => {
  for (const id of [100, 101])
    for (const [name, SellerId] of [
      ['institution', 21],
      ['doctor', 101],
    ] as const)
      expect(
        (await as(name).get(`/api/getdata/${id}?SellerId=${SellerId}&BuyerTypeId=12&ProductId=${product.cbc}`)).status,
      ).toBe(400)
  expect((await as('patient').get('/api/getdata/1018')).status).toBe(403)
})

test('a centre does not see what its institution buys at the lab', async () => {
  const { body } = await manager.post('/api/sales/', {
    ...{ PatientId: sale.PatientId, ReferringDoctorId: 101, SellerId: 2, BuyerId: 22, LRN: '4712' },
    SaleDate: new Date().toISOString(),
    CollectionDate: new Date().toISOString(),
    ReportDate: new Date().toISOString(),
    SaleProducts: [{ ProductId: product.cbc, Price: 100, Remarks: 'agreed' }],
  })
  expect(body.SaleId).toEqual(expect.any(Number))
  expect((await manager.get(`/api/sales/${body.SaleId}`)).status).toBe(200)
  expect((await desk.get(`/api/sales/${body.SaleId}`)).status).toBe(404)
  expect((await desk.put('/api/accession/sales', { formId: body.SaleId })).status).toBe(404)
})

test('a lab that only performs a sale reads it and cannot accession it: only the seller or the lab above can', async () => {
  const made = await accessioned(await signedIn(app, 'labdesk', 5, 2), {
    PatientId: sale.PatientId,
    ReferringDoctorId: 101,
    ReferrerId: 141,
  })
  await setRows(app, 'samples', { SaleId: made.SaleId }, { PerformingLabId: 3 })
  const nashik = await signedIn(app, 'nashik', 5, 3)
  const { status, body } = await nashik.get(`/api/sales/${made.SaleId}`)
  expect([status, typeof body.Actions.reaccession]).toEqual([200, 'string'])
  expect((await nashik.put('/api/accession/sales', { formId: made.SaleId })).status).toBe(422)
  // who referred it is shown with its prices, in the list as in the record
  const found = async (filter: Json) =>
    (await listed(nashik, 1001, filter)).rows.filter((row) => row.SaleId === made.SaleId)
  expect([body.Referrer, made.Referrer.ClientId]).toEqual([undefined, 141])
  expect(await found({})).toMatchObject([{ NetAmount: null, Referrer: null }])
  expect(await found({ Referrer: 'Om' })).toEqual([])
})

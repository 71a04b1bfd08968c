// Costs and earnings of a leg: its seller and buyer see the price, only managers of the seller see its margin.
import { beforeAll, describe, expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { addUser } from '../../../server/testing/add-user.ts'
import { listed } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../sales.fixture.ts'
import { legsOf, type Leg } from './legs.fixture.ts'

const { app, front, manager } = networkForTests('front', 'manager')
const [centre, lab, outside] = [12, 2, 4]
const money = ['GrossAmount', 'Discount', 'AddlDiscount', 'NetAmount', 'Paid', 'Outstanding', 'Invoice']
const lineMoney = ['Price', 'DiscountPercent', 'CommissionPercent', 'Amount', 'OriginalPrice', 'PriceSource']

let sale: Read<'sales'>
let legs: Leg[]
let atCentre: Person
let atOutside: Person
beforeAll(async () => {
  sale = await accessioned(front, { PatientId: await aPatient(front), SellerId: centre, products: [product.antiCcp] })
  legs = await legsOf(app, sale.SaleId)
  const people = [
    { user: 'owner', name: 'Centre Owner', role: role.BusinessManager, entity: centre },
    { user: 'outsider', name: 'Outside Manager', role: role.BusinessManager, entity: outside },
  ]
  for (const person of people) await app.db.transaction((tx) => addUser(tx, person))
  atCentre = await signedIn(app, 'owner', role.BusinessManager, centre)
  atOutside = await signedIn(app, 'outsider', role.BusinessManager, outside)
})
const read = async (person: Person, id: unknown): Promise<Read<'sales'>> =>
  (await person.get(`/api/sales/${String(id)}`)).body
const netOf = (at: number): number => legs[at]?.NetAmount ?? 0

test('the chain has a leg of the lab to the centre and one of the outside lab to the lab, each at its own price', () => {
  expect(legs.map(({ SellerId, BuyerId }) => [SellerId, BuyerId])).toEqual([
    [lab, centre],
    [outside, lab],
  ])
  expect(new Set([sale.NetAmount, netOf(0), netOf(1)]).size).toBe(3)
})

describe('margin', () => {
  test('a manager of the seller reads its price less that of the next leg', async () => {
    expect((await read(atCentre, sale.SaleId)).Margin).toBe(sale.NetAmount - netOf(0))
    expect((await read(manager, legs[0]?.SaleId)).Margin).toBe(netOf(0) - netOf(1))
  })
  test('the last leg has none', async () => {
    expect((await read(atOutside, legs[1]?.SaleId)).Margin).toBeNull()
  })
  test('no one else reads it: neither the desk of the seller, nor the managers of buyer and of seller on other legs', async () => {
    const others: [Person, unknown][] = [
      [front, sale.SaleId],
      [manager, sale.SaleId],
      [atCentre, legs[0]?.SaleId],
      [manager, legs[1]?.SaleId],
      [await signedIn(app, 'pathologist', 3, 2), legs[0]?.SaleId],
      [await signedIn(app, 'admin', 1, 1), legs[0]?.SaleId],
    ]
    for (const [person, id] of others) {
      const record = await read(person, id)
      expect(record.SaleId).toBe(id)
      expect(record).not.toHaveProperty('Margin')
    }
  })
})

describe('the price of a leg', () => {
  test('the performing lab reads a sale without its prices, in the record, the list and its export', async () => {
    const base = await read(atOutside, sale.SaleId)
    expect(base.LRN).toBe(sale.LRN)
    for (const name of money) expect(base).not.toHaveProperty(name)
    for (const name of lineMoney) expect(base.SaleProducts[0]).not.toHaveProperty(name)
    const { rows } = await listed(atOutside, 1001, { LRN: sale.LRN })
    expect(rows.map((row) => [row.SaleId, row.NetAmount, row.Outstanding]).toSorted()).toEqual(
      [
        [sale.SaleId, null, null],
        [legs[1]?.SaleId, netOf(1), netOf(1)],
      ].toSorted(),
    )
    expect(
      (await atOutside.post('/api/print/sales/', { formId: sale.SaleId, templateId: 1, device: 'screen' })).status,
    ).toBe(422)
  })
  test('its seller reads its history, and an outside lab only the acts of its own staff', async () => {
    const changesOf = async (person: Person) =>
      (await person.get(`/api/actions?ModuleId=sales&FormId=${String(sale.SaleId)}`)).body.flatMap((entry) =>
        Object.keys(entry.Changes),
      )
    const fields = await changesOf(front)
    expect(fields).toContain('NetAmount')
    // an outside lab reads only acts of its own staff: there are none yet
    expect(await changesOf(atOutside)).toEqual([])
  })
  test('the seller and the buyer read all of it', async () => {
    for (const [person, id] of [
      [front, sale.SaleId],
      [front, legs[0]?.SaleId],
      [atOutside, legs[1]?.SaleId],
    ] as const) {
      const record = await read(person, id)
      for (const name of money) expect(record).toHaveProperty(name)
    }
  })
})

// What the tiles say by kept sums is what the rows come to, after each act that changes them, for each who sees a part.
import { beforeAll, expect, test } from 'vitest'
import { callerFor } from '../../../demo/caller.ts'
import { sql } from '../../../server/db/db.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { countRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { buyerTypes, clientType } from '../../lists/items.model.ts'
import { courier } from '../../shipments/shipments.fixture.ts'
import { byBank } from '../../transactions/by-bank.fixture.ts'
import { invoicing } from '../../invoices/invoices.fixture.ts'
import { again, cash, change, put, receiptsOf, record } from '../../sales/receipts/receipts.fixture.ts'
import { aPatient, booked, product } from '../../sales/sales.fixture.ts'
import { sumPlaces } from './kept.server.ts'
import { plainSums } from './sums.fixture.ts'

const { app, labAdmin, admin } = networkForTests('labAdmin', 'admin')
const { sold, issued, pay } = invoicing(app, labAdmin)

/** Who sees all, a laboratory, a centre, what a manager of sales looks after, and what they bought or sent. */
const seats = [
  ['admin', 1, 1],
  ['admin', 1, 2],
  ['nashik', 5, 3],
  ['frontdesk', 5, 12],
  ['salesmanager', 9, 2],
  ['institution', 13, 21],
] as const
const people = new Map<string, Person>()
beforeAll(async () => {
  for (const [name, role, entity] of seats) people.set(`${name} ${entity}`, await signedIn(app, name, role, entity))
})
type Tile = { Total: number; Trend: number[] }
const rowsOf = async <T>(person: Person, id: number): Promise<T[]> => {
  const { status, body } = await person.get<T[]>(`/api/getdata/${id}`)
  expect([id, status]).toEqual([id, 200])
  return body
}
const told = async (person: Person): Promise<unknown> => {
  const tile = async (id: number): Promise<Tile> => {
    const [first] = await rowsOf<Tile>(person, id)
    if (!first) throw new Error(`${id} has no row`)
    return first
  }
  const owed = await tile(2003)
  return {
    Net: (await tile(2001)).Trend,
    Booked: (await tile(2013)).Trend,
    Collected: (await tile(2002)).Trend,
    Owed: owed.Total,
    Moved: owed.Trend.map((total) => Math.round((owed.Total - total) * 100) / 100),
    Sellers: (await rowsOf<Json>(person, 2101)).map(({ Change: _, ...row }) => row),
    Products: (await rowsOf<Json>(person, 2102)).map(({ Change: _, ...row }) => row),
  }
}
const sum = (): Promise<number> => app.db.transaction((tx) => sumPlaces(tx, new Date()))
const waiting = async (): Promise<number> =>
  (
    await app.db.read.one<{ N: number }>(sql`
      select
        count(*)::int as n
      from
        place_changes
    `)
  ).N
/** Told before the change is summed, and after. */
const expectRight = async (act: string): Promise<void> => {
  for (const [name, role, entity] of seats) {
    const person = people.get(`${name} ${entity}`)
    if (!person) throw new Error('Nobody')
    const plain = await plainSums(app.db, await callerFor(app.db, name, role, entity))
    expect([act, name, entity, await told(person)]).toEqual([act, name, entity, plain])
  }
}
const expectKept = async (act: string): Promise<void> => {
  await expectRight(act)
  await sum()
  expect(await waiting()).toBe(0)
  await expectRight(`${act}, summed`)
  await expectInvariants(app.db)
}
/** Makes a sale and its payments as old as so many hours. */
const aged = async (sale: Read<'sales'>, hours: number): Promise<Read<'sales'>> => {
  const at = sql`now() - make_interval(hours => ${hours})`
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: at, createdAt: at })
  await setRows(app, 'transactions', { InvoiceId: sale.InvoiceId }, { Date: at })
  return again(labAdmin, sale)
}

test('an older sale changed in any way counts at once as its rows do', async () => {
  const patient = await aPatient(labAdmin)
  const sell = async (hours: number, more: Json = {}): Promise<Read<'sales'>> =>
    aged(
      await booked(labAdmin, { PatientId: patient, products: [product.cbc, 3024], receipts: [cash(300)], ...more }),
      hours,
    )
  const sale = await sell(30)
  const other = await sell(101)
  await sell(101, { SellerId: 12, BuyerId: patient })
  await expectKept('sold')
  expect(await countRows(app, 'place_sums', { PlaceId: 2 })).toBeGreaterThan(1)

  expect((await put(labAdmin, sale, { SaleProducts: [{ ProductId: 3067 }, ...sale.SaleProducts] })).status).toBe(200)
  await expectKept('a product added')
  expect(
    (
      await change(
        labAdmin,
        sale,
        receiptsOf(await again(labAdmin, sale)).map((one) => ({ ...one, Amount: 250 })),
      )
    ).status,
  ).toBe(200)
  await expectKept('a receipt corrected')
  const late = await record(labAdmin, other, 100)
  expect(late.status).toBe(201)
  await expectKept('a receipt of today for an older sale')
  await setRows(
    app,
    'transactions',
    { TransactionId: late.body.TransactionId },
    { Date: sql`now() - interval '50 hours'` },
  )
  await expectKept('a receipt dated back')
  const lines = (await again(labAdmin, sale)).SaleProducts
  expect((await labAdmin.put('/api/cancel/saleProduct', { SaleProductId: lines[0].SaleProductId })).status).toBe(200)
  await expectKept('an item cancelled')
  expect((await labAdmin.put('/api/cancel/sales', { formId: other.SaleId, reason: 'not drawn' })).status).toBe(200)
  await expectKept('a sale cancelled')
})

test('a month billed and paid, a client merged and two bookings at once are counted as their rows are', async () => {
  const bought = [await aged(await sold(), 40), await aged(await sold(), 200)]
  await expectKept('sold on credit')
  const invoice = await issued(...bought)
  await expectKept('billed')
  await pay(invoice, 100)
  await expectKept('paid in part')
  const [source, target] = [await aPatient(labAdmin), await aPatient(labAdmin)]
  await aged(await booked(labAdmin, { PatientId: source, receipts: [cash(50)] }), 60)
  await expectKept('sold to one')
  expect((await admin.put('/api/merge/clients', { sourceId: source, targetId: target })).status).toBe(200)
  await expectKept('merged')
  await Promise.all([booked(labAdmin, { PatientId: target }), booked(labAdmin, { PatientId: target })])
  await expectKept('two at once')
})

test('a supplier who is paid is no buyer who is given money back, and a client whose type changes counts as what it is', async () => {
  const paid = await admin.post('/api/transactions/', {
    ...byBank(),
    GiverId: 2,
    ReceiverId: courier.puneCity,
    Amount: 120,
    Date: new Date().toISOString(),
  })
  expect([paid.status, paid.body.errors]).toEqual([201, undefined])
  const collected = async (): Promise<unknown> => (await rowsOf<Tile>(admin, 2002))[0]?.Trend
  const before = await collected()
  await setRows(
    app,
    'transactions',
    { TransactionId: Number(paid.body.TransactionId) },
    { Date: sql`now() - interval '50 hours'` },
  )
  await expectKept('a courier paid, dated back')
  expect(await collected()).toEqual(before)
  await setRows(app, 'clients', { ClientId: courier.puneCity }, { ClientTypeId: clientType.Institution })
  await expectKept('it buys')
  expect(await collected()).not.toEqual(before)
  await setRows(app, 'clients', { ClientId: courier.puneCity }, { ClientTypeId: clientType.Courier })
  await expectKept('it buys no more')
  expect(await collected()).toEqual(before)
})

test('the database and the product mean the same clients by those who buy', async () => {
  const buyers = await app.db.read.rows<{ Id: number }>(sql`
    select
      id
    from
      generate_series(1, 99) id
    where
      buys (id)
  `)
  expect(buyers.map(({ Id }) => Id)).toEqual([...buyerTypes].toSorted((one, other) => one - other))
})

test('a booking of now tells nothing to be summed again', async () => {
  await sum()
  await booked(labAdmin, { PatientId: await aPatient(labAdmin), receipts: [cash(50)] })
  expect(await waiting()).toBe(0)
})

// Work sent to an outside laboratory and its bills, for tests. The laboratory 2 sends to the outside laboratory 4.
import { expect } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { sumAmounts } from '../../core/money.ts'
import type { TestApp } from '../../server/testing/app.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'
import { legsOf } from '../sales/accession/legs.fixture.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'

export const [ours, outside] = [2, 4]
/** `SaleId`: the patient's bill. */
export type Sent = { readonly SaleProductId: number; readonly Amount: number; readonly SaleId: number }

/** A test of which the outside laboratory does the work: its line of the derived sale, at the agreed price. */
export const aSentTest = async (app: TestApp, front: Person): Promise<Sent> => {
  const PatientId = await aPatient(front)
  const sale = await accessioned(front, { PatientId, SellerId: 12, products: [product.antiCcp] })
  const leg = (await legsOf(app, sale.SaleId)).find((one) => one.SellerId === outside)
  const [line] = await readRows<{ SaleProductId: number; Amount: number }>(
    app,
    'sale_products',
    { SaleId: Number(leg?.SaleId) },
    'sale_product_id, amount::float8 as amount',
  )
  expect(line?.Amount).toBeGreaterThan(0)
  return { SaleProductId: Number(line?.SaleProductId), Amount: Number(line?.Amount), SaleId: Number(sale.SaleId) }
}

let numbers = 0
/** A bill over these lines, as its paper says. */
export const aBill = (lines: readonly ({ readonly Amount?: unknown } & Json)[], more: Json = {}) => {
  numbers += 1
  return {
    SupplierId: outside,
    BuyerId: ours,
    BillNo: `OL/${numbers}`,
    BillDate: dayOf(new Date()),
    TotalAmount: sumAmounts(lines.map((line) => Number(line.Amount))),
    Lines: lines,
    ...more,
  }
}
export const enter = (person: Person, bill: Json) => person.post('/api/purchasebills/', bill)

/** Enters a bill that is taken; answers its key. */
export const entered = async (person: Person, bill: Json): Promise<number> => {
  const made = await enter(person, bill)
  expect([made.status, made.body.errors]).toEqual([201, undefined])
  return made.body.PurchaseBillId
}

// Several labs and users at one sale at the same moment: the report lacks no result of any of them.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Person } from '../../../server/testing/signed-in.ts'
import { waitersOf } from '../../../server/testing/waits.ts'
import { readRow } from '../../../server/testing/rows.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { enter, enterAll, itemsOf, rowOf, rowsOf, labForTests } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let other: { technologist: Person; pathologist: Person }
beforeAll(async () => {
  other = { technologist: await signedIn(app, 'nashik', 4, 3), pathologist: await signedIn(app, 'pathologist', 3, 3) }
})

/** Runs both while another user holds the sale, so that they meet at its lock. */
const whileHeld = async (saleId: unknown, both: () => readonly Promise<{ status: number }>[]): Promise<number[]> => {
  const holder = new pg.Client({ connectionString: app.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from sales where sale_id = $1 for update', [saleId])
    const going = both()
    for (let round = 0; round < 500 && (await waitersOf(app)) < going.length; round += 1)
      await new Promise((done) => setTimeout(done, 10))
    await holder.query('commit')
    return (await Promise.all(going)).map((answer) => answer.status)
  } finally {
    await holder.end()
  }
}

/** A sale with half its work at lab 2 and half at lab 3: creatinine is moved there. */
const ofTwoLabs = async (): Promise<Read<'sales'>> => {
  const sale = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk),
    BuyerId: 21,
    products: [product.electrolytes, product.haemoglobin],
  })
  await app.db.transaction(async (tx) => {
    const moved = sql`
      select
        se.sample_element_id
      from
        sample_elements se
        join samples t on t.sample_id = se.sample_id
      where
        t.sale_id = ${sale.SaleId}
        and se.element_id = 1001
    `
    await tx.run(sql`
      update work_items
      set
        lab_id = 3
      where
        sample_element_id in (${moved})
    `)
  })
  return sale
}
const approveAt = async (technologist: Person, pathologist: Person, saleId: unknown) => {
  await enterAll(technologist, saleId)
  const rows = await rowsOf(pathologist, saleId)
  expect((await pathologist.put('/api/approve/testresults', { WorkItemIds: itemsOf(rows) })).status).toBe(200)
  return itemsOf(rows)
}

test('two labs release one sale at once: the last report has the results of both, and the sale is reported', async () => {
  const sale = await ofTwoLabs()
  const first = await approveAt(bench.technologist, bench.pathologist, sale.SaleId)
  const second = await approveAt(other.technologist, other.pathologist, sale.SaleId)
  const statuses = await whileHeld(sale.SaleId, () => [
    bench.pathologist.put('/api/release/testresults', { WorkItemIds: first }),
    other.pathologist.put('/api/release/testresults', { WorkItemIds: second }),
  ])
  expect(statuses).toEqual([200, 200])
  const last = await readRow<{ State: string; Version: number; Pending: unknown[]; Tests: number }>(
    app,
    'reports',
    { SaleId: sale.SaleId },
    "state, version, content -> 'Pending' as pending, json_array_length(content -> 'Departments') as tests",
    'version desc',
  )
  expect(last).toMatchObject({ State: 'FINAL', Version: 2, Pending: [], Tests: 2 })
  expect(await readRow(app, 'sales', { SaleId: sale.SaleId }, 'status_id')).toEqual({ StatusId: 99 })
})

test('two labs approve one sale at once: its status follows both', async () => {
  const sale = await ofTwoLabs()
  await enterAll(bench.technologist, sale.SaleId)
  await enterAll(other.technologist, sale.SaleId)
  const [first, second] = [await rowsOf(bench.pathologist, sale.SaleId), await rowsOf(other.pathologist, sale.SaleId)]
  const statuses = await whileHeld(sale.SaleId, () => [
    bench.pathologist.put('/api/approve/testresults', { WorkItemIds: itemsOf(first) }),
    other.pathologist.put('/api/approve/testresults', { WorkItemIds: itemsOf(second) }),
  ])
  expect(statuses).toEqual([200, 200])
  expect(await readRow(app, 'sales', { SaleId: sale.SaleId }, 'status_id')).toEqual({ StatusId: 98 })
})

test('two inputs of a formula saved at once: the formula is calculated from both', async () => {
  const sale = await accessioned(bench.desk, { PatientId: await aPatient(bench.desk), products: [3063] })
  const statuses = await whileHeld(sale.SaleId, () => [
    save(sale, 'Glucose, fasting', '90'),
    save(sale, 'Insulin, fasting', '10'),
  ])
  expect(statuses).toEqual([200, 200])
  expect(await rowOf(bench.technologist, sale.SaleId, 'HOMA-IR')).toMatchObject({ Result: '2.22', StatusId: 151 })
})
const save = (sale: Read<'sales'>, element: string, value: string) =>
  enter(bench.technologist, sale.SaleId, { [element]: value })

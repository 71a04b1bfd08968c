// The past figures of the tiles, and the tables of sums about change, dues and lateness.
import { beforeAll, expect, test } from 'vitest'
import { sql, type Sql } from '../../../server/db/db.ts'
import { rowsAt } from '../../../server/testing/listed.ts'
import { networkForTests } from '../../../server/testing/network.ts'
import { setRows } from '../../../server/testing/rows.ts'
import type { Read, Rows } from '../../../server/testing/answers.ts'
import { invoicing } from '../../invoices/invoices.fixture.ts'
import { promisedFor } from '../../sales/accession/accession.fixture.ts'
import { accessioned, aPatient, booked, mode } from '../../sales/sales.fixture.ts'
import { benchOf, enterAll } from '../../testresults/testresults.fixture.ts'
import { dashboardStatements } from '../dashboard.server.ts'

const { app, desk, manager, labAdmin } = networkForTests('desk', 'manager', 'labAdmin')
const { sold } = invoicing(app, labAdmin)
let patient: number
beforeAll(async () => {
  patient = await aPatient(desk)
})
type Tile = {
  Total: number | null
  Previous: number | null
  Trend: (number | null)[]
  Unit: string | null
  Decimals: number | null
}
const tile = async (id: number, person = manager): Promise<Tile> =>
  (await person.get<Rows<Tile>>(`/api/getdata/${id}`)).body[0]
const rows = <Id extends number>(id: Id, query = '') => rowsAt(manager, id, query)
const daysAgo = (days: number): Sql => sql`now() - make_interval(days => ${days})`
const dated = (sale: Read<'sales'>, days: number) =>
  setRows(app, 'sales', { SaleId: sale.SaleId }, { SaleDate: daysAgo(days) })

test('outstanding of each day rises with its sales and falls with its payments, up to what is owed now', async () => {
  const sale = await booked(desk, { PatientId: patient, receipts: [{ PaymentModeId: mode.cash, Amount: 300 }] })
  const before = await tile(2003)
  expect(before).toMatchObject({ Unit: '₹', Decimals: 2 })
  expect(before.Trend).toHaveLength(14)
  await dated(sale, 9)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update transactions
      set
        date = ${daysAgo(4)}
      where
        invoice_id = (
          select
            invoice_id
          from
            sales
          where
            sale_id = ${sale.SaleId}
        )
    `),
  )
  const now = await tile(2003)
  expect(now.Total).toBe(before.Total)
  // the last bar is now, the fifth is nine days ago: 350 are owed until 300 are paid four days ago
  const raised = now.Trend.map((value, i) => Number(value) - Number(before.Trend[i]))
  expect(raised).toEqual([0, 0, 0, 0, 350, 350, 350, 350, 350, 50, 50, 50, 50, 0])
  expect(now.Previous).toBe(now.Trend[6])
})

test('pending work is in the bars until its first value, and the count is of now', async () => {
  const bench = await benchOf(app)
  const before = await tile(2009, bench.technologist)
  const sale = await accessioned(desk, { PatientId: patient })
  const there = await tile(2009, bench.technologist)
  const came = Number(there.Total) - Number(before.Total)
  expect(came).toBeGreaterThan(0)
  expect(there.Trend.at(-1)).toBe(there.Total)
  expect(there.Trend.at(-2)).toBe(before.Trend.at(-2))
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { AccessionDate: daysAgo(3) })
  const older = await tile(2009, bench.technologist)
  expect(Number(older.Trend.at(-3)) - Number(there.Trend.at(-3))).toBe(came)
  expect(older.Trend.at(-5)).toBe(there.Trend.at(-5))
  await enterAll(bench.technologist, sale.SaleId)
  const done = await tile(2009, bench.technologist)
  expect(done.Total).toBe(before.Total)
  expect(Number(done.Trend.at(-3)) - Number(there.Trend.at(-3))).toBe(came)
})

test('every tile of every role answers a number and bars, or null where there is nothing to count', async () => {
  for (const { id, widget } of dashboardStatements) {
    if (widget !== 'tile') continue
    const { status, body } = await labAdmin.get<Tile[]>(`/api/getdata/${id}`)
    expect(status, String(id)).toBe(200)
    expect(body, String(id)).toHaveLength(1)
    if (id !== 2012) expect(body[0]?.Trend, String(id)).toHaveLength(14)
  }
})

test('sales by seller and top products are against as many days before', async () => {
  const sale = await booked(desk, { PatientId: patient })
  const old = await booked(desk, { PatientId: patient })
  await dated(old, 200)
  await dated(sale, 195)
  const of = async (id: 2101 | 2102) => (await rows(id, '?Days=197')).find((row) => row.Change !== null)
  const seller = (await rows(2101, '?Days=197')).find((row) => String(row.Seller).includes('Central'))
  expect(seller).toMatchObject({ Sales: expect.any(Number), NetAmount: expect.any(Number) })
  const net = Number(seller?.NetAmount)
  expect(seller?.Change).toBe(Math.round(((net - 350) / 350) * 1000) / 10)
  expect(await of(2102)).toMatchObject({ Quantity: expect.any(Number), Amount: expect.any(Number) })
})

test('overdue are parties with all their dues by age, and none that owes for a week only', async () => {
  const [first, second, recent] = [await sold(), await sold(), await booked(desk, { PatientId: patient })]
  await dated(first, 70)
  await dated(second, 40)
  const party = (await rows(2103)).find((row) => row.ClientId === 21)
  expect(party).toMatchObject({
    Days60Dues: Number(second.NetAmount),
    OlderDues: Number(first.NetAmount),
    OverdueDays: 70,
  })
  expect(Number(party?.Outstanding)).toBe(
    Number(party?.Days30Dues) + Number(first.NetAmount) + Number(second.NetAmount),
  )
  const buyers = (await rows(2103)).map((row) => row.ClientId)
  expect(new Set(buyers).size).toBe(buyers.length)
  expect(recent.SaleId).toBeGreaterThan(0)
})

test('a late report names what is missing, the department and by how much', async () => {
  const sale = await accessioned(desk, { PatientId: patient })
  await promisedFor(app, sale.SaleId, sql`now() - interval '400 minutes'`)
  const late = (await rows(2104)).find((row) => row.SaleId === sale.SaleId)
  expect(late).toMatchObject({
    AccessionNo: sale.AccessionNo,
    Product: expect.stringMatching(/\w/),
    Department: expect.stringMatching(/\w/),
    LateBy: '6 h 40 min',
  })
})

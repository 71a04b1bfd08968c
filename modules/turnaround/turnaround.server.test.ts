// Turn-around by set times: medians, the ninetieth percentile, late reports, and no figures of another lab.
import { beforeAll, expect, test } from 'vitest'
import { addDays, dayOf } from '../../core/dates.ts'
import { sql } from '../../server/db/db.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { rowsAt } from '../../server/testing/listed.ts'
import { countRows, readRows, setRows } from '../../server/testing/rows.ts'
import { cancel, cancelItem } from '../sales/cancel/cancel.fixture.ts'
import { promisedFor } from '../sales/accession/accession.fixture.ts'
import { keepTurnarounds } from '../sales/status/turnaround.server.ts'
import { accessioned, daysAgo, product } from '../sales/sales.fixture.ts'
import { dispatched, party, tubesOf } from '../shipments/shipments.fixture.ts'
import { amended, labForTests } from '../testresults/testresults.fixture.ts'
import { reported } from '../testreports/testreports.fixture.ts'

const { app, bench } = labForTests()
const on = dayOf(new Date())
const sales: Read<'sales'>[] = []
/** Hours from the collection to receipt, entry, approval and release; promised six hours after the collection. */
const ways = [
  [1, 2, 3, 4],
  [1, 3, 4, 5],
  [2, 5, 8, 10],
] as const

// one moment for all, also when the hour ends meanwhile
const start = Date.now() - 20 * 3_600_000
const hour = (hours: number): string => new Date(start + hours * 3_600_000).toISOString()

beforeAll(async () => {
  for (const [received, entered, approved, released] of ways) {
    const sale = await reported(bench)
    sales.push(sale)
    const id = sale.SaleId
    await setRows(app, 'samples', { SaleId: id }, { CollectionDate: hour(0), ReceivedDate: hour(received) })
    await app.db.transaction((tx) =>
      tx.run(sql`
        update results r
        set
          entered_at = ${hour(entered)},
          approved_at = ${hour(approved)},
          released_at = ${hour(released)}
        from
          work_items w
        where
          w.work_item_id = r.work_item_id
          and w.sale_id = ${id}
      `),
    )
    await setRows(app, 'sales', { SaleId: id }, { CollectionDate: hour(0) })
    await promisedFor(app, id, hour(6))
    await app.db.transaction((tx) => keepTurnarounds(tx, [id]))
  }
}, 180_000)

const rows = <Id extends number>(person: Person, id: Id, query = `FromDate=${addDays(on, -1)}&ToDate=${on}`) =>
  rowsAt(person, id, `?${query}`)

test('by department: the median and the ninetieth percentile from collection to release, and how many were late', async () => {
  expect(await rows(bench.pathologist, 2120)).toEqual([
    {
      Department: 'Clinical Biochemistry',
      Reports: 3,
      Out: 3,
      InTime: 2,
      MedianHours: 5,
      NinetiethHours: 9,
      Late: 1,
      InTimePercent: 66.7,
    },
  ])
})

test('by step: each from the one before', async () => {
  expect((await rows(bench.pathologist, 2121)).map((row) => Object.values(row).slice(1))).toEqual([
    ['Collected to received', 3, 1, 1.8],
    ['Received to entered', 3, 2, 2.8],
    ['Entered to approved', 3, 1, 2.6],
    ['Approved to released', 3, 1, 1.8],
  ])
})

test('the late one is named with its sale, the hours that it was late, and when it was promised', async () => {
  const late = await rows(bench.pathologist, 2122)
  expect(late).toMatchObject([
    {
      SaleId: sales[2]?.SaleId,
      AccessionNo: sales[2]?.AccessionNo,
      HoursLate: 4,
      Department: expect.any(String),
    },
  ])
})

test('what is kept of a reported sale answers as its work does, after an amendment and an added test too', async () => {
  const answers = async () => Promise.all([2120, 2121, 2122].map((id) => rows(bench.pathologist, id, 'Days=2')))
  const allKept = () =>
    app.db.read.rows<{ SaleId: number }>(sql`
      select
        *
      from
        sale_turnarounds
      order by
        sale_id,
        department_id
    `)
  const without = async () => {
    const kept = await allKept()
    await app.db.transaction((tx) => tx.run(sql`delete from sale_turnarounds`))
    const live = await answers()
    for (const { SaleId } of kept) await app.db.transaction((tx) => keepTurnarounds(tx, [SaleId]))
    expect(await allKept()).toEqual(kept)
    return live
  }
  const sale = await reported(bench)
  expect(await countRows(app, 'sale_turnarounds', { SaleId: sale.SaleId })).toBe(1)
  expect(await without()).toEqual(await answers())
  expect((await amended(bench, sale.SaleId, { Sodium: '138' })).status).toBe(200)
  expect(await without()).toEqual(await answers())
  // it stays reported while other work of it comes out
  await setRows(app, 'sale_turnarounds', { SaleId: sale.SaleId }, { ReleasedAt: daysAgo(5) })
  expect((await amended(bench, sale.SaleId, { Sodium: '139' })).status).toBe(200)
  expect(await without()).toEqual(await answers())
  // its work is open again: it is late, whatever was kept of it
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { StatusId: 97 })
  const [row] = await readRows<{ WorkItemId: number }>(
    app,
    'work_items',
    { SaleId: sale.SaleId },
    'work_item_id',
    'work_item_id',
  )
  const before = await rows(bench.pathologist, 2120, 'Days=2')
  const where = { WorkItemId: row?.WorkItemId }
  const [out] = await readRows<{ ReleasedAt: string }>(app, 'results', where, 'released_at', 'version')
  await setRows(app, 'results', where, { ReleasedAt: null })
  const [now] = await rows(bench.pathologist, 2120, 'Days=2')
  await setRows(app, 'results', where, { ReleasedAt: out?.ReleasedAt })
  expect(now?.Out).toBe(Number(before[0]?.Out) - 1)
})

test('days outside the range do not count, more than 92 are refused, and so is a reversed range', async () => {
  expect(await rows(bench.pathologist, 2120, `FromDate=${addDays(on, -9)}&ToDate=${addDays(on, -8)}`)).toEqual([])
  for (const query of [
    `FromDate=${addDays(on, -200)}&ToDate=${on}`,
    `FromDate=${on}&ToDate=${addDays(on, -3)}`,
    'Days=93',
  ])
    expect((await bench.pathologist.get(`/api/getdata/2120?${query}`)).status).toBe(400)
})

test('a tube that never reached its lab is late too: at the centre, in transit and at an outside lab, until no line waits', async () => {
  const front = await signedIn(app, 'frontdesk', 5, 12)
  const late = async (sale: Read<'sales'>, person: Person = bench.pathologist): Promise<number> =>
    (await rows(person, 2122)).filter((row) => row.SaleId === sale.SaleId).length
  const promisedAt = (sale: Read<'sales'>, date: string) => promisedFor(app, sale.SaleId, date)
  const sale = await accessioned(front, { SellerId: party.hadapsar, products: [product.cbc] })
  await promisedAt(sale, new Date(Date.now() + 3_600_000).toISOString())
  expect(await late(sale)).toBe(0)
  await promisedAt(sale, hour(6))
  expect(await late(sale)).toBe(1)
  await dispatched(front, { from: party.hadapsar, to: party.central, samples: tubesOf(sale) })
  expect(await late(sale)).toBe(1)
  expect(await late(sale, await signedIn(app, 'nashik', 4, party.satellite))).toBe(0)
  expect(await late(sale, await signedIn(app, 'frontdesk2', 5, 11))).toBe(0)
  expect((await cancel(front, sale)).status).toBe(200)
  expect(await late(sale)).toBe(0)

  const outside = await accessioned(bench.desk, { products: [product.antiCcp] })
  await promisedAt(outside, hour(6))
  expect(await late(outside)).toBe(1)
  const samples = tubesOf(outside)
  await dispatched(bench.technologist, { from: party.central, to: party.reference, samples })
  expect(await late(outside)).toBe(1)

  // a cancelled line waits for no tube
  const half = await accessioned(front, { SellerId: party.hadapsar, products: [product.cbc, product.creatinine] })
  await promisedAt(half, hour(6))
  expect(await late(half)).toBe(2)
  expect((await cancelItem(front, half, 1)).status).toBe(200)
  expect(await late(half)).toBe(1)
})

test('another lab and a centre see none of it; a user without the list of reports cannot open it', async () => {
  for (const person of [await signedIn(app, 'nashik', 4, 3), await signedIn(app, 'frontdesk2', 5, 11)])
    for (const id of [2120, 2121, 2122]) expect(await rows(person, id)).toEqual([])
  expect((await (await signedIn(app, 'referrer', 14, 141)).get('/api/getdata/2120')).status).toBe(403)
})

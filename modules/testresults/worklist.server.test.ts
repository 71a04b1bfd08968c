// Lists of work: results, samples and reports filtered by remaining work, day, number and lateness; a tube's status
// follows its work.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import type { Person } from '../../server/testing/signed-in.ts'
import type { Read, Rows } from '../../server/testing/answers.ts'
import { setRows } from '../../server/testing/rows.ts'
import { promisedFor } from '../sales/accession/accession.fixture.ts'
import { accessioned, booked, saleOf } from '../sales/sales.fixture.ts'
import { approveAll, enterAll, releaseAll, labForTests, rowOf } from './testresults.fixture.ts'

const { app, bench } = labForTests()
/** Sales by the progress of their results. */
let sales: Record<'pending' | 'approve' | 'release' | 'released', Read<'sales'>>
beforeAll(async () => {
  const sold = () => accessioned(bench.desk)
  sales = { pending: await sold(), approve: await sold(), release: await sold(), released: await sold() }
  const generated = await bench.technologist.put('/api/generate/worksheets')
  expect(generated.status).toBe(200)
  for (const state of ['approve', 'release', 'released'] as const)
    await enterAll(bench.technologist, sales[state].SaleId)
  for (const state of ['release', 'released'] as const) await approveAll(bench.pathologist, sales[state].SaleId)
  await releaseAll(bench.pathologist, sales.released.SaleId, 'Released with dues')
})
/** The sales of a list's rows, of which there are as many as it counts. */
const idsIn = async (person: Person, list: number, filter: object): Promise<unknown[]> => {
  const address = `/api/getdata/${list}?filterCriteria=${encodeURIComponent(JSON.stringify(filter))}` as const
  const { status, body } = await person.get<Rows<{ readonly SaleId: number }>>(address)
  expect(status).toBe(200)
  const counted = await person.get(`${address}&limit=0`)
  expect([address, counted.headers.get('x-total-count')]).toEqual([address, String(body.length)])
  return [...new Set(body.map((row) => row.SaleId))]
}
const idOf = (state: keyof typeof sales) => sales[state].SaleId

test('results are listed by their remaining work', async () => {
  for (const state of ['pending', 'approve', 'release', 'released'] as const)
    expect([state, await idsIn(bench.technologist, 1004, { State: state })]).toEqual([state, [idOf(state)]])
})
test('results are listed by accession number, by day, by stat and by late', async () => {
  const number = sales.approve.AccessionNo
  expect(await idsIn(bench.technologist, 1004, { AccessionNo: number })).toEqual([idOf('approve')])
  expect(
    await idsIn(bench.technologist, 1004, { FromDate: '2000-01-01T00:00:00Z', ToDate: '2000-01-02T00:00:00Z' }),
  ).toEqual([])
  expect(await idsIn(bench.technologist, 1004, { IsStat: true })).toEqual([])
  await setRows(app, 'sales', { SaleId: Number(idOf('pending')) }, { IsStat: true })
  await promisedFor(app, idOf('pending'), sql`now() - interval '1 minute'`)
  expect(await idsIn(bench.technologist, 1004, { IsStat: true })).toEqual([idOf('pending')])
  expect(await idsIn(bench.technologist, 1004, { IsLate: true })).toEqual([idOf('pending')])
})
test('a day filters by the date of the sale, even where that was set later than its work was divided', async () => {
  const all = (['pending', 'approve', 'release', 'released'] as const).map(idOf)
  const since = async (days: number) => {
    const FromDate = new Date(Date.now() - days * 86_400_000).toISOString()
    return new Set(await idsIn(bench.technologist, 1004, { FromDate }))
  }
  const age = async (sale: number, sold: number, worked: number) => {
    const worksheets = await app.db.read.rows<{ WorkSheetId: number }>(sql`
      select distinct
        work_sheet_id
      from
        work_items
      where
        work_sheet_id is not null
    `)
    for (const sheet of worksheets)
      await setRows(app, 'worksheets', sheet, { createdAt: sql`now() - make_interval(days => ${worked})` })
    await setRows(
      app,
      'sales',
      { SaleId: sale },
      {
        createdAt: sql`now() - make_interval(days => ${worked})`,
        SaleDate: sql`now() - make_interval(days => ${sold})`,
      },
    )
  }
  expect(await since(10)).toEqual(new Set(all))
  for (const id of all) await age(Number(id), 20, 20)
  expect(await since(10)).toEqual(new Set())
  expect(await since(21)).toEqual(new Set(all))
  await age(Number(idOf('release')), 5, 20)
  expect(await since(10)).toEqual(new Set([idOf('release')]))
})
test('a tube shows where it is: to be collected, at the lab, analysed, released', async () => {
  const words = async (state: keyof typeof sales): Promise<unknown[]> => {
    const sale = await saleOf(bench.desk, Number(idOf(state)))
    return sale.Samples.map((one) => one.Status)
  }
  expect(await words('pending')).toEqual(['At the performing lab'])
  expect(await words('approve')).toEqual(['Analysed'])
  expect(await words('released')).toEqual(['Released'])
  expect(await idsIn(bench.desk, 1002, { State: 'lab' })).toEqual([idOf('pending')])
  expect(await idsIn(bench.desk, 1002, { State: 'released' })).toEqual([idOf('released')])
  expect(await idsIn(bench.desk, 1002, { State: 'lab', IsLate: true, IsStat: true })).toEqual([idOf('pending')])
})
test('reports are listed by their state', async () => {
  expect(await idsIn(bench.pathologist, 1005, { State: 'FINAL' })).toEqual([idOf('released')])
  expect(await idsIn(bench.pathologist, 1005, { State: 'AMENDED' })).toEqual([])
})
test('the steps of a sale show how many of how many are done', async () => {
  const steps = async (sale: Read<'sales'>) =>
    (await saleOf(bench.desk, Number(sale.SaleId))).Steps.map(({ Step, Done, Of }) => `${Step} ${Done}/${Of}`)
  expect((await steps(await booked(bench.desk))).slice(0, 3)).toEqual(['Booked 1/1', 'Collected 0/0', 'Dispatched 0/0'])
  const released = await steps(sales.released)
  expect(released.slice(0, 4)).toEqual(['Booked 1/1', 'Collected 1/1', 'Dispatched 0/0', 'Received 1/1'])
  for (const step of released.slice(4)) expect(step).toMatch(/^\w+ (\d+)\/\1$/)
  expect((await steps(sales.pending))[4]).toMatch(/^Entered 0\/[1-9]/)
})
test('Find finds doctors, tests, and a phone number as screens print it', async () => {
  const found = async (person: Person, q: string) =>
    (await person.get<{ Kind: string; Title: string }[]>(`/api/search?q=${encodeURIComponent(q)}`)).body
  expect((await found(bench.desk, 'Sawant')).map((one) => one.Kind)).toContain('Doctor')
  expect((await found(bench.technologist, 'Complete Blood')).map((one) => one.Kind)).toContain('Test')
  const { Phone } = await app.db.read.one<{ Phone: string }>(sql`
    select
      mobile_phone as phone
    from
      clients
    where
      client_type_id = 12
      and length(mobile_phone) = 10
    order by
      client_id
    limit
      1
  `)
  const spaced = await found(bench.desk, `${Phone.slice(0, 5)} ${Phone.slice(5)}`)
  expect(spaced).toEqual(await found(bench.desk, Phone))
  expect(spaced.map((one) => one.Kind)).toContain('Patient')
})

test('open work is listed stat first, then critical values without a call, then by due date', async () => {
  const made: unknown[] = []
  for (let at = 0; at < 6; at += 1) made.push((await accessioned(bench.desk)).SaleId)
  await bench.technologist.put('/api/generate/worksheets')
  const [soon, stat, late, critical, told, statLate] = made
  const promised = async (sale: unknown, hours: number, isStat = false) => {
    await promisedFor(app, sale, sql`now() + make_interval(hours => ${hours})`)
    await setRows(app, 'sales', { SaleId: sale }, { IsStat: isStat })
  }
  await promised(soon, 1)
  await promised(stat, 90, true)
  await promised(late, -5)
  await promised(critical, 80)
  await promised(told, 70)
  await promised(statLate, 50, true)
  for (const sale of made)
    await enterAll(bench.technologist, sale, sale === critical || sale === told ? { Haemoglobin: '3.0' } : {})
  const call = { WorkItemId: (await rowOf(bench.pathologist, told, 'Haemoglobin')).WorkItemId }
  const called = await bench.pathologist.post('/api/criticalcalls/', {
    ...call,
    CalledTo: 'Dr Sawant',
    CalledRole: 'doctor',
    ReadBack: true,
  })
  expect(called.status).toBe(201)
  const listed = async (more: string, filter: object): Promise<[unknown[], unknown]> => {
    const { body, headers } = await bench.pathologist.get(
      `/api/getdata/1004?${more}filterCriteria=${encodeURIComponent(JSON.stringify(filter))}`,
    )
    const ids = [...new Set(body.map((row) => row.SaleId))]
    return [ids.filter((id) => made.includes(id)), headers.get('x-sort')]
  }
  const urgent = [statLate, stat, critical, late, soon, told]
  expect(await listed('', { State: 'approve' })).toEqual([urgent, ''])
  expect((await listed('', { IsLate: true }))[0]).toEqual([late])
  expect((await listed('', { State: 'critical' }))[0]).toEqual([critical, told])
  // a page begins where the one before ended
  const pages = []
  for (let page = 1; page <= 8; page += 1) pages.push((await listed(`limit=1&page=${page}&`, { State: 'approve' }))[0])
  expect(pages.flat()).toEqual(urgent)
  // a chosen sort order is used; the whole list is read from its newest end
  expect(await listed('sort=SaleId&', { State: 'approve' })).toEqual([made, 'SaleId'])
  expect(await listed('', {})).toEqual([expect.arrayContaining(made), '-WorkSheetId'])
})

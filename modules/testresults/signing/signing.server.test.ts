// Review, approval, release and amendment: who signs what, what holds a report back, and what goes out.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import type { Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product, saleOf } from '../../sales/sales.fixture.ts'
import {
  approveAll,
  benchOf,
  enter,
  enterAll,
  itemsOf,
  releaseAll,
  rowOf,
  rowsOf,
  type Bench,
} from '../testresults.fixture.ts'

let app: TestApp
let bench: Bench
let patient: number
let reason: number
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
  patient = await aPatient(bench.desk)
  reason = (await bench.technologist.get<Json[]>('/api/listitems?ListId=122')).body[0]?.['ListItemId'] as number
})
afterEach(() => expectInvariants(app.db))
afterAll(() => app.close())
const paidSale = (products: readonly number[] = [product.electrolytes], Amount = 450) =>
  accessioned(bench.desk, { PatientId: patient, products, receipts: [{ PaymentModeId: 40, Amount }] })
const approve = (person: typeof bench.pathologist, ...rows: Json[]) =>
  person.put('/api/approve/testresults', { WorkItemIds: rows.map((row) => row['WorkItemId']) })
const reportsOf = (saleId: unknown) =>
  app.db.read.rows<{ version: number; state: string; replaced: boolean; hash: string }>(sql`
    select
      version,
      state,
      superseded_at is not null as replaced,
      hash
    from
      reports
    where
      sale_id = ${saleId}
    order by
      version
  `)
const releasedSale = async (): Promise<Json> => {
  const sale = await paidSale()
  await enterAll(bench.technologist, sale['SaleId'])
  await approveAll(bench.pathologist, sale['SaleId'])
  expect((await releaseAll(bench.pathologist, sale['SaleId'])).status).toBe(200)
  return saleOf(bench.desk, sale['SaleId'] as number)
}

test('who entered a result does not approve it where two sign; the other signatory does', async () => {
  const sale = await paidSale()
  await enter(bench.pathologist, sale['SaleId'], { Sodium: '140' })
  const row = await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')
  const own = await approve(bench.pathologist, row)
  expect([own.status, own.body['message']]).toEqual([
    422,
    'Sodium: entered by you, to be approved by another signatory',
  ])
  expect((await approve(bench.other, row)).status).toBe(200)
  expect(await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')).toMatchObject({ StatusId: 153 })
})

test('only a pathologist signs', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Sodium: '140' })
  const row = await rowOf(bench.technologist, sale['SaleId'], 'Sodium')
  for (const action of ['review', 'approve', 'release', 'amend'])
    expect(
      (await bench.technologist.put(`/api/${action}/testresults`, { WorkItemIds: [row['WorkItemId']] })).status,
    ).toBe(403)
})

test('a status picked in the cell follows the same rules', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Sodium: '140' })
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Sodium')
  const pick = (person: typeof bench.pathologist, StatusId: number) =>
    person.put('/api/testresults/', { SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, StatusId }] })
  for (const status of [152, 153, 154, 159])
    expect([status, (await pick(bench.technologist, status)).status]).toEqual([status, 422])
  expect((await pick(bench.pathologist, 154)).status).toBe(422)
  expect((await pick(bench.pathologist, 153)).status).toBe(200)
  expect(
    await app.db.read.one(sql`
      select
        approved_by_id as by
      from
        results r
        join work_items w using (result_id)
      where
        w.work_item_id = ${WorkItemId}
    `),
  ).toEqual({ by: bench.pathologist.userId })
})

test('a status sent together with a value is asked about that value: nobody signs by entering', async () => {
  const sale = await paidSale()
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Potassium')
  const both = (person: typeof bench.pathologist, Result: string, StatusId: number) =>
    person.put('/api/testresults/', { SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, Result, StatusId }] })
  for (const status of [152, 153, 154, 159])
    expect([status, (await both(bench.technologist, '4.1', status)).status]).toEqual([status, 422])
  // four eyes, and the call about a critical value, hold for a signatory as well
  expect((await both(bench.pathologist, '4.1', 153)).body['message']).toBe(
    'Potassium: entered by you, to be approved by another signatory',
  )
  expect((await both(bench.pathologist, '6.9', 153)).status).toBe(422)
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Potassium')).toMatchObject({ StatusId: 150, Result: null })
  expect((await both(bench.technologist, '4.1', 151)).status).toBe(200)
  expect((await both(bench.technologist, '4.2', 157)).status).toBe(422)
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Potassium')).toMatchObject({ StatusId: 151, Result: '4.1' })
})

test('a critical value needs a call that was read back, and a review, before it is approved', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, sale['SaleId'], 'Potassium')
  expect(row['Flag']).toBe('HH')
  expect((await approve(bench.pathologist, row)).status).toBe(422)
  expect((await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [row['WorkItemId']] })).status).toBe(
    200,
  )
  expect((await approve(bench.pathologist, row)).body['message']).toBe(
    'Potassium: log the call about the critical value first',
  )
  const call = (more: Json) =>
    bench.pathologist.post('/api/criticalcalls/', {
      WorkItemId: row['WorkItemId'],
      CalledTo: 'Dr Sawant',
      CalledPhone: '9822',
      ReadBack: true,
      ...more,
    })
  expect((await call({ ReadBack: false })).body['message']).toBe('The value must be read back')
  expect((await call({ CalledTo: ' ' })).status).toBe(400)
  expect((await call({ CalledAt: new Date(Date.now() + 3_600_000).toISOString() })).status).toBe(400)
  expect((await call({ CalledAt: new Date(Date.now() - 3_600_000).toISOString() })).body['message']).toBe(
    'The time of the call can not be before the result was entered',
  )
  expect((await call({})).status).toBe(201)
  expect((await approve(bench.pathologist, row)).status).toBe(200)
  expect((await rowOf(bench.pathologist, sale['SaleId'], 'Potassium'))['CriticalCall']).toMatchObject({
    CalledTo: 'Dr Sawant',
    ReadBack: true,
  })
})

test('a corrected critical value needs a call of its own', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, sale['SaleId'], 'Potassium')
  await bench.pathologist.post('/api/criticalcalls/', {
    WorkItemId: row['WorkItemId'],
    CalledTo: 'Dr Sawant',
    ReadBack: true,
  })
  await enter(bench.technologist, sale['SaleId'], { Potassium: '7.4' })
  await bench.pathologist.put('/api/review/testresults', { WorkItemIds: [row['WorkItemId']] })
  expect((await approve(bench.pathologist, row)).body['message']).toBe(
    'Potassium: log the call about the critical value first',
  )
})

test('a report prints the call about the value it prints, not one about a value that was corrected', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Potassium: '6.9' })
  const row = await rowOf(bench.pathologist, sale['SaleId'], 'Potassium')
  await bench.pathologist.post('/api/criticalcalls/', {
    WorkItemId: row['WorkItemId'],
    CalledTo: 'Dr Sawant',
    ReadBack: true,
  })
  await enterAll(bench.technologist, sale['SaleId'], { Potassium: '4.2' })
  await approveAll(bench.pathologist, sale['SaleId'])
  expect((await releaseAll(bench.pathologist, sale['SaleId'])).status).toBe(200)
  const { content } = await app.db.read.one<{ content: string }>(sql`
    select
      content::text as content
    from
      reports
    where
      sale_id = ${sale['SaleId']}
  `)
  expect(content).toContain('"Result":"4.2"')
  expect(content).not.toContain('Dr Sawant')
})

test('a critical value is told to the pathologists of the lab', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Potassium: '2.0' })
  const notes = (await bench.other.get<Json[]>('/api/getdata/9')).body
  expect(notes[0]).toMatchObject({
    Subject: 'Critical value: Potassium',
    Creater: 'Suresh Patil',
    Content: expect.stringContaining(sale['AccessionNo'] as string),
  })
})

test('all or nothing: one result that may not be approved holds the others, and is named', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Sodium: '140', Potassium: '6.9' })
  const rows = await rowsOf(bench.pathologist, sale['SaleId'])
  const answer = await approve(
    bench.pathologist,
    ...rows.filter((row) => ['Sodium', 'Potassium'].includes(row['Element'] as string)),
  )
  const critical = rows.find((row) => row['Element'] === 'Potassium')?.['WorkItemId']
  expect([answer.status, Object.keys(answer.body['errors'] as Json)]).toEqual([422, [`WorkItems.${critical}`]])
  expect((await rowOf(bench.pathologist, sale['SaleId'], 'Sodium'))['StatusId']).toBe(151)
})

test('an approved result is not typed over', async () => {
  const sale = await paidSale()
  await enter(bench.technologist, sale['SaleId'], { Sodium: '140' })
  await approve(bench.pathologist, await rowOf(bench.pathologist, sale['SaleId'], 'Sodium'))
  expect((await enter(bench.technologist, sale['SaleId'], { Sodium: '141' })).status).toBe(422)
  expect((await rowOf(bench.pathologist, sale['SaleId'], 'Sodium'))['Result']).toBe('140')
})

test('a walk-in report with money outstanding goes out with a reason only', async () => {
  const sale = await paidSale([product.electrolytes], 400)
  await enterAll(bench.technologist, sale['SaleId'])
  await approveAll(bench.pathologist, sale['SaleId'])
  const held = await releaseAll(bench.pathologist, sale['SaleId'])
  expect([held.status, held.body['message']]).toEqual([
    422,
    expect.stringContaining('₹50.00 is outstanding; give a reason to release all the same'),
  ])
  expect(await reportsOf(sale['SaleId'])).toEqual([])
  expect((await releaseAll(bench.pathologist, sale['SaleId'], 'The doctor asked')).status).toBe(200)
})

test('a test goes out when all of it is approved: partial first, final when the rest follows', async () => {
  const sale = await paidSale([product.electrolytes, product.creatinine], 650)
  await enterAll(bench.technologist, sale['SaleId'])
  const rows = await rowsOf(bench.pathologist, sale['SaleId'])
  const electrolytes = rows.filter((row) => ['Sodium', 'Potassium', 'Chloride'].includes(row['Element'] as string))
  await approve(bench.pathologist, ...electrolytes.slice(0, 2))
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: itemsOf(electrolytes.slice(0, 1)) })).body[
      'message'
    ],
  ).toContain('Not yet approved')
  await approve(bench.pathologist, ...electrolytes.slice(2))
  expect(
    (await bench.pathologist.put('/api/release/testresults', { WorkItemIds: itemsOf(electrolytes.slice(0, 1)) }))
      .status,
  ).toBe(200)
  expect(await reportsOf(sale['SaleId'])).toMatchObject([{ version: 1, state: 'PARTIAL', replaced: false }])
  expect((await saleOf(bench.desk, sale['SaleId'] as number))['StatusId']).toBe(97)
  const rest = (await rowsOf(bench.pathologist, sale['SaleId'])).filter((row) => row['StatusId'] === 151)
  await approve(bench.pathologist, ...rest.filter((row) => !row['NotCalculated']))
  expect((await bench.pathologist.put('/api/release/testresults', { WorkItemIds: itemsOf(rest) })).status).toBe(200)
  expect(await reportsOf(sale['SaleId'])).toMatchObject([
    { version: 1, state: 'PARTIAL', replaced: true },
    { version: 2, state: 'FINAL', replaced: false },
  ])
  expect((await saleOf(bench.desk, sale['SaleId'] as number))['StatusId']).toBe(99)
})

test('OPS-318 a reported sale is locked: header and products stay as they are', async () => {
  const sale = await releasedSale()
  expect(sale['StatusId']).toBe(99)
  for (const change of [
    { LRN: '1' },
    { ReferringDoctorId: 115 },
    { ReportDate: new Date().toISOString() },
    { SaleProducts: [{ ProductId: product.cbc }] },
  ])
    expect([change, (await bench.desk.put(`/api/sales/${sale['SaleId']}`, change)).status]).toEqual([change, 422])
  expect((await bench.desk.put(`/api/sales/${sale['SaleId']}`, { Remarks: 'collected by the son' })).status).toBe(200)
})

test('an amendment needs reason, remarks and another signatory, makes a new version of result and report, and the old report is superseded', async () => {
  const sale = await releasedSale()
  const row = await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')
  const amend = (more: Json) =>
    bench.pathologist.put('/api/amend/testresults', {
      WorkItems: [{ WorkItemId: row['WorkItemId'], Result: '132' }],
      ReasonId: reason,
      Remarks: 'Wrong tube',
      ...more,
    })
  expect((await amend({ Remarks: '' })).body['message']).toBe('Remarks are required')
  expect((await amend({ ReasonId: null })).status).toBe(422)
  expect((await amend({})).body['message']).toBe(
    '1 amendment waits. Sodium: amended by you, to be approved by another signatory',
  )
  expect(await reportsOf(sale['SaleId'])).toHaveLength(1)
  expect((await approve(bench.other, row)).body['message']).toBe('1 result is amended')
  expect(await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')).toMatchObject({
    StatusId: 159,
    Result: '132',
    Flag: 'L',
  })
  const [first, second] = await reportsOf(sale['SaleId'])
  expect([first, second]).toMatchObject([
    { version: 1, state: 'FINAL', replaced: true },
    { version: 2, state: 'AMENDED', replaced: false },
  ])
  expect(first?.hash).not.toBe(second?.hash)
  const versions = await app.db.read.rows(sql`
    select
      version,
      result
    from
      results
    where
      work_item_id = ${row['WorkItemId']}
    order by
      version
  `)
  expect(versions).toEqual([
    { version: 1, result: row['Result'] },
    { version: 2, result: '132' },
  ])
  expect(
    (await bench.pathologist.put('/api/repeat/testresults', { WorkItemIds: [row['WorkItemId']], ReasonId: reason }))
      .status,
  ).toBe(422)
})

test('a released result does not become amended in the status cell', async () => {
  const sale = await releasedSale()
  const { WorkItemId } = await rowOf(bench.pathologist, sale['SaleId'], 'Sodium')
  const answer = await bench.pathologist.put('/api/testresults/', {
    SaleId: sale['SaleId'],
    WorkItems: [{ WorkItemId, StatusId: 159, ReasonId: reason }],
  })
  expect([answer.status, answer.body['message']]).toEqual([422, 'Results are amended by the Amend button'])
})

test('two pathologists release one sale at once: one report', async () => {
  const sale = await paidSale()
  await enterAll(bench.technologist, sale['SaleId'])
  await approveAll(bench.pathologist, sale['SaleId'])
  const answers = await Promise.all(
    [bench.pathologist, bench.other, bench.pathologist].map((person) => releaseAll(person, sale['SaleId'])),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 422, 422])
  expect(await reportsOf(sale['SaleId'])).toHaveLength(1)
})

test('each step is in the history of the results', async () => {
  const sale = await releasedSale()
  const actions = (
    await bench.pathologist.get<Json[]>(`/api/actions?ModuleId=testresults&FormId=${sale['SaleId']}`)
  ).body.map((entry) => entry['Action'])
  expect(actions).toEqual(expect.arrayContaining(['enter', 'approve', 'release']))
})

test('an amendment of nothing is refused as such', async () => {
  for (const WorkItems of [[null], ['x'], [{}], [{ WorkItemId: 1 }], []])
    expect([
      WorkItems,
      (await bench.pathologist.put('/api/amend/testresults', { WorkItems, ReasonId: 1, Remarks: 'x' })).status,
    ]).toEqual([WorkItems, 400])
})

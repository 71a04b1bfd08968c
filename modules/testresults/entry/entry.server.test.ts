// Result entry: rows, flags by age and sex, formulas on the server, versions and runs.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { testApp, type TestApp } from '../../../server/testing/app.ts'
import { expectInvariants } from '../../../server/testing/invariants.ts'
import { listed } from '../../../server/testing/listed.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { benchOf, enter, rowOf, rowsOf, type Bench } from '../testresults.fixture.ts'

let app: TestApp
let bench: Bench
let man: number
let girl: number
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
  man = await aPatient(bench.desk)
  girl = await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2, Age: 3 })
})
afterAll(async () => {
  await expectInvariants(app.db)
  await app.close()
})
const saleFor = (PatientId: number, products: readonly number[] = [product.cbc], more: Json = {}) =>
  accessioned(bench.desk, { PatientId, products, ...more })
const flagOf = async (sale: Json, element: string, value: string): Promise<unknown> => {
  await enter(bench.technologist, sale['SaleId'], { [element]: value })
  return (await rowOf(bench.technologist, sale['SaleId'], element))['Flag']
}

test('OPS-010 OPS-106 OPS-257 OPS-286 results are entered by worksheet and sale, and read back', async () => {
  const sale = await saleFor(man, [product.cbc, product.lipids])
  const sheets = (await bench.technologist.put('/api/generate/worksheets')).body['WorkSheetIds'] as number[]
  for (const WorkSheetId of sheets) {
    const { body: rows } = await bench.technologist.get<Json[]>(
      `/api/testresults?WorkSheetId=${WorkSheetId}&SaleId=${sale['SaleId']}`,
    )
    expect(rows.every((row) => row['WorkSheetId'] === WorkSheetId && row['SaleId'] === sale['SaleId'])).toBe(true)
    const [first] = rows.filter((row) => !row['Formula'])
    const saved = await bench.technologist.put('/api/testresults/', {
      WorkSheetId,
      SaleId: sale['SaleId'],
      WorkItems: [{ WorkItemId: first?.['WorkItemId'], Result: '5', Remarks: 'inside', Comments: 'outside' }],
    })
    expect([saved.status, saved.body['message']]).toEqual([200, expect.stringMatching(/saved$/)])
    const again = (
      await bench.technologist.get<Json[]>(`/api/testresults?WorkSheetId=${WorkSheetId}&SaleId=${sale['SaleId']}`)
    ).body.find((row) => row['WorkItemId'] === first?.['WorkItemId'])
    expect(again).toMatchObject({ Remarks: 'inside', Comments: 'outside', StatusId: 151, EnteredBy: 'Suresh Patil' })
    expect(Number(again?.['Result'])).toBe(5)
  }
  expect((await bench.technologist.get('/api/testresults')).status).toBe(400)
  expect((await bench.technologist.get('/api/testresults?SaleId=999999')).status).toBe(404)
})

test('OPS-132 a row has every field of the specification', async () => {
  const sale = await saleFor(girl, [product.cbc, product.lipids])
  const [row] = await rowsOf(bench.technologist, sale['SaleId'])
  for (const name of [
    'WorkItemId',
    'Element',
    'Instrument',
    'Result',
    'UnitOfMeasure',
    'Remarks',
    'Comments',
    'StatusId',
    'Status',
    'ReasonId',
    'Reason',
    'Formula',
    'PossibleValues',
    'PrintableRange',
    'resultTypeId',
    'Sale',
    'Patient',
    'Gender',
    'PatientAge',
  ])
    expect(row).toHaveProperty(name)
  expect(row).toMatchObject({
    Sale: {
      AccessionNo: sale['AccessionNo'],
      SaleDate: expect.stringMatching(/^20/),
      AccessionDate: expect.stringMatching(/^20/),
    },
    Patient: 'Mira Patil',
    Gender: 'Female',
    PatientAge: 3,
    Status: { ItemName: expect.stringMatching(/./) },
  })
})

test('flags of a man of 46 go by the interval of his age and sex', async () => {
  const sale = await saleFor(man)
  const flags: unknown[] = []
  for (const value of ['13', '17', '12.9', '17.1', '7.1', '7', '19.9', '20'])
    flags.push(await flagOf(sale, 'Haemoglobin', value))
  expect(flags).toEqual(['N', 'N', 'L', 'H', 'L', 'LL', 'H', 'HH'])
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')).toMatchObject({
    LowValue: 13,
    HighValue: 17,
    PrintableRange: '13.0 - 17.0',
    CriticallyLowValue: 7,
    CriticallyHighValue: 20,
  })
})

test('flags of a girl of 3 go by hers', async () => {
  const sale = await saleFor(girl)
  const flags: unknown[] = []
  for (const value of ['11', '14', '10.9', '14.1', '6.9']) flags.push(await flagOf(sale, 'Haemoglobin', value))
  expect(flags).toEqual(['N', 'N', 'L', 'H', 'LL'])
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin'))['PrintableRange']).toBe('11.0 - 14.0')
})

test('without an interval for the age there is no flag, and the result is to be reviewed', async () => {
  const sale = await saleFor(girl, [product.lipids])
  expect(await flagOf(sale, 'Triglycerides', '500')).toBeNull()
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Triglycerides')).toMatchObject({ NoRange: true })
})

test('OPS-197 OPS-198 OPS-199 OPS-201 formulas are calculated on the server from what was entered, and not typed', async () => {
  const sale = await saleFor(man, [product.lipids])
  await enter(bench.technologist, sale['SaleId'], {
    'Cholesterol, total': '250',
    Triglycerides: '180',
    'HDL cholesterol': '35',
  })
  const ldl = async () => rowOf(bench.technologist, sale['SaleId'], 'LDL cholesterol (calculated)')
  expect(await ldl()).toMatchObject({ Result: '179', Flag: 'H', resultTypeId: 32, StatusId: 151 })
  expect((await rowOf(bench.technologist, sale['SaleId'], 'VLDL cholesterol'))['Result']).toBe('36')
  await enter(bench.technologist, sale['SaleId'], { 'Cholesterol, total': '200' })
  expect((await ldl())['Result']).toBe('129')
  await enter(bench.technologist, sale['SaleId'], { 'LDL cholesterol (calculated)': '1' })
  expect((await ldl())['Result']).toBe('129')
  await enter(bench.technologist, sale['SaleId'], { Triglycerides: '401' })
  expect(await ldl()).toMatchObject({ Result: null, NotCalculated: expect.stringMatching(/./) })
})

test('OPS-200 a numeric result takes numbers only: another entry keeps the old value', async () => {
  const sale = await saleFor(man)
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14.2' })
  const answer = await enter(bench.technologist, sale['SaleId'], { Haemoglobin: 'abc' })
  expect(answer.status).toBe(200)
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin'))['Result']).toBe('14.2')
})

test('a corrected result is a new version; the old one stays as it was', async () => {
  const sale = await saleFor(man)
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14' })
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '15' })
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '15' })
  expect(
    await app.db.read.rows(sql`
      select
        version,
        result,
        run
      from
        results
      where
        work_item_id = ${WorkItemId}
      order by
        version
    `),
  ).toEqual([
    { version: 1, result: '14', run: 1 },
    { version: 2, result: '15', run: 1 },
  ])
})

test('OPS-196 a repeat needs a reason, keeps the run, and counts the next one', async () => {
  const sale = await saleFor(man)
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14', 'RBC count': '5' })
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')
  const reason = (await bench.technologist.get<Json[]>('/api/listitems?ListId=122')).body[0]?.['ListItemId']
  // none, and one of another list
  const other = (await bench.technologist.get<Json[]>('/api/listitems?ListId=121')).body[0]?.['ListItemId']
  for (const [ReasonId, status] of [
    [undefined, 422],
    [other, 400],
  ] as const)
    expect(
      (await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ReasonId })).status,
    ).toBe(status)
  expect(
    (await bench.technologist.put('/api/repeat/testresults', { WorkItemIds: [WorkItemId], ReasonId: reason })).status,
  ).toBe(200)
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')).toMatchObject({ StatusId: 155, Result: null })
  expect((await rowOf(bench.technologist, sale['SaleId'], 'MCH'))['Result']).toBeNull()
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14.5' })
  expect(
    await app.db.read.rows(sql`
      select
        version,
        run,
        result
      from
        results
      where
        work_item_id = ${WorkItemId}
      order by
        version
    `),
  ).toMatchObject([
    { version: 1, run: 1 },
    { version: 2, run: 2, result: '14.5' },
  ])
})

test('OPS-194 a repeat picked in the status cell does the same', async () => {
  const sale = await saleFor(man)
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14' })
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')
  const reason = (await bench.technologist.get<Json[]>('/api/listitems?ListId=122')).body[0]?.['ListItemId']
  const save = await bench.technologist.put('/api/testresults/', {
    SaleId: sale['SaleId'],
    WorkItems: [{ WorkItemId, StatusId: 155, ReasonId: reason }],
  })
  expect(save.status).toBe(200)
  expect(await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')).toMatchObject({ StatusId: 155, Result: null })
})

test('a jump from the earlier result of the patient is a delta and must be reviewed', async () => {
  const own = await aPatient(bench.desk, { Name: 'Delta Check' })
  const first = await saleFor(own, [product.electrolytes], {
    CollectionDate: new Date(Date.now() - 86_400_000).toISOString(),
  })
  await enter(bench.technologist, first['SaleId'], { Potassium: '4.0' })
  await bench.pathologist.put('/api/approve/testresults', {
    WorkItemIds: [(await rowOf(bench.pathologist, first['SaleId'], 'Potassium'))['WorkItemId']],
  })
  const second = await saleFor(own, [product.electrolytes])
  await enter(bench.technologist, second['SaleId'], { Potassium: '5.0' })
  expect(await rowOf(bench.pathologist, second['SaleId'], 'Potassium')).toMatchObject({
    IsDelta: false,
    PreviousResult: '4.0',
  })
  await enter(bench.technologist, second['SaleId'], { Potassium: '5.1' })
  const row = await rowOf(bench.pathologist, second['SaleId'], 'Potassium')
  expect([row['IsDelta'], row['Actions'].approve]).toEqual([true, 'Potassium: to be reviewed first (delta check)'])
})

test('two people enter on one worksheet at once: nobody overwrites unseen, each value is a version', async () => {
  const sale = await saleFor(man)
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      bench.technologist.put('/api/testresults/', {
        SaleId: sale['SaleId'],
        WorkItems: [{ WorkItemId, Result: String(13 + i / 10) }],
      }),
    ),
  )
  expect(answers.every((answer) => [200, 409].includes(answer.status))).toBe(true)
  const versions = await app.db.read.rows<{ version: number }>(sql`
    select
      version
    from
      results
    where
      work_item_id = ${WorkItemId}
    order by
      version
  `)
  expect(versions.map((row) => row.version)).toEqual(versions.map((_, i) => i + 1))
})

test('a result somebody else changed since it was read is neither written over nor approved unseen', async () => {
  const sale = await saleFor(man)
  const { WorkItemId, RowVersion } = await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')
  const save = (Result: string, seen: unknown) =>
    bench.technologist.put('/api/testresults/', {
      SaleId: sale['SaleId'],
      WorkItems: [{ WorkItemId, Result, RowVersion: seen }],
    })
  expect((await save('14.0', RowVersion)).status).toBe(200)
  const second = await save('15.0', RowVersion)
  expect([second.status, second.body['message']]).toEqual([
    409,
    'Somebody else changed Haemoglobin meanwhile. Your values are still on this screen.',
  ])
  const seen = (await rowOf(bench.pathologist, sale['SaleId'], 'Haemoglobin'))['RowVersion'] as number
  expect((await save('14.2', seen)).status).toBe(200)
  const approve = (version: number) =>
    bench.pathologist.put('/api/approve/testresults', { WorkItemIds: [WorkItemId], RowVersions: [version] })
  expect((await approve(seen)).status).toBe(409)
  const now = await rowOf(bench.pathologist, sale['SaleId'], 'Haemoglobin')
  expect([now['Result'], now['StatusId']]).toEqual(['14.2', 151])
  expect((await approve(now['RowVersion'] as number)).status).toBe(200)
})

test("results are entered at the bench only: the desk is refused, another lab's rows do not exist", async () => {
  const sale = await saleFor(man)
  const { WorkItemId } = await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin')
  const body = { SaleId: sale['SaleId'], WorkItems: [{ WorkItemId, Result: '1' }] }
  expect((await bench.desk.put('/api/testresults/', body)).status).toBe(403)
  const nashik = await signedIn(app, 'nashik', 4, 3)
  expect((await nashik.put('/api/testresults/', body)).status).toBe(404)
  expect((await nashik.get(`/api/testresults?SaleId=${sale['SaleId']}`)).status).toBe(404)
})

test('while somebody else is at the results of a sale nobody saves them', async () => {
  const sale = await saleFor(man)
  const lock = { ModuleId: 'testresults', FormId: sale['SaleId'] as unknown }
  await bench.pathologist.post('/api/locks/', lock)
  const answer = await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14' })
  expect([answer.status, answer.body['message']]).toEqual([
    423,
    expect.stringMatching(/^This record is being edited by /),
  ])
  expect((await rowOf(bench.technologist, sale['SaleId'], 'Haemoglobin'))['Result']).toBeNull()
  await bench.pathologist.call('DELETE', '/api/locks/', lock)
  expect((await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '14' })).status).toBe(200)
})

test('the list of results counts what is on each worksheet, newest first', async () => {
  const sale = await saleFor(man)
  await bench.technologist.put('/api/generate/worksheets')
  await enter(bench.technologist, sale['SaleId'], { Haemoglobin: '5' })
  const rows = (await bench.technologist.get<Json[]>('/api/getdata/1004')).body
  const sheets = rows.map((row) => Number(row['WorkSheetId']))
  expect(sheets).toEqual([...sheets].sort((a, b) => b - a))
  // a sheet that is full goes on with the next one
  const own = rows.filter((row) => row['SaleId'] === sale['SaleId'])
  const sum = (name: string): number => own.reduce((total, row) => total + Number(row[name]), 0)
  expect(['Items', 'Pending', 'ToApprove', 'ToRelease', 'Critical'].map(sum)).toEqual([20, 19, 1, 0, 1])
  expect(own.every((row) => row['LabId'] === 2 && row['Department'] === 'Haematology')).toBe(true)
  expect(await listed(bench.technologist, 1004)).toMatchObject({ total: rows.length })
})

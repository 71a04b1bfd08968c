// Result entry: rows by worksheet and sale, formulas on the server, refused and rounded values.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../../server/db/db.ts'
import { listed } from '../../../server/testing/listed.ts'
import { signedIn, type Json } from '../../../server/testing/signed-in.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { enter, labForTests, paidSale, rowOf, rowsOf } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
let man: number
let girl: number
beforeAll(async () => {
  man = await aPatient(bench.desk)
  girl = await aPatient(bench.desk, { Name: 'Mira Patil', GenderId: 2, Age: 3 })
})

const saleFor = (PatientId: number, products: readonly number[] = [product.cbc], more: Json = {}) =>
  accessioned(bench.desk, { PatientId, products, ...more })
const put = (body: Json, person = bench.technologist) => person.put('/api/testresults/', body)

test('OPS-010 OPS-106 OPS-257 OPS-286 results are entered by worksheet and sale, and read back', async () => {
  const sale = await saleFor(man, [product.cbc, product.lipids])
  const sheets = (await bench.technologist.put('/api/generate/worksheets')).body.WorkSheetIds
  for (const WorkSheetId of sheets) {
    const { body: rows } = await bench.technologist.get(
      `/api/testresults?WorkSheetId=${WorkSheetId}&SaleId=${sale.SaleId}`,
    )
    expect(rows.every((row) => row.WorkSheetId === WorkSheetId && row.SaleId === sale.SaleId)).toBe(true)
    const [first] = rows.filter((row) => !row.Formula)
    const saved = await bench.technologist.put('/api/testresults/', {
      WorkSheetId,
      SaleId: sale.SaleId,
      WorkItems: [{ WorkItemId: first?.WorkItemId, Result: '5', Remarks: 'inside', Comments: 'outside' }],
    })
    expect([saved.status, saved.body.message]).toEqual([200, expect.stringMatching(/saved$/)])
    const again = (
      await bench.technologist.get(`/api/testresults?WorkSheetId=${WorkSheetId}&SaleId=${sale.SaleId}`)
    ).body.find((row) => row.WorkItemId === first?.WorkItemId)
    expect(again).toMatchObject({ Remarks: 'inside', Comments: 'outside', StatusId: 151, EnteredBy: 'Suresh Patil' })
    expect(Number(again?.Result)).toBe(5)
  }
  expect((await bench.technologist.get('/api/testresults')).status).toBe(400)
  expect((await bench.technologist.get('/api/testresults?SaleId=999999')).status).toBe(404)
})

test('OPS-132 a row has every field of the specification', async () => {
  const sale = await saleFor(girl, [product.cbc, product.lipids])
  const [row] = await rowsOf(bench.technologist, sale.SaleId)
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
      AccessionNo: sale.AccessionNo,
      SaleDate: expect.stringMatching(/^20/),
      AccessionDate: expect.stringMatching(/^20/),
    },
    Patient: 'Mira Patil',
    Gender: 'Female',
    PatientAge: 3,
    Status: { ItemName: expect.stringMatching(/./) },
  })
})

test('OPS-197 OPS-198 OPS-199 OPS-201 formulas are calculated on the server from what was entered, and not typed', async () => {
  const sale = await saleFor(man, [product.lipids])
  await enter(bench.technologist, sale.SaleId, {
    'Cholesterol, total': '250',
    Triglycerides: '180',
    'HDL cholesterol': '35',
  })
  const ldl = async () => rowOf(bench.technologist, sale.SaleId, 'LDL cholesterol (calculated)')
  expect(await ldl()).toMatchObject({ Result: '179', Flag: 'H', resultTypeId: 32, StatusId: 151 })
  expect((await rowOf(bench.technologist, sale.SaleId, 'VLDL cholesterol')).Result).toBe('36')
  await enter(bench.technologist, sale.SaleId, { 'Cholesterol, total': '200' })
  expect((await ldl()).Result).toBe('129')
  await enter(bench.technologist, sale.SaleId, { 'LDL cholesterol (calculated)': '1' })
  expect((await ldl()).Result).toBe('129')
  await enter(bench.technologist, sale.SaleId, { Triglycerides: '401' })
  expect(await ldl()).toMatchObject({ Result: null, NotCalculated: expect.stringMatching(/./) })
})

test('OPS-200 a numeric result takes numbers only: another entry leaves the old value', async () => {
  const sale = await saleFor(man)
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14.2' })
  const answer = await enter(bench.technologist, sale.SaleId, { Haemoglobin: 'abc' })
  expect(answer.status).toBe(200)
  expect((await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')).Result).toBe('14.2')
})

test('OPS-200 a save lists refused values, which are not changed, and rounded ones', async () => {
  const sale = await paidSale(bench.desk, man)
  const idOf = async (element: string) => (await rowOf(bench.technologist, sale.SaleId, element)).WorkItemId
  const [sodium, potassium] = [await idOf('Sodium'), await idOf('Potassium')]
  const answer = await put({
    SaleId: sale.SaleId,
    WorkItems: [
      { WorkItemId: sodium, Result: 'abc' },
      { WorkItemId: potassium, Result: '4.25' },
    ],
  })
  expect([answer.status, answer.body.Refused, answer.body.Rounded]).toEqual([
    200,
    [{ WorkItemId: sodium, Text: 'abc', Reason: '"abc" is not a number' }],
    [{ WorkItemId: potassium, From: '4.25', To: '4.3' }],
  ])
  expect(answer.body.message).toBe('1 result is saved; "abc" is not a number; 4.25 is rounded to 4.3')
})

test('`.5` is stored as 0.5 with its number and its flag', async () => {
  const sale = await paidSale(bench.desk, man)
  await enter(bench.technologist, sale.SaleId, { Potassium: '.5', Chloride: '+101' })
  expect(await rowOf(bench.technologist, sale.SaleId, 'Potassium')).toMatchObject({ Result: '0.5', Flag: 'LL' })
  const kept = await app.db.read.rows(sql`
    select
      r.result,
      r.numeric_value
    from
      results r
      join work_items w on w.result_id = r.result_id
    where
      w.sale_id = ${sale.SaleId}
    order by
      r.result
  `)
  expect(kept).toEqual([
    { Result: '0.5', NumericValue: 0.5 },
    { Result: '101', NumericValue: 101 },
  ])
})

test("results are entered at the bench only: the desk is refused, another lab's rows do not exist", async () => {
  const sale = await saleFor(man)
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')
  const body = { SaleId: sale.SaleId, WorkItems: [{ WorkItemId, Result: '1' }] }
  expect((await bench.desk.put('/api/testresults/', body)).status).toBe(403)
  const nashik = await signedIn(app, 'nashik', 4, 3)
  expect((await nashik.put('/api/testresults/', body)).status).toBe(404)
  expect((await nashik.get(`/api/testresults?SaleId=${sale.SaleId}`)).status).toBe(404)
})

test('while another user edits the results of a sale they cannot be saved', async () => {
  const sale = await saleFor(man)
  const lock = { ModuleId: 'testresults', FormId: sale.SaleId }
  await bench.pathologist.post('/api/locks/', lock)
  const answer = await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14' })
  expect([answer.status, answer.body.message]).toEqual([423, expect.stringMatching(/^This record is being edited by /)])
  expect((await rowOf(bench.technologist, sale.SaleId, 'Haemoglobin')).Result).toBeNull()
  await bench.pathologist.call('DELETE', '/api/locks/', lock)
  expect((await enter(bench.technologist, sale.SaleId, { Haemoglobin: '14' })).status).toBe(200)
})

test('the list of results counts what is on each worksheet, newest first', async () => {
  const sale = await saleFor(man)
  await bench.technologist.put('/api/generate/worksheets')
  await enter(bench.technologist, sale.SaleId, { Haemoglobin: '5' })
  const rows = (await bench.technologist.get('/api/getdata/1004')).body
  const sheets = rows.map((row) => Number(row.WorkSheetId))
  expect(sheets).toEqual([...sheets].sort((a, b) => b - a))
  // a full sheet continues on the next one
  const own = rows.filter((row) => row.SaleId === sale.SaleId)
  const counts = ['Items', 'Pending', 'ToApprove', 'ToRelease', 'Critical'] as const
  expect(counts.map((name) => own.reduce((total, row) => total + row[name], 0))).toEqual([20, 19, 1, 0, 1])
  expect(own.every((row) => row.LabId === 2 && row.Department === 'Haematology')).toBe(true)
  expect(await listed(bench.technologist, 1004)).toMatchObject({ total: rows.length })
})

// Worksheets: generated from the pending work of the lab, one a department.
import pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { waitersOf } from '../../server/testing/waits.ts'
import { accessioned, aPatient, product } from '../sales/sales.fixture.ts'
import { aReason, enter, rowOf, labForTests } from '../testresults/testresults.fixture.ts'

const { app, bench } = labForTests()
let patient: number
beforeAll(async () => {
  patient = await aPatient(bench.desk)
})
const generate = () => bench.technologist.put('/api/generate/worksheets')
const sheet = async (id: unknown): Promise<Read<'worksheets'>> =>
  (await bench.technologist.get(`/api/worksheets/${String(id)}`)).body

test('FND-398 OPS-009 OPS-267 OPS-268 generating without a body makes one worksheet for each department of the lab', async () => {
  expect((await generate()).body.message).toBe('No work is waiting for a worksheet')
  await accessioned(bench.desk, { PatientId: patient, products: [product.cbc, product.lipids] })
  await accessioned(bench.desk, { PatientId: patient, products: [product.cbc] })
  const answer = await bench.technologist.call('PUT', '/api/generate/worksheets')
  expect([answer.status, answer.body.message]).toEqual([200, '2 worksheets made'])
  const sheets = await Promise.all(answer.body.WorkSheetIds.map(sheet))
  expect(sheets.map((one) => one.Lab.ClientId)).toEqual([2, 2])
  expect(new Set(sheets.map((one) => one.Department.DepartmentId)).size).toBe(2)
  for (const one of sheets)
    expect(
      await readRows(app, 'work_items', { WorkSheetId: one.WorkSheetId }, 'distinct lab_id, department_id'),
    ).toEqual([{ LabId: 2, DepartmentId: one.Department.DepartmentId }])
  expect(sheets.map((one) => one.WorkItems.length).sort((a, b) => a - b)).toEqual([expect.any(Number), 40])
  expect((await generate()).status).toBe(422)
})

test('FND-403 OPS-273 POST and PUT generate the same worksheet', async () => {
  const answers = []
  for (const method of ['PUT', 'POST'] as const) {
    await accessioned(bench.desk, { PatientId: patient })
    const { status, body } = await bench.technologist.call(method, '/api/generate/worksheets')
    const [id] = body.WorkSheetIds
    const { Lab, Department, WorkItems } = await sheet(id)
    answers.push([
      status,
      body.message === `Worksheet ${id} made`,
      Lab.ClientId,
      Department.DepartmentId,
      WorkItems.length,
    ])
  }
  expect(answers[0]).toEqual([200, true, 2, expect.any(Number), 20])
  expect(answers[1]).toEqual(answers[0])
})

test('OPS-102 OPS-103 OPS-105 OPS-130 OPS-131 a worksheet has its fields, and each work item its tube, instrument, element, accession, patient and doctor', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient })
  const Other = await aPatient(bench.desk, { Name: 'Mira Patil' })
  const other = await accessioned(bench.desk, { PatientId: Other, ReferringDoctorId: 101 })
  const [id] = (await generate()).body.WorkSheetIds
  const one = await sheet(id)
  expect(Object.keys(one)).toEqual(
    expect.arrayContaining(['WorkSheetId', 'createdAt', 'User', 'Lab', 'Department', 'WorkItems']),
  )
  expect(one).toMatchObject({
    WorkSheetId: id,
    User: { FullName: 'Suresh Patil' },
    createdAt: expect.stringMatching(/^20\d\d-/),
  })
  const items = one.WorkItems
  expect(items).toHaveLength(40)
  expect(new Set(items.map((item) => item.SaleId))).toEqual(new Set([sale.SaleId, other.SaleId]))
  for (const item of items) {
    const { AccessionNo, Patient, Doctor } = item.SaleId === sale.SaleId ? sale : other
    expect(item).toMatchObject({
      WorkItemId: expect.any(Number),
      SampleElement: {
        Sample: {
          Specimen: { Name: 'Whole blood EDTA' },
          Sale: { AccessionNo, Patient: { Name: Patient.Name }, Doctor: { Name: Doctor.Name } },
        },
        Element: { Name: expect.stringMatching(/./) },
      },
    })
  }
  // what is calculated is run on none
  const instruments = Map.groupBy(items, (item) => item.SampleElement.LabInstrument?.Instrument.Name)
  expect([...instruments].map(([name, run]) => [name, run.length])).toEqual([
    ['Sysmex XN-1000', 24],
    [undefined, 16],
  ])
  expect(sale.Patient.Name).not.toBe(other.Patient.Name)
})

test('STAT work is listed first', async () => {
  await accessioned(bench.desk, { PatientId: patient })
  const stat = await accessioned(bench.desk, { PatientId: patient, IsStat: true })
  const [id] = (await generate()).body.WorkSheetIds
  expect((await sheet(id)).WorkItems[0].SampleElement.Sample.Sale.AccessionNo).toBe(stat.AccessionNo)
})

test('two users who generate at once share the work: no item is on two worksheets', async () => {
  await accessioned(bench.desk, { PatientId: patient, products: [product.cbc, product.lipids, product.thyroid] })
  const answers = await Promise.all([
    generate(),
    generate(),
    bench.pathologist.put('/api/generate/worksheets'),
    bench.other.put('/api/generate/worksheets'),
  ])
  expect(answers.some((answer) => answer.status === 200)).toBe(true)
  const waiting = await app.db.read.one<{ N: number }>(sql`
    select
      count(*)::int as n
    from
      work_items
    where
      status_id = 150
      and work_sheet_id is null
  `)
  expect(waiting.N).toBe(0)
  const empty = await app.db.read.rows(sql`
    select
      work_sheet_id
    from
      worksheets s
    where
      not exists (
        select
          1
        from
          work_items w
        where
          w.work_sheet_id = s.work_sheet_id
      )
  `)
  expect(empty).toEqual([])
})

test('a worksheet takes no further patient beyond 100 items, and no patient is on two worksheets of a department', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => aPatient(bench.desk)))
  const sales: Read<'sales'>[] = []
  // each sale is 20 items; the fourth of the first patient comes after those of all others
  for (const one of [0, 0, 0, 1, 2, 3, 1, 0]) sales.push(await accessioned(bench.desk, { PatientId: people[one] }))
  const sheets = await Promise.all((await generate()).body.WorkSheetIds.map(sheet))
  const accessions = sheets.map((one) => one.WorkItems.map((item) => item.SampleElement.Sample.Sale.AccessionNo))
  const of = (person: number) =>
    sales.filter((sale) => sale.PatientId === people[person]).map((sale) => sale.AccessionNo)
  expect(accessions.map((items) => items.length)).toEqual([80, 80])
  expect(accessions.map((items) => new Set(items))).toEqual([new Set(of(0)), new Set([1, 2, 3].flatMap(of))])
})

test('OPS-104 OPS-285 a save takes off items that are left out, counts only items with an id, and changes neither lab nor department', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient })
  const [id] = (await generate()).body.WorkSheetIds
  const before = await sheet(id)
  const kept = before.WorkItems.slice(1).map((item) => ({ WorkItemId: item.WorkItemId }))
  const saved = await bench.technologist.put(`/api/worksheets/${id}`, {
    LabId: 3,
    DepartmentId: 99,
    WorkItems: [...kept, { WorkItemId: null }],
  })
  expect([saved.status, saved.text]).toEqual([200, expect.stringContaining('message')])
  const after = await sheet(id)
  expect([after.WorkItems.length, after.LabId, after.DepartmentId]).toEqual([kept.length, 2, before.DepartmentId])
  expect((await generate()).status).toBe(200)
  const typed =
    after.WorkItems.map((item) => item.SampleElement.Element.Name).find((name) =>
      ['Haemoglobin', 'RBC count', 'Platelet count'].includes(name),
    ) ?? ''
  expect((await enter(bench.technologist, sale.SaleId, { [typed]: '8' })).status).toBe(200)
  const refused = await bench.technologist.put(`/api/worksheets/${id}`, { WorkItems: [] })
  expect([refused.status, refused.body.message]).toEqual([
    422,
    'An item with a result cannot be taken off its worksheet',
  ])
})

test('an item that is entered while it is taken off remains on its worksheet', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, products: [product.haemoglobin] })
  const [id] = (await generate()).body.WorkSheetIds
  const holder = new pg.Client({ connectionString: app.ownerUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from sales where sale_id = $1 for update', [sale.SaleId])
    const saving = bench.technologist.put(`/api/worksheets/${id}`, { WorkItems: [] })
    await expect.poll(() => waitersOf(app), { timeout: 20_000 }).toBe(1)
    await holder.query('update work_items set status_id = 156, reason_id = 164 where work_sheet_id = $1', [id])
    await holder.query('commit')
    const answer = await saving
    expect([answer.status, answer.body.message]).toEqual([
      409,
      'A result was entered meanwhile, so its item cannot be taken off. Open the worksheet again.',
    ])
  } finally {
    await holder.end()
  }
  expect((await sheet(id)).WorkItems.length).toBeGreaterThan(0)
})

test('an item of another worksheet is refused', async () => {
  await accessioned(bench.desk, { PatientId: patient, products: [product.lipids, product.cbc] })
  const [one, two] = (await generate()).body.WorkSheetIds
  const foreign = (await sheet(two)).WorkItems[0].WorkItemId
  expect(
    (await bench.technologist.put(`/api/worksheets/${one}`, { WorkItems: [{ WorkItemId: foreign }] })).status,
  ).toBe(400)
})

test('another lab does not see the worksheets of a lab, and a centre cannot generate any', async () => {
  const nashik = await signedIn(app, 'nashik', 4, 3)
  expect((await nashik.get('/api/getdata/1003')).body).toEqual([])
  const { Id } = await app.db.read.one<{ Id: number }>(sql`
    select
      max(work_sheet_id) as id
    from
      worksheets
  `)
  expect((await nashik.get(`/api/worksheets/${Id}`)).status).toBe(404)
  expect((await (await signedIn(app, 'admin', 1, 12)).put('/api/generate/worksheets')).status).toBeGreaterThanOrEqual(
    403,
  )
})

test('the list says how many items a worksheet has, and how many of them have no value yet', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, products: [product.electrolytes] })
  const [id] = (await generate()).body.WorkSheetIds
  const listed = async () => {
    const rows = (await bench.technologist.get('/api/getdata/1003')).body
    const { Items, Pending } = rows.find((row) => row.WorkSheetId === id) ?? {}
    return [Items, Pending]
  }
  expect(await listed()).toEqual([3, 3])
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  expect(await listed()).toEqual([3, 2])
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Chloride')
  const WorkItems = [{ WorkItemId, StatusId: 156, ReasonId: await aReason(bench.technologist) }]
  expect((await bench.technologist.put('/api/testresults/', { SaleId: sale.SaleId, WorkItems })).status).toBe(200)
  // what is on hold waits for its value
  expect(await listed()).toEqual([3, 2])
})

test('who generated a worksheet is in its history', async () => {
  await accessioned(bench.desk, { PatientId: patient })
  const [id] = (await generate()).body.WorkSheetIds
  const history = (await bench.technologist.get(`/api/actions?ModuleId=worksheets&FormId=${id}`)).body
  expect(history).toMatchObject([{ Action: 'generate', User: { UserName: 'technologist' } }])
})

test('work that was entered, held or not performed without a worksheet is put on none', async () => {
  const sale = await accessioned(bench.desk, { PatientId: patient, products: [product.electrolytes] })
  await enter(bench.technologist, sale.SaleId, { Sodium: '140' })
  const { WorkItemId } = await rowOf(bench.technologist, sale.SaleId, 'Chloride')
  const held = {
    SaleId: sale.SaleId,
    WorkItems: [{ WorkItemId, StatusId: 156, ReasonId: await aReason(bench.technologist) }],
  }
  expect((await bench.technologist.put('/api/testresults/', held)).status).toBe(200)
  const ids = (await generate()).body.WorkSheetIds
  const items = (await Promise.all(ids.map(sheet))).flatMap((one) => one.WorkItems)
  const names = items.filter((item) => item.SaleId === sale.SaleId).map((item) => item.SampleElement.Element.Name)
  expect(names).toContain('Potassium')
  expect(names).not.toContain('Sodium')
  expect(names).not.toContain('Chloride')
})

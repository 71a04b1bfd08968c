// Reports on paper: who may print which version, where the file is, and its contents.
import { beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { bumpVersion } from '../../server/session/session.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import type { ReportData } from './print/report.model.ts'
import type { Read } from '../../server/testing/answers.ts'
import { ask, signedIn, type Json } from '../../server/testing/signed-in.ts'
import { countRows, setRows, valueOf } from '../../server/testing/rows.ts'
import { accessioned, aPatient, booked, product } from '../sales/sales.fixture.ts'
import { approveAll, enterAll, releaseAll, labForTests } from '../testresults/testresults.fixture.ts'
import { printed, reported, template } from './testreports.fixture.ts'

const { app, bench } = labForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await reported(bench)
}, 180_000)
const print = (person = bench.desk, more: Json = {}) => printed(person, sale.SaleId, more)

test('FND-396 FND-224 FND-408 printing a report answers a location, fetched unchanged (by GET or POST) as a PDF with the results', async () => {
  const answer = await print()
  expect([answer.status, answer.body]).toEqual([200, { location: expect.stringMatching(/^\/api\/files\/[\w-]{32}$/) }])
  const file = await bench.desk.get(String(answer.body.location))
  expect([file.status, file.headers.get('content-type'), file.bytes.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  const text = (await pdfPages(file.bytes)).join(' ')
  for (const word of ['Ramesh Kumar Joshi', 'Sodium', '131', sale.AccessionNo]) expect(text).toContain(word)
  expect((await bench.desk.post(String(answer.body.location))).status).toBe(200)
})

test('the address of a file is random, belongs to one session and is valid for five minutes', async () => {
  const [one, two] = [await print(), await print()]
  expect(one.body.location).not.toBe(two.body.location)
  const url = String(one.body.location)
  expect((await ask(app, 'GET', url)).status).toBe(401)
  expect((await bench.pathologist.get(url)).status).toBe(404)
  expect((await (await signedIn(app, 'labdesk', 5, 2)).get(url)).status).toBe(404)
  expect((await bench.desk.get(url)).status).toBe(200)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update files
      set
        created_at = now() - interval '5 minutes 1 second'
    `),
  )
  expect((await bench.desk.get(url)).status).toBe(404)
})

test('the doctor of the sale lists and prints the report; another doctor, a centre and a referrer do not', async () => {
  const doctor = await signedIn(app, 'doctor', 12, 101)
  expect((await doctor.get('/api/getdata/1005')).body).toMatchObject([
    { SaleId: sale.SaleId, AccessionNo: sale.AccessionNo },
  ])
  expect((await print(doctor)).status).toBe(200)
  const front = await signedIn(app, 'frontdesk', 5, 12)
  expect((await front.get('/api/getdata/1005')).body).toEqual([])
  expect((await print(front)).status).toBe(404)
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await print(referrer)).status).toBe(403)
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { ReferringDoctorId: 102 })
  expect((await print(doctor)).status).toBe(404)
  await setRows(app, 'sales', { SaleId: sale.SaleId }, { ReferringDoctorId: 101 })
})

test('a referrer sees no report of the own referrals, whatever permits the role is given', async () => {
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        permissions (role_id, module_id, permit)
      select
        14,
        'testreports',
        unnest(array['list', 'read', 'print'])
    `)
    await bumpVersion(tx, 'permissions')
    await tx.run(sql`
      update sales
      set
        referrer_id = 141
      where
        sale_id = ${sale.SaleId}
    `)
  })
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await referrer.get(`/api/sales/${sale.SaleId}`)).status).toBe(200)
  const list = await referrer.get('/api/getdata/1005')
  expect([list.status, list.body]).toEqual([200, []])
  expect((await referrer.get(`/api/testreports/${sale.SaleId}`)).status).toBe(404)
  expect((await print(referrer)).status).toBe(404)
  await app.db.transaction(async (tx) => {
    await tx.run(sql`
      delete from permissions
      where
        role_id = 14
        and module_id = 'testreports'
    `)
    await bumpVersion(tx, 'permissions')
    await tx.run(sql`
      update sales
      set
        referrer_id = null
      where
        sale_id = ${sale.SaleId}
    `)
  })
})

test('a sale without a released result has no report', async () => {
  const fresh = await booked(bench.desk, { PatientId: sale.PatientId })
  expect((await bench.desk.get(`/api/testreports/${fresh.SaleId}`)).status).toBe(404)
  expect(
    (
      await bench.desk.post('/api/print/testreports/', {
        templateId: template.report,
        formId: fresh.SaleId,
        device: 'screen',
      })
    ).status,
  ).toBe(404)
})

test('reading and printing a report are in the access log', async () => {
  const seen = async (what: string) =>
    await countRows(app, 'access_log', {
      ModuleId: 'testreports',
      What: what,
      FormId: sale.SaleId,
      UserId: bench.desk.userId,
    })
  const [read, onPaper] = [await seen('read'), await seen('print')]
  await bench.desk.get(`/api/testreports/${sale.SaleId}`)
  await print()
  expect([await seen('read'), await seen('print')]).toEqual([read + 1, onPaper + 1])
})

test('a result with classes has the desirable bounds in its column and all classes below; a birth date by age is marked', async () => {
  const lipids = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk, { Age: 46 }),
    products: [product.lipids],
  })
  await enterAll(bench.technologist, lipids.SaleId, {
    'Cholesterol, total': '260',
    Triglycerides: '190',
    'HDL cholesterol': '40',
  })
  await approveAll(bench.pathologist, lipids.SaleId)
  expect((await releaseAll(bench.pathologist, lipids.SaleId, 'Paid later')).status).toBe(200)
  const content = await valueOf<ReportData>(app, 'reports', { SaleId: lipids.SaleId }, 'content')
  const row = content.Departments.flatMap((one) => one.Tests.flatMap((each) => each.Rows)).find((one) =>
    one.Element.startsWith('LDL'),
  )
  expect(row).toMatchObject({ Result: '182', Flag: 'H', IntervalText: '<\u00a0100' })
  expect(row?.Classes.filter((one) => one.Applies).map((one) => one.Text)).toEqual(['high 160–189'])
  expect(row?.Classes.filter((one) => one.Desirable).map((one) => one.Text)).toEqual(['Optimal <\u00a0100'])
  expect(content.Patient.BirthDate).toMatch(/^about \d{4}, by age$/)
  const answer = await print(bench.desk, { formId: lipids.SaleId })
  const text = (await pdfPages((await bench.desk.get(String(answer.body.location))).bytes))
    .join(' ')
    .replace(/\s+/g, ' ')
  for (const part of [
    'Male, 46 years',
    'born about',
    'near-optimal 100–129; borderline 130–159; high 160–189',
    'GSTIN',
  ])
    expect(text).toContain(part)
})

// Reports on paper: who may print which version, where the file lies, and what the public page says.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '../../server/db/db.ts'
import { bumpVersion } from '../../server/session/session.ts'
import { pdfPages } from '../../server/testing/pdf.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import type { ReportData } from '../../server/print/report.data.ts'
import { ask, signedIn, type Json } from '../../server/testing/signed-in.ts'
import { accessioned, aPatient, booked, product } from '../sales/sales.fixture.ts'
import { amended, approveAll, benchOf, enterAll, releaseAll, type Bench } from '../testresults/testresults.fixture.ts'

let app: TestApp
let bench: Bench
let sale: Json
// as the network is loaded
const template = { bill: 1, report: 5 }
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
  sale = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk),
    ReferringDoctorId: 101,
    products: [product.electrolytes],
    receipts: [{ PaymentModeId: 40, Amount: 450 }],
  })
  await enterAll(bench.technologist, sale['SaleId'], { Sodium: '131' })
  await approveAll(bench.pathologist, sale['SaleId'])
  await releaseAll(bench.pathologist, sale['SaleId'])
}, 180_000)
afterAll(() => app.close())
const print = (person = bench.desk, more: Json = {}) =>
  person.post('/api/print/testreports/', {
    templateId: template.report,
    formId: sale['SaleId'],
    device: 'screen',
    ...more,
  })
const kept = () =>
  app.db.read.one<{ report_no: string; version: number; hash: string }>(sql`
    select
      report_no,
      version,
      hash
    from
      reports
    where
      sale_id = ${sale['SaleId']}
    order by
      version desc
    limit
      1
  `)

test('FND-396 FND-224 FND-408 printing a report answers a location, fetched as it stands (by GET or POST) as a PDF with the results', async () => {
  const answer = await print()
  expect([answer.status, answer.body]).toEqual([200, { location: expect.stringMatching(/^\/api\/files\/[\w-]{32}$/) }])
  const file = await bench.desk.get(String(answer.body['location']))
  expect([file.status, file.headers['content-type'], file.bytes.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ])
  const text = (await pdfPages(file.bytes)).join(' ')
  for (const word of ['Ramesh Kumar Joshi', 'Sodium', '131', sale['AccessionNo'] as string])
    expect(text).toContain(word)
  expect((await bench.desk.post(String(answer.body['location']))).status).toBe(200)
})

test('the address of a file is random, belongs to one session and lives five minutes', async () => {
  const [one, two] = [await print(), await print()]
  expect(one.body['location']).not.toBe(two.body['location'])
  const url = String(one.body['location'])
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
  expect((await doctor.get<Json[]>('/api/getdata/1005')).body).toMatchObject([
    { SaleId: sale['SaleId'], AccessionNo: sale['AccessionNo'] },
  ])
  expect((await print(doctor)).status).toBe(200)
  const front = await signedIn(app, 'frontdesk', 5, 12)
  expect((await front.get<Json[]>('/api/getdata/1005')).body).toEqual([])
  expect((await print(front)).status).toBe(404)
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await print(referrer)).status).toBe(403)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update sales
      set
        referring_doctor_id = 102
      where
        sale_id = ${sale['SaleId']}
    `),
  )
  expect((await print(doctor)).status).toBe(404)
  await app.db.transaction((tx) =>
    tx.run(sql`
      update sales
      set
        referring_doctor_id = 101
      where
        sale_id = ${sale['SaleId']}
    `),
  )
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
        sale_id = ${sale['SaleId']}
    `)
  })
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await referrer.get(`/api/sales/${sale['SaleId']}`)).status).toBe(200)
  const list = await referrer.get<Json[]>('/api/getdata/1005')
  expect([list.status, list.body]).toEqual([200, []])
  expect((await referrer.get(`/api/testreports/${sale['SaleId']}`)).status).toBe(404)
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
        sale_id = ${sale['SaleId']}
    `)
  })
})

test('a sale without a released result has no report', async () => {
  const fresh = await booked(bench.desk, { PatientId: sale['PatientId'] as number })
  expect((await bench.desk.get(`/api/testreports/${fresh['SaleId']}`)).status).toBe(404)
  expect(
    (
      await bench.desk.post('/api/print/testreports/', {
        templateId: template.report,
        formId: fresh['SaleId'],
        device: 'screen',
      })
    ).status,
  ).toBe(404)
})

test('reading and printing a report are in the access log', async () => {
  const seen = async (what: string) =>
    (
      await app.db.read.one<{ n: number }>(sql`
        select
          count(*)::int as n
        from
          access_log
        where
          module_id = 'testreports'
          and what = ${what}
          and form_id = ${sale['SaleId']}
          and user_id = ${bench.desk.userId}
      `)
    ).n
  const [read, printed] = [await seen('read'), await seen('print')]
  await bench.desk.get(`/api/testreports/${sale['SaleId']}`)
  await print()
  expect([await seen('read'), await seen('print')]).toEqual([read + 1, printed + 1])
})

test('the public page confirms number, version and hash that belong together, without name or result', async () => {
  const { report_no, version, hash } = await kept()
  const page = await ask(app, 'GET', `/verify/${report_no}/${version}/${hash.slice(0, 12)}`)
  expect(page.status).toBe(200)
  expect(page.text).toContain('This report was issued by us')
  for (const secret of ['Ramesh', 'Joshi', '131', 'Sodium']) expect(page.text).not.toContain(secret)
})

test('with another hash, version or number the page says nothing, and no more for a report that exists', async () => {
  const { report_no, version, hash } = await kept()
  const wrong = [
    `${report_no}/${version}/${'0'.repeat(12)}`,
    `${report_no}/${version + 1}/${hash.slice(0, 12)}`,
    `NCL0000000000/1/${hash.slice(0, 12)}`,
    `${report_no}/${version}/${hash.slice(0, 11)}`,
    `${report_no}/${version}/______%25______`,
  ]
  const pages = await Promise.all(wrong.map((path) => ask(app, 'GET', `/verify/${path}`)))
  expect(pages.map((page) => page.status)).toEqual([404, 404, 404, 404, 404])
  expect(new Set(pages.map((page) => page.text)).size).toBe(1)
  expect(pages[0]?.text).not.toContain(report_no)
})

test('the hash is over the kept content: a changed content no longer fits it', async () => {
  const fits = async (content: ReturnType<typeof sql>) =>
    (
      await app.db.read.one<{ fits: boolean }>(sql`
        select
          hash = encode(sha256(convert_to(${content}, 'utf8')), 'hex') as fits
        from
          reports
        where
          sale_id = ${sale['SaleId']}
        order by
          version
        limit
          1
      `)
    ).fits
  expect([await fits(sql`content::text`), await fits(sql`replace(content::text, '131', '141')`)]).toEqual([true, false])
})

test('after an amendment the new version prints, the old one prints as superseded, and its page says so', async () => {
  const before = await kept()
  expect((await amended(bench, sale['SaleId'], { Sodium: '139' })).status).toBe(200)
  const textOf = async (Version: number): Promise<string> =>
    (
      await pdfPages((await bench.desk.get(String((await print(bench.desk, { Version })).body['location']))).bytes)
    ).join(' ')
  const [old, next] = [await textOf(1), await textOf(2)]
  expect(old).toMatch(/superseded/i)
  expect(old).toContain('131')
  expect(next).toContain('139')
  expect(next).toMatch(/amended/i)
  expect((await ask(app, 'GET', `/verify/${before.report_no}/1/${before.hash.slice(0, 12)}`)).text).toContain(
    'superseded by a later version',
  )
})

test('FND-395 FND-397 a bill is printed as a page of its own that runs no script; an unknown template is 404', async () => {
  const page = await bench.desk.post('/api/print/sales/', {
    templateId: template.bill,
    formId: sale['SaleId'],
    device: 'screen',
  })
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.text).toContain('Ramesh Kumar Joshi')
  expect(
    (await bench.desk.post('/api/print/sales/', { formId: sale['SaleId'], device: 'screen' })).body['message'],
  ).toBe('templateId is missing')
  expect(
    (
      await bench.desk.post('/api/print/sales/', {
        templateId: template.report,
        formId: sale['SaleId'],
        device: 'screen',
      })
    ).status,
  ).toBe(404)
  expect(
    (await bench.desk.post('/api/print/sales/', { templateId: 99_999, formId: sale['SaleId'], device: 'screen' }))
      .status,
  ).toBe(404)
  expect((await bench.desk.post('/api/print/sales/', { templateId: template.bill, device: 'screen' })).status).toBe(400)
  expect(
    (await bench.desk.post('/api/print/sales/', { templateId: template.bill, formId: sale['SaleId'], device: 'fax' }))
      .status,
  ).toBe(400)
})

test('what a patient is called can not become markup on a bill', async () => {
  const evil = await booked(bench.desk, {
    PatientId: await aPatient(bench.desk, { Name: '<script>alert(1)</script><img src=x onerror=alert(2)>' }),
  })
  const page = await bench.desk.post('/api/print/sales/', {
    templateId: template.bill,
    formId: evil['SaleId'],
    device: 'screen',
  })
  expect(page.text).not.toMatch(/<script>alert|<img src=x/)
  expect(page.text).toContain('&lt;script&gt;')
})

test('a result with classes has the bounds wished for in its column, all classes below with its own, and a birth date by age says so', async () => {
  const lipids = await accessioned(bench.desk, {
    PatientId: await aPatient(bench.desk, { Age: 46 }),
    products: [product.lipids],
  })
  await enterAll(bench.technologist, lipids['SaleId'], {
    'Cholesterol, total': '260',
    Triglycerides: '190',
    'HDL cholesterol': '40',
  })
  await approveAll(bench.pathologist, lipids['SaleId'])
  expect((await releaseAll(bench.pathologist, lipids['SaleId'], 'Paid later')).status).toBe(200)
  const { content } = await app.db.read.one<{ content: ReportData }>(sql`
    select
      content
    from
      reports
    where
      sale_id = ${lipids['SaleId']}
  `)
  const row = content.Departments.flatMap((one) => one.Tests.flatMap((each) => each.Rows)).find((one) =>
    one.Element.startsWith('LDL'),
  )
  expect(row).toMatchObject({ Result: '182', Flag: 'H', IntervalText: '<\u00a0100' })
  expect(row?.Classes.filter((one) => one.Applies).map((one) => one.Text)).toEqual(['high 160–189'])
  expect(row?.Classes.filter((one) => one.Desirable).map((one) => one.Text)).toEqual(['Optimal <\u00a0100'])
  expect(content.Patient.BirthDate).toMatch(/^about \d{4}, by age$/)
  const answer = await print(bench.desk, { formId: lipids['SaleId'] })
  const text = (await pdfPages((await bench.desk.get(String(answer.body['location']))).bytes))
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

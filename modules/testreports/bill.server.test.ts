// A bill on paper: a page of its own that runs no script, whatever the patient's name contains.
import { beforeAll, expect, test } from 'vitest'
import type { Read } from '../../server/testing/answers.ts'
import { aPatient, booked } from '../sales/sales.fixture.ts'
import { labForTests } from '../testresults/testresults.fixture.ts'
import { reported, template } from './testreports.fixture.ts'

const { bench } = labForTests()
let sale: Read<'sales'>
beforeAll(async () => {
  sale = await reported(bench)
}, 180_000)

test('FND-395 FND-397 a bill is printed as a page of its own that runs no script; an unknown template is 404', async () => {
  const page = await bench.desk.post('/api/print/sales/', {
    templateId: template.bill,
    formId: sale.SaleId,
    device: 'screen',
  })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(page.text).toContain('Ramesh Kumar Joshi')
  expect((await bench.desk.post('/api/print/sales/', { formId: sale.SaleId, device: 'screen' })).body.message).toBe(
    'templateId is missing',
  )
  expect(
    (
      await bench.desk.post('/api/print/sales/', {
        templateId: template.report,
        formId: sale.SaleId,
        device: 'screen',
      })
    ).status,
  ).toBe(404)
  expect(
    (await bench.desk.post('/api/print/sales/', { templateId: 99_999, formId: sale.SaleId, device: 'screen' })).status,
  ).toBe(404)
  expect((await bench.desk.post('/api/print/sales/', { templateId: template.bill, device: 'screen' })).status).toBe(400)
  expect(
    (await bench.desk.post('/api/print/sales/', { templateId: template.bill, formId: sale.SaleId, device: 'fax' }))
      .status,
  ).toBe(400)
})

test('the name of a patient cannot become markup on a bill', async () => {
  const evil = await booked(bench.desk, {
    PatientId: await aPatient(bench.desk, { Name: '<script>alert(1)</script><img src=x onerror=alert(2)>' }),
  })
  const page = await bench.desk.post('/api/print/sales/', {
    templateId: template.bill,
    formId: evil.SaleId,
    device: 'screen',
  })
  expect(page.text).not.toMatch(/<script>alert|<img src=x/)
  expect(page.text).toContain('&lt;script&gt;')
})

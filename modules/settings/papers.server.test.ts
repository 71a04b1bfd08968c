// Names on papers follow the settings; an issued report keeps those of its day.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdfPages } from '../../server/testing/pdf.ts'
import { testApp, type TestApp } from '../../server/testing/app.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import { accessioned } from '../sales/sales.fixture.ts'
import { printed, reported, template } from '../testreports/testreports.fixture.ts'
import { benchOf, type Bench } from '../testresults/testresults.fixture.ts'

let app: TestApp
let bench: Bench
beforeAll(async () => {
  app = await testApp()
  bench = await benchOf(app)
}, 180_000)
afterAll(() => app.close())

const reportOf = async (sale: Read<'sales'>): Promise<string> => {
  const answer = await printed(bench.desk, sale.SaleId)
  return (await pdfPages((await bench.desk.get(String(answer.body.location))).bytes)).join(' ')
}

test('the titles of approver and generator follow the settings; an earlier report does not change', async () => {
  const before = await reported(bench)
  expect(await reportOf(before)).toContain('Authorised signatory')
  const admin = await signedIn(app, 'admin', 1, 1)
  const set = { ReportSignatory: 'Consultant pathologist', WorksheetSignatory: 'Scientific officer' }
  expect((await admin.put('/api/settings/1', set)).status).toBe(200)
  const called = async () => (await admin.get('/api/currentUser')).body.Network.reportSignatory
  await expect.poll(called, { timeout: 5000, interval: 20 }).toBe('Consultant pathologist')
  const after = await reported(bench)
  expect(await reportOf(after)).toContain('Consultant pathologist')
  const kept = await reportOf(before)
  expect(kept).toContain('Authorised signatory')
  expect(kept).not.toContain('Consultant pathologist')
  await accessioned(bench.desk)
  expect((await bench.technologist.post('/api/generate/worksheets')).status).toBe(200)
  const sheets = await bench.technologist.get('/api/getdata/1003')
  const formId = sheets.body[0]?.WorkSheetId
  const sheet = await bench.technologist.post('/api/print/worksheets/', {
    templateId: template.worksheet,
    formId,
    device: 'screen',
  })
  expect(sheet.text).toMatch(/ by [^<]+, Scientific officer</)
})

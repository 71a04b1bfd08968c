// Many reports in one file: by filter or by choice, inside the scope only, each in the access log, cancelled, fetched
// once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { startJobs } from '../../../server/jobs/jobs.ts'
import { doRun } from '../../../server/jobs/run.ts'
import { pdfPages } from '../../../server/testing/pdf.ts'
import { countRows, setRows } from '../../../server/testing/rows.ts'
import type { Read } from '../../../server/testing/answers.ts'
import { signedIn, type Json, type Person } from '../../../server/testing/signed-in.ts'
import { labForTests } from '../../testresults/testresults.fixture.ts'
import { reported } from '../testreports.fixture.ts'
import { bulkPrint, mostReports } from './many.server.ts'

const { app, bench } = labForTests()
let sales: Read<'sales'>[]
let jobs: { stop(): Promise<void> }
beforeAll(async () => {
  sales = [await reported(bench), await reported(bench)]
  const config = readConfig({ DATABASE_URL: app.url, DEMO: 'false', LOG_LEVEL: 'silent' })
  jobs = await startJobs(app.url, app.db, config, () => undefined, { asked: [bulkPrint] })
}, 180_000)
let hasWorker = true
const stopWorker = async () => {
  if (hasWorker) await jobs.stop()
  hasWorker = false
}
afterAll(stopWorker)

const ids = () => sales.map((sale) => sale.SaleId)
const ask = (person: Person, body: Json) => person.post('/api/printmany/testreports', body)
const run = async (person: Person, id: unknown) => (await person.get(`/api/jobs/${String(id)}`)).body
const ended = async (person: Person, id: unknown) => {
  await expect.poll(async () => (await run(person, id)).State, { timeout: 30_000 }).not.toMatch(/queued|running/)
  return run(person, id)
}
const fetched = (person: Person, id: unknown) => person.post(`/api/jobs/${String(id)}/file`, {})
const logged = (person: Person) =>
  countRows(app, 'access_log', { ModuleId: 'testreports', What: 'print', UserId: person.userId })

test('the reports of a filter are printed into one file, recorded one by one in the access log, and fetched once', async () => {
  const before = await logged(bench.desk)
  const asked = await ask(bench.desk, { filterCriteria: JSON.stringify({ State: 'FINAL' }) })
  expect([asked.status, asked.body.message]).toEqual([202, '2 reports to print'])
  const id = asked.body.JobRunId
  expect(await ended(bench.desk, id)).toMatchObject({ State: 'done', Done: 2, Total: 2, HasFile: true, Errors: [] })
  expect((await fetched(bench.pathologist, id)).status).toBe(404)
  const file = await fetched(bench.desk, id)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  const pages = await pdfPages(file.bytes)
  expect(pages).toHaveLength(2)
  for (const sale of sales) expect(pages.filter((page) => page.includes(String(sale.AccessionNo)))).toHaveLength(1)
  for (const page of pages) expect(page).toContain('Page 1 of 1')
  expect(await logged(bench.desk)).toBe(before + 2)
  expect((await fetched(bench.desk, id)).status).toBe(404)
  expect((await run(bench.desk, id)).HasFile).toBe(false)
})

test('a report with a sensitive result is left out with the reason, and taken once the user said why', async () => {
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: true })
  const [SaleId] = ids()
  const many = async () => ended(bench.desk, (await ask(bench.desk, { SaleIds: [SaleId] })).body.JobRunId)
  const closed = 'A result of this sale is sensitive: open its report once, with a reason'
  expect((await many()).Message).toContain(closed)
  await bench.desk.post('/api/reason/openings', { SaleId, Reason: 'For the file of the hospital' })
  expect(await many()).toMatchObject({ State: 'done', Done: 1, Errors: [] })
  await setRows(app, 'elements', { Name: 'Potassium' }, { IsSensitive: false })
})

test('chosen reports are printed in the order in which they were chosen', async () => {
  const asked = await ask(bench.desk, { SaleIds: ids().reverse() })
  await ended(bench.desk, asked.body.JobRunId)
  expect((await fetched(bench.technologist, asked.body.JobRunId)).status).toBe(404)
  const pages = await pdfPages((await fetched(bench.desk, asked.body.JobRunId)).bytes)
  expect(pages.map((page) => sales.findIndex((sale) => page.includes(String(sale.AccessionNo))))).toEqual([1, 0])
})

test("another centre's reports are invisible: chosen ones are not found, a filter finds none", async () => {
  const beside = await signedIn(app, 'frontdesk2', 5, 11)
  const nowhere = await ask(beside, { SaleIds: [2_000_000] })
  const answer = await ask(beside, { SaleIds: ids() })
  expect([answer.status, answer.body.message]).toEqual([404, nowhere.body.message])
  expect((await ask(beside, {})).body.message).toBe('There is no report to print')
  const referrer = await signedIn(app, 'referrer', 14, 141)
  expect((await ask(referrer, { SaleIds: ids() })).status).toBe(403)
  for (const SaleIds of [['1 or 1=1'], 'all', [0], [1.5]]) expect((await ask(bench.desk, { SaleIds })).status).toBe(400)
})

test('a file can be fetched only in the role and entity in which it was requested', async () => {
  const lab = await signedIn(app, 'admin', 1, 2)
  const id = (await ask(lab, { SaleIds: ids() })).body.JobRunId
  await ended(lab, id)
  expect((await fetched(await signedIn(app, 'admin', 1, 1), id)).status).toBe(404)
  expect((await fetched(lab, id)).status).toBe(200)
})

test('too many reports are refused, and an empty choice', async () => {
  const many = Array.from({ length: mostReports + 1 }, (_, at) => at + 1)
  expect((await ask(bench.desk, { SaleIds: many })).body.message).toBe(
    '200 reports can be printed at a time: narrow the filter, by date or by client',
  )
  expect((await ask(bench.desk, { SaleIds: [] })).status).toBe(422)
})

test('only the user who started a job cancels it: the rest is not printed, and there is no file', async () => {
  await stopWorker()
  const id = (await ask(bench.desk, { SaleIds: ids() })).body.JobRunId
  const cancel = (person: Person) => person.put(`/api/jobs/${id}/cancel`, {})
  expect((await cancel(bench.pathologist)).status).toBe(404)
  const before = await logged(bench.desk)
  expect((await cancel(bench.desk)).status).toBe(200)
  await doRun(app.db, bulkPrint, id)
  expect(await run(bench.desk, id)).toMatchObject({ State: 'cancelled', Message: 'Cancelled', HasFile: false })
  expect((await cancel(bench.desk)).body.message).toBe('This job has already ended')
  expect(await logged(bench.desk)).toBe(before)
})

test('a running job stops before its next report', async () => {
  const before = await logged(bench.desk)
  const id = (await ask(bench.desk, { SaleIds: ids() })).body.JobRunId
  await doRun(
    app.db,
    {
      ...bulkPrint,
      run: async (context) => {
        expect((await bench.desk.put(`/api/jobs/${id}/cancel`, {})).status).toBe(200)
        return bulkPrint.run({ ...context, payload: { SaleIds: ids(), Origin: '' } })
      },
    },
    id,
  )
  expect(await run(bench.desk, id)).toMatchObject({ State: 'cancelled', HasFile: false })
  expect(await logged(bench.desk)).toBe(before)
})

test('reports that left the scope meanwhile are not printed, and are counted in the message', async () => {
  const id = (await ask(bench.desk, { SaleIds: ids() })).body.JobRunId
  const [first] = ids()
  const was = { SellerId: 2 }
  await setRows(app, 'sales', { SaleId: first }, { SellerId: 3, BuyerId: 3 })
  await setRows(app, 'samples', { SaleId: first }, { OwnerId: 3, PerformingLabId: 3 })
  await doRun(app.db, bulkPrint, id)
  expect(await run(bench.desk, id)).toMatchObject({
    State: 'done',
    Message: '1 report printed',
    Errors: ['1 report you can no longer print'],
  })
  await setRows(app, 'samples', { SaleId: first }, { OwnerId: 2, PerformingLabId: 2 })
  await setRows(app, 'sales', { SaleId: first }, { ...was, BuyerId: sales[0]?.BuyerId })
})

// Many results are saved, approved by rules, notified and approved with as many statements as few are.
import { beforeAll, expect, test } from 'vitest'
import { statementCount } from '../../../server/db/db.ts'
import { countRows, readRow, readRows, setRows } from '../../../server/testing/rows.ts'
import type { Result, Sent } from '../../../server/testing/answers.ts'
import type { Answered, Json, Person } from '../../../server/testing/signed-in.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { accessioned, aPatient, product } from '../../sales/sales.fixture.ts'
import { aReason, itemsOf, labForTests, rowsOf, shownIn } from '../testresults.fixture.ts'

const { app, bench } = labForTests()
const { Approved } = workItemStatus
beforeAll(async () => {
  // first measurements of a person and repeated ones need the same statements
  await typed(await soldTimes(2), '140')
  for (const ElementId of [1052, 1053, 1054]) {
    const saved = await bench.pathologist.post('/api/verificationrules/', {
      Name: `Rule ${ElementId}`,
      LabId: 2,
      ElementId,
    })
    const formId = saved.body.VerificationRuleId
    await bench.pathologist.put('/api/dryrun/verificationrules', { formId })
    expect((await bench.pathologist.put('/api/switchon/verificationrules', { formId })).status).toBe(200)
  }
}, 120_000)

const soldTimes = async (times: number): Promise<Result[]> => {
  const sales = []
  for (let at = 0; at < times; at += 1)
    sales.push(
      await accessioned(bench.desk, {
        PatientId: await aPatient(bench.desk),
        BuyerId: 21,
        products: [product.electrolytes],
      }),
    )
  await bench.technologist.put('/api/generate/worksheets')
  return (await Promise.all(sales.map((sale) => rowsOf(bench.technologist, sale.SaleId)))).flat()
}
const usual: Record<string, string> = { Sodium: '140', Potassium: '4.2', Chloride: '101' }
type Counted<P extends string> = [answer: Answered<Sent<P>>, statements: number]
const counted = async <P extends string>(person: Person, path: P, body: Json): Promise<Counted<P>> => {
  const before = statementCount.value
  const answer = await person.put(path, body)
  if (answer.status !== 200) throw new Error(answer.text)
  return [answer, statementCount.value - before]
}
/** Sodium as given, the others as they usually are. */
const typed = (rows: readonly Result[], Sodium: string) =>
  counted(bench.technologist, '/api/testresults/', {
    WorkItems: rows.map((row) => ({
      WorkItemId: row.WorkItemId,
      Result: row.Element === 'Sodium' ? Sodium : usual[row.Element],
    })),
  })
const approved = () => countRows(app, 'work_items', { StatusId: Approved })

test('three results of a sale and thirty of ten that rules take: as many statements', async () => {
  const [few, many] = [await soldTimes(1), await soldTimes(10)]
  const before = await approved()
  const [, small] = await typed(few, '140')
  const [, large] = await typed(many, '140')
  expect([many.length, await approved()]).toEqual([30, before + 33])
  expect(large).toBe(small)
})

test('one critical value and twelve: each is notified, with as many statements', async () => {
  const told = () => countRows(app, 'notifications', { Subject: 'Critical value: Sodium' })
  const [few, many] = [await soldTimes(1), await soldTimes(12)]
  const before = await told()
  const [, small] = await typed(few, '170')
  const one = (await told()) - before
  expect(one).toBeGreaterThan(0)
  const [, large] = await typed(many, '170')
  expect([await told(), large]).toEqual([before + one * 13, small])
})

test('results of a list approved singly, or all normal ones together, and put back: as many statements', async () => {
  await bench.pathologist.put('/api/stop/verificationrules', { LabId: 2 })
  const acts = async (times: number): Promise<number[]> => {
    const rows = await soldTimes(times)
    await typed(rows, '141')
    const half = rows.filter((row) => row.Element === 'Sodium')
    const [, approve] = await counted(bench.pathologist, '/api/approve/testresults', { WorkItemIds: itemsOf(half) })
    const Sheets = half.map(({ SaleId }) => ({ SaleId }))
    const lines = (await bench.pathologist.get('/api/getdata/1004')).body
    const [asked, preview] = await counted(bench.pathologist, '/api/approvenormal/testresults', {
      Sheets: lines
        .filter((line) => Sheets.some(({ SaleId }) => SaleId === line.SaleId))
        .map(({ WorkSheetId, SaleId }) => ({ WorkSheetId, SaleId })),
      Preview: true,
    })
    const [answer, normal] = await counted(bench.pathologist, '/api/approvenormal/testresults', shownIn(asked))
    expect(answer.body).toMatchObject({ Approved: 2 * times, Left: [] })
    const [, repeat] = await counted(bench.pathologist, '/api/repeat/testresults', {
      WorkItemIds: itemsOf(half),
      ReasonId: await aReason(bench.pathologist),
    })
    return [approve, preview, normal, repeat]
  }
  expect(await acts(9)).toEqual(await acts(1))
})

test('one report and nine at once: as many statements, each for its own sale, with its own notification and letter', async () => {
  const told = () => countRows(app, 'notifications', { Subject: 'Report ready' })
  const letters = () => countRows(app, 'report_letters', { Email: 'doctor@example.com' })
  const out = async (times: number): Promise<[rows: Result[], statements: number]> => {
    const rows = await soldTimes(times)
    await typed(rows, '141')
    const WorkItemIds = itemsOf(rows)
    await counted(bench.pathologist, '/api/approve/testresults', { WorkItemIds })
    const [, statements] = await counted(bench.pathologist, '/api/release/testresults', { WorkItemIds })
    return [rows, statements]
  }
  const [first] = await soldTimes(1)
  const { ReferringDoctorId: doctor } = await readRow<{ ReferringDoctorId: number }>(
    app,
    'sales',
    { SaleId: first?.SaleId },
    'referring_doctor_id',
  )
  await setRows(app, 'clients', { ClientId: doctor }, { Email: 'doctor@example.com', EmailReports: true })
  const [, small] = await out(1)
  const before = await told()
  const [rows, large] = await out(9)
  expect([large, (await told()) - before, await letters()]).toEqual([small, 9 * before, 10])
  const sales = [...new Set(rows.map((row) => row.SaleId))]
  for (const sale of sales) {
    const [report, ...more] = await readRows<{ ReportNo: string; Version: number; Content: Json }>(
      app,
      'reports',
      { SaleId: sale },
      'report_no, version, content',
    )
    const { AccessionNo } = rows.find((row) => row.SaleId === sale)?.Sale ?? {}
    expect([report?.ReportNo, report?.Version, more]).toEqual([AccessionNo, 1, []])
    expect(report?.Content).toMatchObject({ Sample: { AccessionNo }, State: 'FINAL', Departments: [{}] })
  }
})

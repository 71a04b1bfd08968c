// What is printed beside a value, for each field that is declared so: on the sheet, in the history, on the report, amended.
import { expect, test } from 'vitest'
import type { Json } from '../../server/testing/signed-in.ts'
import { readRow, readRows } from '../../server/testing/rows.ts'
import { columnOf } from '../../server/db/names.ts'
import { aPatient } from '../sales/sales.fixture.ts'
import { aReason, enterAll, itemsOf, labForTests, letGo, paidSale, rowOf, waiting } from './testresults.fixture.ts'
import { printedFields, printedNames } from '../testreports/printed/printed.model.ts'

const { app, bench } = labForTests()

test('each is a column of work items and of their versions', async () => {
  const stored = await readRows<{ Name: string }>(
    app,
    'information_schema.columns',
    { TableSchema: 'public' },
    "table_name || '.' || column_name as name",
  )
  const wanted = printedNames.flatMap((name) => ['work_items', 'results'].map((table) => `${table}.${columnOf(name)}`))
  const names = new Set(stored.map(({ Name }) => Name))
  expect(wanted.filter((name) => !names.has(name))).toEqual([])
})

const told = async (saleId: unknown, text: string): Promise<number> =>
  (await readRows<{ Changes: Json }>(app, 'audit', { ModuleId: 'testresults', FormId: saleId }, 'changes')).filter(
    ({ Changes }) => JSON.stringify(Changes).includes(text),
  ).length

type Printing = { Rows: Json[]; Changes: Json[] | null }
const newestReport = (saleId: unknown): Promise<Printing> =>
  readRow<Printing>(
    app,
    'reports',
    { SaleId: saleId },
    `jsonb_path_query_array(content::jsonb, '$.Departments[*].Tests[*].Rows[*]') as rows,
     content -> 'Amendment' -> 'Changes' as changes`,
    'version desc',
  )

test.each(printedNames)(
  '%s of a result are saved, read, refused when too long, in the history and on the report, and amended',
  async (name) => {
    const { maxLength, label } = printedFields[name]
    const { SaleId: saleId } = await paidSale(bench.desk, await aPatient(bench.desk))
    await enterAll(bench.technologist, saleId)
    const { WorkItemId } = await rowOf(bench.technologist, saleId, 'Sodium')
    const note = (text: string) =>
      bench.technologist.put('/api/testresults/', { SaleId: saleId, WorkItems: [{ WorkItemId, [name]: text }] })
    const refused = await note('x'.repeat((maxLength ?? 0) + 1))
    expect([refused.status, refused.text.includes(label)]).toEqual([400, true])
    expect((await rowOf(bench.technologist, saleId, 'Sodium'))[name]).toBeNull()

    expect((await note('Seen under the microscope')).status).toBe(200)
    expect((await rowOf(bench.technologist, saleId, 'Sodium'))[name]).toBe('Seen under the microscope')
    expect(await told(saleId, 'Seen under the microscope')).toBe(1)
    expect(
      await readRow(app, 'audit', { ModuleId: 'testresults', FormId: saleId }, 'changes', 'audit_id desc'),
    ).toMatchObject({ Changes: { Sodium: [{ [name]: null }, { [name]: 'Seen under the microscope' }] } })
    // a value that is entered again keeps it
    await enterAll(bench.technologist, saleId, { Sodium: '141' })
    expect((await rowOf(bench.technologist, saleId, 'Sodium'))[name]).toBe('Seen under the microscope')

    await letGo(bench, saleId)
    const printed = async () => (await newestReport(saleId)).Rows.find((row) => row.Element === 'Sodium')?.Comment
    expect(await printed()).toContain('Seen under the microscope')
    const stored = readRow(app, 'results', { WorkItemId }, '*', 'version desc')
    expect(Object.values(await stored)).toContain('Seen under the microscope')

    const asked = await bench.pathologist.put('/api/amend/testresults', {
      WorkItems: [{ WorkItemId, [name]: '  Counted twice ' }],
      ReasonId: await aReason(bench.pathologist),
      Remarks: 'It said too much',
    })
    expect(asked.status).toBe(200)
    expect(await rowOf(bench.other, saleId, 'Sodium')).toMatchObject({
      [name]: 'Seen under the microscope',
      Amendment: { [name]: 'Counted twice', Result: '141' },
    })
    await bench.other.put('/api/approve/testresults', { WorkItemIds: itemsOf(await waiting(bench.other, saleId)) })
    expect(await rowOf(bench.other, saleId, 'Sodium')).toMatchObject({ [name]: 'Counted twice', Amendment: null })
    expect(await printed()).toContain('Counted twice')
    expect((await newestReport(saleId)).Changes).toEqual([
      { What: `Sodium, ${label.toLowerCase()}`, Was: 'Seen under the microscope', Is: 'Counted twice' },
    ])
  },
)

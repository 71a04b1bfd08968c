// Signatures on a report: a name is listed once for each lab it signs for, and the releaser signs sections without a
// measurement.
import { beforeAll, expect, test } from 'vitest'
import { pdfPages } from '../../server/testing/pdf.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Result } from '../../server/testing/answers.ts'
import type { Person } from '../../server/testing/signed-in.ts'
import { workItemReason, workItemStatus } from '../lists/items.model.ts'
import {
  amended,
  approveAll,
  enterAll,
  itemsOf,
  labForTests,
  letGo,
  rowsOf,
} from '../testresults/testresults.fixture.ts'
import { arrived, keepersOf, letGoOutside, outsideLab, soldForTwoLabs, type Keepers } from './chain.fixture.ts'
import type { ReportData } from './print/report.model.ts'
import { printed } from './testreports.fixture.ts'

const { app, bench } = labForTests()
const [own, outside] = ['Nivara Central Laboratory, Pune', 'Meridian Reference Laboratory, Mumbai (DEMO)']
const signs = 'Authorised signatory'
let keepers: Keepers
beforeAll(async () => {
  keepers = await keepersOf(app)
}, 180_000)

const sold = async (): Promise<unknown> => {
  const { SaleId } = await soldForTwoLabs(bench.desk)
  await arrived(app, SaleId, bench.desk.userId)
  return SaleId
}
/** Each section of the last version with its lab and who signs it. */
const sections = async (sale: unknown) => {
  const [last] = await readRows<{ Content: ReportData }>(app, 'reports', { SaleId: sale }, 'content', 'version desc')
  return last?.Content.Departments.map(({ Tests, PerformedBy, Signatories }) => [
    Tests[0]?.Rows[0]?.Element,
    PerformedBy ?? null,
    Signatories.map(({ Name, Qualification }) => [Name, Qualification]),
  ])
}
const said = async (person: Person, sale: unknown): Promise<string> => {
  const answer = await printed(person, sale)
  const file = await person.get(String(answer.body.location))
  return (await pdfPages(file.bytes)).join(' ').replace(/\s+/g, ' ')
}
const release = async (person: Person, rows: readonly Result[]): Promise<void> => {
  const WorkItemIds = rows.map((row) => row.WorkItemId)
  const answer = await person.put('/api/release/testresults', { WorkItemIds })
  if (answer.status !== 200) throw new Error(answer.text)
}
const giveUp = async (sale: unknown): Promise<Result> => {
  const row = (await rowsOf(keepers.types, sale)).find((one) => one.LabId === outsideLab) ?? {}
  const change = { StatusId: workItemStatus.NotPerformed, ReasonId: workItemReason.QuantityNotSufficient }
  const answer = await keepers.types.put('/api/testresults/', {
    SaleId: sale,
    WorkItems: [{ WorkItemId: row.WorkItemId, ...change }],
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return row
}

test('a signatory of two labs is named for each of them, in its section and at the end', async () => {
  const sale = await sold()
  await enterAll(bench.technologist, sale, {}, ['CCP antibody', 'Anti-CCP'])
  const mine = (await rowsOf(keepers.signs, sale)).filter((row) => row.LabId !== outsideLab)
  expect((await keepers.signs.put('/api/approve/testresults', { WorkItemIds: itemsOf(mine) })).status).toBe(200)
  await release(keepers.signs, mine)
  await letGoOutside(keepers, sale, '12')
  expect(await sections(sale)).toEqual([
    ['Sodium', own, [['Keeper signs', `${signs}, ${own}`]]],
    [expect.stringContaining('CCP'), expect.stringContaining(outside), [['Keeper signs', `${signs}, ${outside}`]]],
  ])
  const text = await said(bench.desk, sale)
  for (const lab of [own, outside]) {
    expect(text).toContain(`Performed by ${lab}`)
    expect(text).toContain(`Keeper signs ${signs}, ${lab}`)
  }
})

test('the releaser signs a section without a measurement, for their lab, in later versions too', async () => {
  const sale = await sold()
  await letGo(bench, sale)
  await release(keepers.signs, [await giveUp(sale)])
  const signed = [['Keeper signs', `${signs}, ${outside}`]]
  expect((await sections(sale))?.[1]?.[2]).toEqual(signed)
  expect((await amended(bench, sale, { Sodium: '133' })).status).toBe(200)
  expect((await sections(sale))?.[1]?.[2]).toEqual(signed)
})

test('work that another lab did not perform is released with the rest, and not signed in the name of that lab', async () => {
  const sale = await sold()
  await giveUp(sale)
  await enterAll(bench.technologist, sale)
  await approveAll(bench.pathologist, sale)
  await release(
    bench.pathologist,
    (await rowsOf(bench.pathologist, sale)).filter((row) => row.LabId !== outsideLab),
  )
  const [first, second] = (await sections(sale)) ?? []
  expect(first?.[2]).toEqual([[expect.any(String), `${signs}, ${own}`]])
  expect(second?.slice(1)).toEqual([expect.stringContaining(outside), [[expect.any(String), signs]]])
})

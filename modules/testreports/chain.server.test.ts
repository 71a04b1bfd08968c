// One report for an accession that several labs perform: who performed what, what is awaited, which version replaces
// which, and who may read it.
import { beforeAll, expect, test } from 'vitest'
import { pdfPages } from '../../server/testing/pdf.ts'
import type { Read } from '../../server/testing/answers.ts'
import { signedIn, type Person } from '../../server/testing/signed-in.ts'
import { setRows } from '../../server/testing/rows.ts'
import { amended, labForTests, letGo, releaseAll, reportsOf } from '../testresults/testresults.fixture.ts'
import { arrived, keepersOf, letGoOutside, outsideLab, soldForTwoLabs, type Keepers } from './chain.fixture.ts'
import { printed } from './testreports.fixture.ts'

const { app, bench } = labForTests()
let keepers: Keepers
let sale: Read<'sales'>
beforeAll(async () => {
  await setRows(
    app,
    'clients',
    { ClientId: outsideLab },
    { Area: 'Andheri East', City: 'Mumbai', State: 'Maharashtra' },
  )
  keepers = await keepersOf(app)
  sale = await soldForTwoLabs(bench.desk)
}, 180_000)

/** The text of a version on paper. */
const said = async (person: Person, Version?: number): Promise<string> => {
  const answer = await printed(person, sale.SaleId, Version === undefined ? {} : { Version })
  if (answer.status !== 200) throw new Error(answer.text)
  const file = await person.get(String(answer.body.location))
  return (await pdfPages(file.bytes)).join(' ').replace(/\s+/g, ' ')
}

test('a test that waits for a tube in transit makes the report partial, and is listed on it', async () => {
  await letGo(bench, sale.SaleId, { Sodium: '131' })
  expect((await reportsOf(app, sale.SaleId)).map((one) => [one.Version, one.State])).toEqual([[1, 'PARTIAL']])
  const text = await said(bench.desk)
  for (const part of [
    'PARTIAL',
    '1 of 2 tests',
    // with the lab's name as it is printed after it has performed
    'Sample awaited, Meridian Reference Laboratory',
    'Sodium',
    'End of partial report',
    'Central Laboratory',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Performed by')
})

test('amended while a test is awaited, it shows what changed and what is pending, and completes no version', async () => {
  expect((await amended(bench, sale.SaleId, { Sodium: '133' })).status).toBe(200)
  const text = await said(bench.desk)
  for (const part of [
    'AMENDED',
    'Wrong tube',
    'PARTIAL',
    'Sample awaited',
    '2, amended, replaces 1',
    'End of partial report',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('End of report')
})

test('results that the outside lab releases are on the same report, under its name and address, each section with its lab', async () => {
  await arrived(app, sale.SaleId, bench.desk.userId)
  await letGoOutside(keepers, sale.SaleId, '12')
  expect((await reportsOf(app, sale.SaleId)).map((one) => [one.Version, one.State, one.Replaced])).toEqual([
    [1, 'PARTIAL', true],
    [2, 'AMENDED', true],
    [3, 'AMENDED', false],
  ])
  const text = await said(bench.desk)
  for (const part of [
    'Performed by Meridian Reference Laboratory, Mumbai (DEMO), Andheri East, Mumbai, Maharashtra',
    'Performed by Nivara Central Laboratory, Pune',
    'Sodium',
    'CCP',
    'Keeper signs Authorised signatory, Meridian Reference Laboratory',
    String(sale.AccessionNo),
    '3, amended, completes 2',
    'End of report',
  ])
    expect(text).toContain(part)
  // the letterhead does not depend on which lab released first
  expect(text.indexOf('Nivara Central Laboratory')).toBeLessThan(text.indexOf('Meridian'))
  expect(await said(bench.desk, 1)).toContain('SUPERSEDED')
})

test('an amendment at one lab makes a version with the results of both; the one before is superseded', async () => {
  expect((await amended(bench, sale.SaleId, { Sodium: '134' })).status).toBe(200)
  const text = await said(bench.desk)
  for (const part of ['AMENDED', 'version 4', 'Wrong tube', 'Meridian Reference Laboratory', 'Potassium'])
    expect(text).toContain(part)
  for (const version of [1, 2, 3]) expect(await said(bench.desk, version)).toContain('SUPERSEDED')
  expect((await reportsOf(app, sale.SaleId)).map((one) => one.Replaced)).toEqual([true, true, true, false])
})

test('labs on the route and the doctor read the report; a lab and a centre off the route do not see it', async () => {
  for (const person of [keepers.signs, await signedIn(app, 'doctor', 12, 101)])
    expect(await said(person)).toContain('Sodium')
  for (const person of [await signedIn(app, 'nashik', 4, 3), await signedIn(app, 'frontdesk2', 5, 11)]) {
    expect((await person.get('/api/getdata/1005')).body).toEqual([])
    expect((await person.get(`/api/testreports/${String(sale.SaleId)}`)).status).toBe(404)
    expect((await printed(person, sale.SaleId)).status).toBe(404)
  }
})

test('releasing a test again makes no further version', async () => {
  await releaseAll(bench.pathologist, sale.SaleId)
  expect(await reportsOf(app, sale.SaleId)).toHaveLength(4)
})

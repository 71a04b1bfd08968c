// Front desk and bench with the keyboard alone, at the speed of a fast typist, of a hurried one and of a scanner: every
// character arrives in its field.
import { expect, test } from 'vitest'
import { workItemStatus } from '../../../modules/lists/items.model.ts'
import { accessioned, aPatient, product } from '../../../modules/sales/sales.fixture.ts'
import { benchOf, rowsOf } from '../../../modules/testresults/testresults.fixture.ts'
import { arrives, button, gone, journeyForTests, settles, shows } from '../../hands/journey.ts'
import { box, input } from '../../hands/sale.ts'
import { keys, slowLine, typeWalkIn } from '../../hands/walk-in.ts'
import { readRow } from '../../../server/testing/rows.ts'

/** Milliseconds from key to key. */
const typist = 60
const scanner = 5
const hurried = 15
const { here } = journeyForTests()

test('from sign-in to printed labels at 60 ms a key every character arrives in its field', async () => {
  const { wanted, kept, papers } = await typeWalkIn(here, 730_001, { key: typist, line: 0 })
  expect({ ...kept, papers }).toEqual({ ...wanted, papers: 2 })
})

test('a list is opened, a sale found, read, left and another started at 60 ms a key on a line of 300 ms; Enter without a match takes no row', async () => {
  const desk = await here.person('labdesk', 5, 2)
  const sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: 'Hasmukh Modi' }), LRN: '730002' })
  const { page } = await here.visit('labdesk', 5, 2, { fresh: true })
  await slowLine(page, 300)
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr'))
  // the filter, Find, the record, its history, back, a new sale with an unknown doctor: Enter takes no row
  await keys(page, '{Alt+f}', typist)
  await keys(page, '{Control+k}Hasmukh Modi{ArrowDown}{Enter}', typist)
  await arrives(page, '/sales')
  expect(new URL(page.url()).searchParams.get('SaleId')).toBe(String(sale.SaleId))
  await keys(page, '{Alt+c}{Alt+n}{Tab}Nobody At All{Enter}', typist)
  const dialog = page.getByRole('dialog', { name: 'Doctor' })
  await shows(dialog.getByText('No match'))
  await keys(page, '{Escape}{Tab}{Tab}{Tab}730009', typist)
  await settles(() => input(page, 'LRN').inputValue(), '730009')
  expect(await box(page, 'ReferringDoctorId').inputValue()).toBe('')
})

test('a scanner’s code arrives whole in Find and in a filter, at 5 ms a key', async () => {
  const desk = await here.person('labdesk', 5, 2)
  const sale = await accessioned(desk, { LRN: '730003' })
  const { Barcode } = await readRow<{ Barcode: string }>(
    here.app,
    'samples',
    { SaleId: Number(sale.SaleId) },
    'barcode',
    'sample_id',
  )
  const { page } = await here.visit('labdesk', 5, 2, { fresh: true })
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr'))
  await keys(page, `{Control+k}${Barcode}{Enter}`, scanner)
  await arrives(page, '/samples')
  await keys(page, '{Alt+c}', scanner)
  await arrives(page, '/summary/samples')
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr'))
  await page.getByRole('textbox', { name: 'LRN' }).focus()
  await keys(page, '730003{Enter}', scanner)
  await settles(() => page.locator('tbody tr').count(), 1)
  await shows(page.locator('tbody tr').filter({ hasText: '730003' }))
  await gone(page.getByRole('dialog'))
})

test('results are typed by one person and approved by another at 15 ms a key on a line of 300 ms', async () => {
  const { desk, technologist } = await benchOf(here.app)
  const { SaleId } = await accessioned(desk, { products: [product.electrolytes] })
  const stored = async () => (await rowsOf(technologist, SaleId)).map((row) => [row.Element, row.Result, row.StatusId])
  const order = (await rowsOf(technologist, SaleId)).map((row) => String(row.Element))
  const values: Record<string, string> = { Sodium: '139', Potassium: '4.1', Chloride: '102' }
  const open = async (user: string, role: number) => {
    const { page } = await here.visit(user, role, 2, { fresh: true })
    await slowLine(page, 300)
    await page.goto(`/testresults?SaleId=${String(SaleId)}`)
    await shows(button(page, 'Edit'))
    return page
  }
  await keys(
    await open('technologist', 4),
    `{Alt+e}${order.map((name) => `${values[name] ?? ''}{Enter}`).join('')}{Alt+s}`,
    hurried,
  )
  const typed = (StatusId: number) => order.map((name) => [name, values[name], StatusId])
  await expect.poll(stored, { timeout: 20_000 }).toEqual(typed(workItemStatus.Entered))
  await keys(await open('pathologist', 3), '{Alt+a}', hurried)
  await expect.poll(stored, { timeout: 20_000 }).toEqual(typed(workItemStatus.Approved))
})

// Released results in a real browser: the screens of worksheets and results, their choices, and an amendment.
import { beforeAll, expect, test } from 'vitest'
import { formatDateTime } from '../../core/dates.ts'
import { accessioned, aPatient, product } from '../../modules/sales/sales.fixture.ts'
import {
  approveAll,
  benchOf,
  enterAll,
  releaseAll,
  rowOf,
  type Bench,
} from '../../modules/testresults/testresults.fixture.ts'
import { sql } from '../../server/db/db.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, gone, journeyForTests, said, settles, shows } from '../hands/journey.ts'

const { here } = journeyForTests()
let bench: Bench
beforeAll(async () => {
  bench = await benchOf(here.app)
})

test('FND-027 FND-028 OPS-133 OPS-134 OPS-285 a worksheet and the results of a sale open under their keys; the remaining items of the sheet are sent by their keys', async () => {
  const sale = await accessioned(bench.desk)
  const [WorkSheetId] = (await bench.technologist.put('/api/generate/worksheets')).body.WorkSheetIds
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto(`/worksheets?WorkSheetId=${WorkSheetId}`)
  await shows(page.getByRole('heading', { name: `Worksheet ${WorkSheetId}` }))
  await shows(page.getByText(String(sale.AccessionNo)))
  await shows(page.getByText('Haemoglobin', { exact: true }))
  await page.keyboard.press('Alt+e')
  await page.getByRole('button', { name: `Take RBC count of ${String(sale.AccessionNo)} off` }).click()
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT'),
    page.keyboard.press('Alt+s'),
  ])
  const untouched = { WorkItemId: expect.any(Number) }
  expect(sent.postDataJSON()).toEqual(expect.objectContaining({ WorkItems: Array<object>(19).fill(untouched) }))
  await arrives(page, '/summary/worksheets')
  await page.goto(`/testresults?WorkSheetId=${WorkSheetId}&SaleId=${String(sale.SaleId)}`)
  await shows(page.getByRole('heading', { name: 'Test Results' }))
  await shows(page.getByRole('grid', { name: 'Results' }).getByRole('rowheader', { name: 'Haemoglobin' }))
  await shows(button(page, 'Edit'))
  const head = page.locator('.result-head > div').filter({ hasText: 'Accession Date' })
  expect(await head.locator('dd').innerText()).toBe(formatDateTime(sale.AccessionDate))
  const row = page
    .getByRole('grid', { name: 'Results' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: 'Haemoglobin' }) })
  await shows(row.getByText('g/dL', { exact: true }))
})

test('the panel shows range, formula with names and any possible values of the row under the cursor', async () => {
  const { ProductId, Name, PossibleValues } = await here.app.db.read.one<{
    ProductId: number
    Name: string
    PossibleValues: string
  }>(sql`
    select
      p.product_id,
      e.name,
      m.possible_values
    from
      elements e
      join element_measurements m using (element_id)
      join test_elements te using (element_id)
      join product_tests pt using (test_id)
      join products p using (product_id)
    where
      m.possible_values like '%|%'
      and p.is_active
    order by
      p.product_id,
      e.name
    limit
      1
  `)
  const { page } = await here.visit('technologist', 4, 2)
  const read = async (bought: number) => {
    const sale = await accessioned(bench.desk, { products: [bought] })
    await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  }
  const about = async (element: string): Promise<string> => {
    await page.getByRole('rowheader').filter({ hasText: element }).first().click()
    const panel = page.getByRole('complementary', { name: `About ${element}` })
    await shows(panel)
    return panel.innerText()
  }
  await read(product.cbc)
  const haemoglobin = await about('Haemoglobin')
  expect(haemoglobin).toMatch(/Printable Range\s+13.0[ –-]+17.0/i)
  expect(haemoglobin).toMatch(/Possible Values\s+Any number/i)
  expect(await about('MCV')).toMatch(/Formula\s+[\s\S]*Haematocrit \(PCV\)[\s\S]*RBC count/i)
  await read(ProductId)
  expect((await about(Name)).replace(/\s+/g, ' ')).toContain(`Possible Values ${PossibleValues.split('|').join(', ')}`)
})

test('OPS-195 OPS-296 OPS-297 status and reason of a result are chosen from their lists by keyboard; a status that may not follow shows why', async () => {
  const sale = await accessioned(bench.desk)
  const { page } = await here.visit('technologist', 4, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  for (const [name, list] of [
    ['Status', 121],
    ['Reason', 122],
  ] as const) {
    const items = (await bench.desk.get<{ ItemLabel: string }[]>(`/api/listitems?ListId=${list}`)).body.map(
      (item) => item.ItemLabel,
    )
    expect(items.length).toBeGreaterThan(8)
    const cell = page.getByRole('button', { name: new RegExp(`^${name} of Haemoglobin:`) })
    await cell.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name })
    await shows(dialog)
    await settles(() => dialog.locator('.picker-row').allInnerTexts(), items)
    if (name === 'Status') {
      await shows(dialog.locator('.picker-row[aria-disabled]').filter({ hasText: 'Released' }))
      await page.keyboard.type('hold')
    } else await page.keyboard.type('sufficient')
    await settles(() => dialog.locator('.picker-row').count(), 1)
    const label = await dialog.locator('.picker-row').innerText()
    await page.keyboard.press('Enter')
    await gone(dialog)
    await shows(page.getByRole('button', { name: `${name} of Haemoglobin: ${label}` }))
  }
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.method() === 'PUT' && request.url().includes('/api/testresults')),
    page.keyboard.press('Alt+s'),
  ])
  expect(sent.postDataJSON()).toMatchObject({ WorkItems: [{ StatusId: 156, ReasonId: expect.any(Number) }] })
})

test('a released result is amended by keyboard with reason and remarks, and released by the other signatory; the list of reports shows it', async () => {
  const sale = await accessioned(bench.desk)
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
  const { page, context } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Haemoglobin', exact: true }) })
  await shows(row)
  await row.focus()
  await page.keyboard.press('Space')
  await shows(button(page, 'Amend'))
  await button(page, 'Amend').press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Amend' })
  const result = dialog.getByLabel(/^Haemoglobin, was 14/)
  await settles(() => result.evaluate((box) => box === document.activeElement), true)
  expect(await dialog.locator('.amend-value').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Amend' }).press('Enter')
  await shows(dialog.getByText('Reason is required'))
  await shows(dialog.getByText('Remarks are required'))
  await dialog.getByLabel('Reason').selectOption({ label: 'Clerical correction' })
  await dialog.getByLabel('Remarks').fill('Tubes were exchanged')
  await dialog.getByRole('button', { name: 'Amend' }).press('Enter')
  await shows(dialog.getByText('No result was changed'))
  await result.fill('15.5')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/amend/testresults')),
    dialog.getByRole('button', { name: 'Amend' }).press('Enter'),
  ])
  const { WorkItemId } = await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')
  expect(sent.postDataJSON()).toMatchObject({
    Remarks: 'Tubes were exchanged',
    WorkItems: [{ WorkItemId, Result: '15.5' }],
  })
  // two formulas use it
  await shows(page.getByText(/^3 amendments wait\. Haemoglobin: amended by you/))
  await gone(dialog)
  await shows(page.getByText(/14(\.0)? becomes 15\.5/))
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).toMatchObject({
    StatusId: 154,
    Amendment: { Result: '15.5' },
  })
  await context.close()
  await approveAmendments(sale)
})

/** The other signatory opens the results, sees the waiting amendments, and approves them by keyboard. */
const approveAmendments = async (sale: Read<'sales'>): Promise<void> => {
  const { page, context } = await here.visit('pathologist2', 3, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  const row = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Haemoglobin', exact: true }) })
  await shows(page.getByText(/14(\.0)? becomes 15\.5/))
  await shows(button(page, 'Approve'))
  await page.keyboard.press('Alt+a')
  await shows(said(page, '3 results are amended'))
  await shows(row.getByText('15.5'))
  await shows(row.getByText('Amended after release'))
  expect(await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).toMatchObject({
    StatusId: 159,
    Result: '15.5',
    Amendment: null,
  })
  await page.keyboard.press('Alt+c')
  await arrives(page, '/summary/testresults')
  await page.goto('/summary/testreports')
  const line = page.getByRole('row', { name: new RegExp(String(sale.LRN)) })
  await shows(line.getByText('AMENDED'))
  await context.close()
}

test('FND-301 a release with money outstanding asks for a reason; without one "required" shows and the dialog remains open', async () => {
  const sale = await accessioned(bench.desk)
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale.SaleId)
  const { page } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testresults?SaleId=${String(sale.SaleId)}`)
  await button(page, 'Release').click()
  const dialog = page.getByRole('dialog', { name: 'Release' })
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await shows(dialog.getByText('required', { exact: true }))
  expect((await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).StatusId).toBe(153)
  await dialog.getByLabel('Reason').fill('Pays at collection')
  await dialog.getByRole('button', { name: 'Yes' }).click()
  await gone(dialog)
  await settles(async () => (await rowOf(bench.pathologist, sale.SaleId, 'Haemoglobin')).StatusId, 154)
})

test('a release takes complete tests although another test is half approved, and shows why that one is left', async () => {
  const { SaleId } = await accessioned(bench.desk, {
    BuyerId: 21,
    PatientId: await aPatient(bench.desk),
    products: [product.electrolytes, product.creatinine],
  })
  await enterAll(bench.technologist, SaleId)
  const approved = ['Sodium', 'Creatinine', 'eGFR (CKD-EPI 2021)'].map((name) => rowOf(bench.pathologist, SaleId, name))
  const WorkItemIds = (await Promise.all(approved)).map((row) => row.WorkItemId)
  expect((await bench.pathologist.put('/api/approve/testresults', { WorkItemIds })).status).toBe(200)
  const { page } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testresults?SaleId=${String(SaleId)}`)
  await button(page, 'Release').click()
  const dialog = page.getByRole('dialog', { name: 'Still needs you' })
  await shows(dialog.getByText('Electrolytes: Not yet approved: Potassium, Chloride'))
  await shows(dialog.getByText('2 results are released; 1 test is left.'))
  await page.keyboard.press('Enter')
  await gone(dialog)
  const statuses = await Promise.all(['Sodium', 'Creatinine'].map((name) => rowOf(bench.pathologist, SaleId, name)))
  expect(statuses.map((row) => row.StatusId)).toEqual([153, 154])
})

test('a report issued in another name is corrected by keyboard: it requires patient, reason and remarks, and a new version is issued', async () => {
  const desk = bench.desk
  const right = await aPatient(desk, { Name: 'Sharvari Anil Gokhale', GenderId: 2, Age: 31 })
  const sale = await accessioned(desk, {
    PatientId: await aPatient(desk, { Name: 'Sharvari Anil Gokhle', GenderId: 2, Age: 52 }),
  })
  await enterAll(bench.technologist, sale.SaleId, { Haemoglobin: '14.0' })
  await approveAll(bench.pathologist, sale.SaleId)
  expect((await releaseAll(bench.pathologist, sale.SaleId, 'Paid later')).status).toBe(200)
  const technologist = await here.visit('technologist', 4, 2)
  await technologist.page.goto(`/testreports?SaleId=${String(sale.SaleId)}`)
  await shows(technologist.page.getByText('Version 1'))
  expect(await button(technologist.page, 'Correct Patient').count()).toBe(0)
  await technologist.context.close()
  const { page } = await here.visit('pathologist', 3, 2)
  await page.goto(`/testreports?SaleId=${String(sale.SaleId)}`)
  await shows(button(page, 'Correct Patient'))
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Correct Patient' })
  await shows(dialog)
  await settles(() => page.evaluate(() => document.activeElement?.getAttribute('role')), 'combobox')
  await page.keyboard.press('Alt+s')
  for (const text of ['Patient is required', 'Reason is required', 'Remarks are required'])
    await shows(dialog.getByText(text))
  await page.keyboard.type('Sharvari Anil Gokhale')
  const picker = page.getByRole('dialog', { name: 'Patient', exact: true })
  await shows(picker.getByRole('row', { selected: true }).filter({ hasText: 'Sharvari Anil Gokhale' }))
  await page.keyboard.press('Enter')
  await gone(picker)
  await settles(() => dialog.getByRole('combobox', { name: 'Patient' }).inputValue(), 'Sharvari Anil Gokhale')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Cl')
  await page.keyboard.press('Tab')
  await page.keyboard.type('The form named her sister')
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/correctpatient/sales')),
    page.keyboard.press('Alt+s'),
  ])
  expect(sent.postDataJSON()).toMatchObject({
    SaleId: sale.SaleId,
    PatientId: right,
    Remarks: 'The form named her sister',
  })
  await gone(dialog)
  await shows(said(page, /^The patient is corrected, the report is amended/))
  await shows(page.getByText('Version 2'))
  await shows(page.getByText('Reason: The form named her sister'))
  await shows(page.getByRole('region', { name: 'Test report', exact: true }).getByText('Sharvari Anil Gokhale'))
})

// The main job, by keyboard alone: the front desk bills, the technologist enters, the pathologist signs, and the report
// has the required contents.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { pdfPages } from '../../server/testing/pdf.ts'
import { arrives, gone, journeyForTests, said, shows } from '../hands/journey.ts'

const { here } = journeyForTests()

const labelOfFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const at = document.querySelector<HTMLInputElement>(':focus')
    return (at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '').trim()
  })
/**
 * Walks on as a person does: the next Tab is pressed when the last one has moved the focus. It may lead back to where
 * it was read (an Enter just before moved on from a cell): then after a second.
 */
const walkTo = async (page: Page, label: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
  for (let step = 0; step < 80; step += 1) {
    const before = await page.evaluateHandle(() => document.activeElement)
    await page.keyboard.press(key)
    await page
      .waitForFunction((place) => document.activeElement !== place, before, { timeout: 1_000 })
      .catch(() => null)
    if ((await labelOfFocus(page)).startsWith(label)) return
  }
  throw new Error(`The keyboard does not reach "${label}"`)
}
const signInByKeyboard = async (name: string, choices = false): Promise<Page> => {
  const { page } = await here.stranger()
  await page.goto('/login')
  await shows(page.getByRole('button', { name: 'Login', exact: true }))
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.type('aliquot-demo')
  await page.keyboard.press('Enter')
  if (choices) {
    await shows(page.getByRole('button', { name: /^Continue/ }))
    await expect.poll(() => labelOfFocus(page), { timeout: 15_000 }).toContain('Nivara Central Laboratory')
    await page.keyboard.press('Enter')
  }
  await arrives(page, '/summary/dashboard')
  return page
}

type Patient = { name: string; gender: 'Male' | 'Female'; age: string; lrn: string }

const bill = async (page: Page, patient: Patient): Promise<void> => {
  await page.goto('/summary/sales')
  await shows(page.getByRole('button', { name: 'Create New', exact: true }))
  await page.keyboard.press('Alt+n')
  await shows(page.getByText('not saved yet'))
  await page.keyboard.type(patient.name)
  await page.keyboard.press('Enter')
  await shows(page.getByText('No match for'))
  await page.keyboard.press('Alt+n')
  await shows(page.locator('[data-quick=Name] input'))
  await walkTo(page, 'Gender')
  await page.keyboard.press('Space')
  if (patient.gender === 'Female') await page.keyboard.press('ArrowRight')
  await walkTo(page, 'Age')
  await page.keyboard.type(patient.age)
  await page.keyboard.press('Alt+s')
  await shows(page.getByRole('dialog').getByRole('row', { name: new RegExp(patient.name), selected: true }))
  await expect.poll(() => labelOfFocus(page), { timeout: 15_000 }).toBe('Search Patient')
  await page.keyboard.press('Enter')
  await shows(page.getByText('Walk-in: the patient pays'))
  await walkTo(page, 'Doctor')
  await page.keyboard.type('Sawant')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Doctor').first().inputValue(), { timeout: 15_000 }).toBe('Dr Nikhil Sawant')
  await walkTo(page, 'LRN')
  await page.keyboard.type(patient.lrn)
  await walkTo(page, 'Code or name')
  for (const [code, name] of [
    ['P001', 'Complete Blood Count (CBC)'],
    ['PR03', 'Lipid Profile'],
    ['PR02', 'Kidney Function Test (KFT)'],
  ] as const) {
    await page.keyboard.type(code)
    await shows(page.getByRole('dialog').getByText(name))
    await page.keyboard.press('Enter')
    await gone(page.getByRole('dialog'))
    await shows(page.getByRole('gridcell', { name }))
  }
  await walkTo(page, 'Mode and amount')
  await page.keyboard.press('c')
  await expect.poll(() => page.getByLabel('Mode').inputValue(), { timeout: 15_000 }).toBe('40')
  await page.keyboard.press('Enter')
  await expect
    .poll(
      () =>
        page
          .getByRole('region', { name: 'Totals' })
          .getByText('Outstanding')
          .locator('xpath=following::*[1]')
          .innerText(),
      {
        timeout: 15_000,
      },
    )
    .toBe('0.00')
  await walkTo(page, 'Save & Accession', 'Shift+Tab')
  await page.keyboard.press('Enter')
  await arrives(page, '/summary/sales')
}

const typed: Record<string, string> = {
  Haemoglobin: '10.4',
  'RBC count': '4.20',
  'Haematocrit (PCV)': '33.0',
  'RDW-CV': '13.0',
  'Total leucocyte count': '12.50',
  Neutrophils: '60',
  Lymphocytes: '30',
  Monocytes: '6',
  Eosinophils: '3',
  Basophils: '1',
  'Platelet count': '260',
  'Mean platelet volume': '9.0',
  'Cholesterol, total': '240',
  Triglycerides: '200',
  'HDL cholesterol': '40',
  Urea: '64.2',
  Creatinine: '1.80',
  'Uric acid': '5.0',
  Sodium: '140',
  Potassium: '4.5',
  Chloride: '102',
}

/** Types down the result column of a sale; answers the typed elements. */
const enterResults = async (page: Page, saleId: number): Promise<string[]> => {
  await page.goto(`/testresults?SaleId=${saleId}`)
  await shows(page.getByRole('button', { name: 'Edit', exact: true }))
  await page.keyboard.press('Alt+e')
  await expect.poll(() => labelOfFocus(page), { timeout: 15_000 }).toMatch(/^Result of /)
  const done: string[] = []
  for (;;) {
    const element = (await labelOfFocus(page)).replace('Result of ', '')
    const value = typed[element]
    if (value === undefined || done.includes(element)) break
    await page.keyboard.type(value)
    done.push(element)
    await page.keyboard.press('Enter')
  }
  // calculated as soon as both of its elements have results
  const formula = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'MCV', exact: true }) })
  await shows(formula.getByText('78.6', { exact: true }))
  await page.keyboard.press('Alt+s')
  await shows(said(page, /results are saved/))
  return done
}

const signOut = async (page: Page, saleId: number): Promise<void> => {
  await page.goto(`/testresults?SaleId=${saleId}`)
  await shows(page.getByRole('button', { name: 'Approve', exact: true }))
  const review = page.getByRole('button', { name: 'Review', exact: true })
  if ((await review.count()) > 0 && (await review.getAttribute('aria-disabled')) !== 'true') {
    await page.keyboard.press('Alt+r')
    await shows(said(page, /reviewed/))
  }
  await page.keyboard.press('Alt+a')
  await shows(said(page, /approved/))
  await page.keyboard.press('Alt+l')
  await shows(said(page, /released/))
}

const people: readonly Patient[] = [
  { name: 'Ganesh Mohan Kadam', gender: 'Male', age: '46', lrn: '460046' },
  { name: 'Tara Ajay Kadam', gender: 'Female', age: '3', lrn: '300003' },
]

test('OPS-004 OPS-010 OPS-197 OPS-198 FND-055 FND-161 FND-179 FND-183 FND-270 a bill, tubes, worksheets, results, signatures and a report, by keyboard alone, for a man of 46 and a girl of 3', async () => {
  const desk = await signInByKeyboard('labdesk')
  for (const patient of people) await bill(desk, patient)
  const technologist = await signInByKeyboard('technologist')
  await technologist.goto('/summary/worksheets')
  await shows(technologist.getByRole('button', { name: 'Generate', exact: true }))
  await technologist.keyboard.press('Alt+n')
  await shows(said(technologist, /worksheets made/))
  const http = await here.person('labdesk', 5, 2)
  const sales = (await http.get('/api/getdata/1001')).body
  const texts = new Map<string, string>()
  const pathologist = await signInByKeyboard('pathologist', true)
  for (const patient of people) {
    const saleId = sales.find((sale) => sale.Patient === patient.name)?.SaleId ?? 0
    const bill = (await http.get(`/api/sales/${saleId}`)).body
    expect(bill).toMatchObject({ Doctor: { Name: 'Dr Nikhil Sawant' }, Outstanding: 0 })
    const receipts = bill.Invoice.Transactions
    expect(receipts).toMatchObject([{ PaymentModeId: 40, Amount: bill.Paid }])
    expect(await enterResults(technologist, saleId)).toHaveLength(Object.keys(typed).length)
    await signOut(pathologist, saleId)
    const templates = (await http.get('/api/getdata/41?Module=testreports')).body
    const { location } = (
      await http.post<{ location: string }>('/api/print/testreports/', {
        templateId: templates[0]?.TemplateId,
        formId: saleId,
        device: 'screen',
      })
    ).body
    texts.set(patient.name, (await pdfPages((await http.get(location)).bytes)).join('\n').replace(/\s+/g, ' '))
  }
  const man = texts.get('Ganesh Mohan Kadam') ?? ''
  const girl = texts.get('Tara Ajay Kadam') ?? ''
  const row = (text: string, element: string, ...parts: readonly string[]): void => {
    const from = text.indexOf(element, text.indexOf('Complete blood count'))
    const at = text.slice(from, from + 190)
    for (const part of parts) expect(at, `${element}: ${part}`).toContain(part)
  }
  // the same value against each patient's own interval
  row(man, 'Haemoglobin', '10.4', 'LOW', '13.0–17.0')
  row(girl, 'Haemoglobin', '10.4', 'LOW', '11.0–14.0')
  // 4.20 against 4.50 - 5.50 of a man
  row(man, 'RBC count', '4.20', 'LOW')
  // MCV = 33.0 * 10 / 4.20 = 78.57, MCHC = 10.4 * 100 / 33.0 = 31.5
  row(man, 'MCV', '78.6')
  row(girl, 'MCV', '78.6')
  row(man, 'MCHC', '31.5')
  // LDL = 240 - 40 - 200 / 5 = 160, VLDL = 200 / 5 = 40
  row(man, 'LDL cholesterol (calculated)', '160')
  row(man, 'VLDL cholesterol', '40')
  row(girl, 'LDL cholesterol (calculated)', '160')
  // BUN = 64.2 / 2.14 = 30.0
  row(man, 'Urea nitrogen (BUN)', '30.0')
  // CKD-EPI 2021: 142 * (1.8/0.9)^-1.2 * 0.9938^46 = 46.4; not for a child
  row(man, 'eGFR (CKD-EPI 2021)', '46')
  row(girl, 'eGFR (CKD-EPI 2021)', 'not calculated', 'Not applicable')
  expect(man).toContain('46 years')
  expect(girl).toContain('3 years')
  expect(man).toContain('End of report')
}, 240_000)

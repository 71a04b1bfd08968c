// The journey of the front desk with the keyboard alone, at the speed of a fast typist and of a scanner: every
// character is where it belongs.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../modules/sales/sales.fixture.ts'
import { sql } from '../server/db/db.ts'
import { arrives, gone, journeyForTests, settles, shows } from './journey.ts'
import { box, input } from './sale.ts'
import { readRow } from '../server/testing/rows.ts'

/** Milliseconds from key to key. */
const typist = 60
const scanner = 5
const { here } = journeyForTests()

/** Keys without looking: a text is typed, `{Tab}` is pressed. Nothing is waited for but the time from key to key. */
const keys = async (page: Page, typed: string, delay: number): Promise<void> => {
  for (const [, named, text] of typed.matchAll(/\{([^}]+)\}|([^{]+)/g)) {
    if (named !== undefined) await page.keyboard.press(named, { delay: delay / 2 })
    else await page.keyboard.type(text ?? '', { delay })
    await page.waitForTimeout(delay)
  }
}
/** What the database holds of the sale with this number of the register. */
const saleWith = async (lrn: string): Promise<Record<string, unknown>> =>
  here.app.db.read.one(sql`
    select
      p.name,
      p.gender_id,
      p.mobile_phone,
      d.name as doctor,
      s.status_id,
      s.remarks,
      (
        select
          string_agg(
            x.code,
            ' '
            order by
              l.sequence
          )
        from
          sale_products l
          join products x using (product_id)
        where
          l.sale_id = s.sale_id
      ) as codes,
      (
        select
          string_agg(concat_ws(' ', t.payment_mode_id, t.amount, t.payment_ref, t.remarks), ', ')
        from
          transactions t
        where
          t.invoice_id = s.invoice_id
      ) as receipts
    from
      sales s
      join clients p on p.client_id = s.patient_id
      join clients d on d.client_id = s.referring_doctor_id
    where
      s.lrn = ${lrn}
      and s.base_sale_id is null
  `)

test('from sign-in to printed labels at 60 ms a key puts every character where it belongs', async () => {
  const { page } = await here.stranger({ viewport: { width: 1366, height: 768 } })
  const printed: number[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/api/print/sales/')
      printed.push((request.postDataJSON() as { templateId: number }).templateId)
  })
  await page.goto('/login')
  await shows(page.getByRole('button', { name: 'Login', exact: true }))
  // from here on nothing is looked at: signs in, a new sale
  await keys(page, 'frontdesk{Tab}aliquot-demo{Enter}{Alt+n}', typist)
  // a patient who is not here yet: name, female, age, phone
  await keys(
    page,
    'Zeenat Abdul Merchant{Alt+n}{Tab}{Space}{ArrowRight}{Tab}34{Tab}{Tab}{Tab}{Tab}9822000777{Alt+s}{Enter}',
    typist,
  )
  // the doctor, the number of the register, a remark, three products
  await keys(page, '{Tab}Sawant{Enter}{Tab}{Tab}{Tab}730001{Tab}Fasting since ten{Tab}{Tab}{Tab}{Tab}', typist)
  await keys(page, 'P001{Enter}PR03{Enter}P017{Enter}', typist)
  // a payment by UPI with its reference
  await keys(page, '{Tab}u{Enter}500{Enter}432980116204{Enter}', typist)
  // saved and accessioned; the bill and the labels in one round
  await keys(page, '{Alt+a}{Alt+p}{ArrowDown}{Space}{Enter}', typist)
  await expect.poll(() => printed, { timeout: 15_000 }).toHaveLength(2)
  expect(new Set(printed).size).toBe(2)
  expect(await saleWith('730001')).toEqual({
    name: 'Zeenat Abdul Merchant',
    gender_id: 2,
    mobile_phone: '9822000777',
    doctor: 'Dr Nikhil Sawant',
    status_id: 95,
    remarks: 'Fasting since ten',
    codes: 'P001 PR03 P017',
    receipts: '42 500.00 432980116204',
  })
})

test('a list is opened, a sale looked up, read, left and another begun at 60 ms a key, and Enter that finds nobody takes nothing', async () => {
  const desk = await here.person('labdesk', 5, 2)
  const sale = await accessioned(desk, { PatientId: await aPatient(desk, { Name: 'Hasmukh Modi' }), LRN: '730002' })
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr'))
  // the filter, Find, the record, its history, back, a new sale with a doctor whom nobody knows: Enter takes nothing
  await keys(page, '{Alt+f}', typist)
  await keys(page, '{Control+k}Hasmukh Modi{ArrowDown}{Enter}', typist)
  await arrives(page, '/sales')
  expect(new URL(page.url()).searchParams.get('SaleId')).toBe(String(sale['SaleId']))
  await keys(page, '{Alt+c}{Alt+n}{Tab}Nobody At All{Enter}', typist)
  const dialog = page.getByRole('dialog', { name: 'Doctor' })
  await shows(dialog.getByText('Nothing found'))
  await keys(page, '{Escape}{Tab}{Tab}{Tab}730009', typist)
  await settles(() => input(page, 'LRN').inputValue(), '730009')
  expect(await box(page, 'ReferringDoctorId').inputValue()).toBe('')
})

test('a scanner types into Find and into a filter whole, at 5 ms a key', async () => {
  const desk = await here.person('labdesk', 5, 2)
  const sale = await accessioned(desk, { LRN: '730003' })
  const { barcode } = await readRow<{ barcode: string }>(
    here.app,
    'samples',
    { sale_id: Number(sale['SaleId']) },
    'barcode',
    'sample_id',
  )
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/sales')
  await shows(page.locator('tbody tr'))
  await keys(page, `{Control+k}${barcode}{Enter}`, scanner)
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

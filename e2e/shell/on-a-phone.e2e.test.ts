// A phone of 390 pixels: every act of a record is in reach of a thumb, and no text is cut off at the side.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned, aPatient } from '../../modules/sales/sales.fixture.ts'
import { listed } from '../../server/testing/listed.ts'
import { button, journeyForTests, shows } from '../hands/journey.ts'

const phone = { viewport: { width: 390, height: 844 } }
const { here, desk } = journeyForTests('desk')

/** Buttons and figures that are not wholly inside the window, by their text. */
const outside = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).evaluateAll((all) =>
    all
      .filter((one) => {
        const { left, right, width } = one.getBoundingClientRect()
        return width > 0 && (left < 0 || right > innerWidth)
      })
      .map((one) => one.textContent ?? ''),
  )
const width = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth)

test('on a phone each act of a sale and of a patient is in the window by its name, and Back closes the record', async () => {
  const patient = await aPatient(desk)
  const sale = await accessioned(desk, { PatientId: patient })
  const { page } = await here.visit('labdesk', 5, 2, phone)
  for (const [path, acts] of [
    [`/sales?SaleId=${String(sale.SaleId)}`, ['Print', 'Cancel Sale', 'More', 'Documents', 'History']],
    [`/clients?ClientId=${patient}`, ['Edit', 'New Sale', 'Documents', 'History']],
  ] as const) {
    await page.goto(path)
    for (const act of acts) await shows(button(page, act))
    expect(await outside(page, '.page-actions button')).toEqual([])
    // the last row of acts covers nothing that is below all
    const [bar, end] = await page.evaluate(() => [
      document.querySelector('.page-actions')?.getBoundingClientRect().height ?? 0,
      Number.parseFloat(getComputedStyle(document.querySelector('.detail') ?? document.body).paddingBottom),
    ])
    expect(end).toBeGreaterThanOrEqual(bar ?? 0)
  }
  await button(page, 'Back').click()
  await shows(page.getByRole('heading', { name: 'Clients' }))
})

test('on a phone the totals of a batch are whole, and the profile is no wider than the window', async () => {
  await accessioned(desk, { PatientId: await aPatient(desk), receipts: [{ PaymentModeId: 40, Amount: 350 }] })
  const { rows } = await listed(desk, 1030)
  // who counts a batch does not see what it should hold
  const { page } = await here.visit('accounts', 7, 2, phone)
  await page.goto(`/tranbatches?BatchId=${String(rows[0]?.BatchId)}`)
  const total = page.getByRole('region', { name: 'Totals' }).locator('td').last()
  await shows(total)
  expect(await outside(page, '.totals :is(th, td)')).toEqual([])
  await page.goto('/profile')
  await shows(page.getByRole('button', { name: 'Choose picture' }))
  expect(await width(page)).toBeLessThanOrEqual(390)
})

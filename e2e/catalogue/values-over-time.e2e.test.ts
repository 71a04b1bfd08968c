// The history shows the earlier values of a range, a formula, a test, a product or a price, with dates and persons.
import { expect, test } from 'vitest'
import { button, journeyForTests, shows } from '../hands/journey.ts'
import type { Json } from '../../server/testing/signed-in.ts'

const { here, labAdmin } = journeyForTests('labAdmin')

const changed = async (path: string, change: (before: Json) => Json): Promise<void> => {
  const saved = await labAdmin.put(path, change((await labAdmin.get(path)).body))
  expect([path, saved.status, saved.body.errors]).toEqual([path, 200, undefined])
}
/** The first row of a grid with another value, the others unchanged. */
const firstRow = (before: Json, grid: string, change: Json): Json => ({
  [grid]: (before[grid] as Json[]).map((row, at) => ({
    ...Object.fromEntries(Object.entries(row).filter(([, value]) => value === null || typeof value !== 'object')),
    ...(at === 0 ? change : {}),
  })),
})

test('elements, tests, products and price lists show each changed value with its time and person', async () => {
  await changed('/api/elements/1049', () => ({ Formula: '{1048} * 2' }))
  await changed('/api/elements/1001', (before) =>
    firstRow(before, 'ElementMeasurements', { HighValue: 17.5, PrintableRange: '14.0 - 17.5' }),
  )
  await changed('/api/tests/2001', () => ({ TatHours: 3 }))
  await changed('/api/products/3001', () => ({ Mrp: 375 }))
  await changed('/api/pricelists/1', (before) => firstRow(before, 'PriceListProducts', { Price: 355 }))
  const { page } = await here.visit('admin', 1, 2)
  for (const [address, was, is] of [
    // by its name, not by its key
    ['/elements?ElementId=1049', 'POW', '{Creatinine} * 2'],
    ['/elements?ElementId=1001', 'High', '17.5'],
    ['/tests?TestId=2001', '4', '3'],
    ['/products?ProductId=3001', '350.00', '375.00'],
    ['/pricelists?PriceListId=1', '350.00', '355.00'],
  ] as const) {
    await page.goto(address)
    await button(page, 'History').click()
    await button(page, 'Values over time').click()
    const table = page.getByRole('region', { name: 'Values over time' })
    const [before, now] = [
      table.getByRole('row').filter({ hasText: was }).filter({ hasText: 'before' }),
      table.getByRole('row').filter({ hasText: is }).filter({ hasText: 'Anita Sharma' }),
    ]
    await shows(before)
    await shows(now)
    expect(await now.first().innerText()).toContain('now')
    expect(await before.first().innerText()).not.toContain('now')
  }
})

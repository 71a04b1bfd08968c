// Every list at 1366 x 768 and at 200 % of zoom, with the scroll bars of a desk: none is wider than its place.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned } from '../modules/sales/sales.fixture.ts'
import { journeyOn, settles, shows } from './journey.ts'

const { here, desk } = journeyOn({ scrollBars: true }, 'desk')
beforeAll(async () => {
  await accessioned(desk, { receipts: [{ PaymentModeId: 42, Amount: 350, PaymentRef: '834950612233' }] })
})

const sizes = [
  { width: 1366, height: 768 },
  { width: 683, height: 384 },
] as const
/** What is wider inside than outside: the page, and the rows of a list. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ['html', '.table-box', '.screen'].flatMap((place) => {
      const one = document.querySelector(place)
      return one && one.scrollWidth > one.clientWidth ? [`${place} ${one.scrollWidth} > ${one.clientWidth}`] : []
    }),
  )

test('no list scrolls sideways beside the scroll bar of its rows, at 1366 pixels and at 200 % of zoom', async () => {
  const { page } = await here.visit('admin', 1, 2, { viewport: sizes[0] })
  await page.goto('/summary/sales')
  await shows(page.locator('.table-box'))
  const lists = await page
    .locator('.sidebar a[href^="/summary/"]')
    .evaluateAll((all) => [...new Set(all.map((one) => one.getAttribute('href') ?? ''))])
  expect(lists.length).toBeGreaterThan(25)
  for (const id of lists) {
    await page.setViewportSize(sizes[0])
    await page.goto(id)
    await shows(page.locator('.table-box, .empty, .screen .card'))
    for (const size of sizes) {
      await page.setViewportSize(size)
      await settles(async () => [id, size.width, await tooWide(page)], [id, size.width, []])
    }
  }
})

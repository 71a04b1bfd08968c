// Lists at 1366 x 768, lists and records at 200 % zoom, with the scroll bars of a desktop: none overflows sideways.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { accessioned } from '../modules/sales/sales.fixture.ts'
import type { Json } from '../server/testing/signed-in.ts'
import { button, journeyOn, settles, shows } from './journey.ts'

const { here, desk } = journeyOn({ scrollBars: true }, 'desk')
let sale: Json
beforeAll(async () => {
  sale = await accessioned(desk, { receipts: [{ PaymentModeId: 42, Amount: 350, PaymentRef: '834950612233' }] })
})

/** 1366 x 768, and 1366 and 1280 at 200 % zoom. */
const sizes = [
  { width: 1366, height: 768 },
  { width: 683, height: 384 },
  { width: 640, height: 360 },
] as const
/** What overflows sideways: the page, and the rows of a list. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    ['html', '.table-box', '.screen', '.grid', '.scroll', '.detail .page-actions'].flatMap((place) => {
      const one = document.querySelector(place)
      return one && one.scrollWidth > one.clientWidth ? [`${place} ${one.scrollWidth} > ${one.clientWidth}`] : []
    }),
  )

test('no list scrolls sideways with the scroll bar of its rows, at 1366 pixels and at 200 % zoom', async () => {
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

test('at 200 % zoom a record has a head of one line, and all its buttons are in the window', async () => {
  const { page } = await here.visit('admin', 1, 2, { viewport: sizes[1] })
  const { SaleId, PatientId } = sale
  for (const [address, inEdit] of [
    [`/sales?SaleId=${String(SaleId)}`, true],
    [`/testresults?SaleId=${String(SaleId)}`, false],
    [`/clients?ClientId=${String(PatientId)}`, true],
    ['/sales', false],
    ['/shipments', false],
  ] as const) {
    await page.goto(address)
    const isFitting = async () => {
      await shows(page.locator('.page-head'))
      for (const size of sizes.slice(1)) {
        await page.setViewportSize(size)
        await settles(async () => [address, size.width, await tooWide(page)], [address, size.width, []])
        const heads = await page
          .locator('.page-head')
          .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height < 60))
        expect([address, heads]).toEqual([address, heads.map(() => true)])
      }
    }
    await isFitting()
    if (!inEdit) continue
    const { width } = sizes[2]
    for (const name of ['Edit', 'Documents']) {
      const place = await button(page, name).boundingBox()
      expect([address, name, (place?.x ?? -1) >= 0 && (place?.x ?? 0) + (place?.width ?? 0) <= width]).toEqual([
        address,
        name,
        true,
      ])
    }
    await page.keyboard.press('Alt+e')
    await shows(button(page, 'Save'))
    await isFitting()
  }
})

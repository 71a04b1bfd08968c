// The guide's pictures: served with their type, loaded with the page that shows them, and readable on any screen.
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { pages } from '../../web/guide/pages.ts'
import { arrives, journeyForTests, settles, shows } from '../hands/journey.ts'
import { headerOf } from '../hands/wire.ts'

const { here } = journeyForTests()

/** Types of the pictures that the page has loaded, by their names without the sign of the build. */
const watched = (page: Page): Map<string, string> => {
  const loaded = new Map<string, string>()
  page.on('response', (response) => {
    const name = /\/assets\/([\w-]+)-[\w-]{7}\.webp$/.exec(new URL(response.url()).pathname)?.[1]
    if (name !== undefined) loaded.set(name, headerOf(response, 'content-type') ?? '')
  })
  return loaded
}
/** How wide each picture is drawn, once all are there. */
const drawn = async (page: Page): Promise<number[]> => {
  const pictures = page.locator('.guide article img')
  await shows(pictures)
  for (const one of await pictures.all()) {
    await one.scrollIntoViewIfNeeded()
    await settles(() => one.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth), 1280)
  }
  return pictures.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().width)))
}

test('no picture is loaded before a page is opened, then its own, as webp', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  const loaded = watched(page)
  await page.goto('/summary/sales')
  await shows(page.getByRole('grid'))
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keys' }).getByRole('link', { name: 'At the counter' }).click()
  await arrives(page, '/guide/counter')
  await drawn(page)
  // in any order
  expect(Object.fromEntries(loaded)).toEqual({ sale: 'image/webp', batch: 'image/webp' })
})

test('every page shows its pictures with their words; a click opens one in its own size', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  const loaded = watched(page)
  for (const id of Object.keys(pages)) {
    await page.goto(`/guide/${id}`)
    const before = loaded.size
    for (const width of await drawn(page)) expect(width).toBeGreaterThan(500)
    expect(loaded.size, id).toBeGreaterThan(before)
    for (const one of await page.locator('.guide article img').all())
      expect(await one.getAttribute('alt')).toMatch(/\w{3}/)
  }
  expect(new Set(loaded.values())).toEqual(new Set(['image/webp']))
  const [opened] = await Promise.all([page.waitForEvent('popup'), page.locator('.guide article img').first().click()])
  await opened.waitForURL(/\.webp$/)
})

test('on a phone a picture fits the text, and the page breaks no accessibility rule in light or dark', async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page } = await here.visit('labdesk', 5, 2, {
      viewport: { width: 390, height: 844 },
      reducedMotion: 'reduce',
      colorScheme,
    })
    await page.goto('/guide/counter')
    for (const width of await drawn(page)) expect(width).toBeLessThanOrEqual(390)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
  }
})

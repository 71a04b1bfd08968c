// A page that was used by a test is used by the next one, which finds nothing of the one before.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { box } from '../hands/client.ts'
import { button, journeyForTests, settles, shows } from '../hands/journey.ts'

const { here } = journeyForTests()
const visit = () => here.visit('labdesk', 5, 2)
const stored = (page: Page) => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])
/** Presses a key and answers whether it repeats one that is down. */
const repeats = async (page: Page, key: string): Promise<boolean> => {
  const pressed = await page.evaluateHandle(() => {
    const seen: boolean[] = []
    addEventListener('keydown', (event) => seen.push(event.repeat))
    return seen
  })
  await page.keyboard.press(key)
  await settles(() => pressed.evaluate((seen) => seen.length), 1)
  return pressed.evaluate(([first]) => first === true)
}

let used: Page
let heard = 0
test('a page leaves an unsaved form, what it keeps, and who listens to it', async () => {
  const { page } = await visit()
  used = page
  page.on('request', () => (heard += 1))
  await page.goto('/clients?ClientId=101')
  await shows(button(page, 'Edit'))
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  await box(page, 'Name').fill('Never Saved')
  await page.evaluate(() => {
    localStorage.setItem('left', 'here')
    sessionStorage.setItem('left', 'here')
  })
  expect(heard).toBeGreaterThan(0)
})

test('the next test has the same page, with its own user alone', async () => {
  heard = 0
  const { page, context } = await visit()
  expect(page).toBe(used)
  expect(context.pages()).toEqual([page])
  expect(await stored(page)).toEqual([['user'], []])
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['aliquot'])
  await page.goto('/summary/sales')
  await shows(page.getByRole('grid'))
  expect(heard).toBe(0)
  // closed afterwards: a key stays down, a script and a size stay with the page
  await page.keyboard.down('Shift')
  await page.setViewportSize({ width: 500, height: 500 })
})

test('a page that cannot be cleared is not used again', async () => {
  const { page, context } = await visit()
  expect(page).not.toBe(used)
  expect(context.pages()).toEqual([page])
  expect(page.viewportSize()).toEqual({ width: 1440, height: 900 })
  expect(await repeats(page, 'Shift')).toBe(false)
})

test('a stranger in the same context is signed out', async () => {
  const { page, context } = await here.stranger()
  await page.goto('/healthz')
  expect(await context.cookies()).toEqual([])
  expect(await stored(page)).toEqual([[], []])
})

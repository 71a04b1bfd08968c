// A tab that was open while the server was updated: screens that it has not loaded yet no longer exist.
import { expect, test } from 'vitest'
import { arrives, journeyForTests, opens, shows } from '../hands/journey.ts'
import { isMarked, mark } from '../hands/wire.ts'

const { here } = journeyForTests()

test('a tab reloads at the first screen that an update removed, and opens that screen', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  await page.goto('/summary/dashboard')
  await shows(page.getByRole('heading', { name: 'Dashboard' }))
  await mark(page)
  let isOld = true
  await page.route('**/assets/*', (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
  // the page of the next version, until it is loaded as a document
  await page.route('**/*', async (route) => {
    const { pathname } = new URL(route.request().url())
    if (route.request().resourceType() === 'document') isOld = false
    if (pathname !== '/login' || !isOld) return route.fallback()
    const answer = await route.fetch()
    return route.fulfill({ response: answer, body: (await answer.text()).replace(/\/assets\/index-/, '/assets/next-') })
  })
  await opens(page, '/clients?ClientId=101')
  await expect.poll(() => isMarked(page).catch(() => true), { timeout: 15_000 }).toBe(false)
  await arrives(page, '/clients')
  await shows(page.getByText('Mobile Phone'))
})

test('a tab whose screen cannot be loaded, or whose server has the same version, does not reload', async () => {
  const { page } = await here.visit('labdesk', 5, 2)
  let loads = 0
  let asked = 0
  page.on('request', (request) => {
    if (request.resourceType() === 'document') loads += 1
    if (new URL(request.url()).pathname === '/login') asked += 1
  })
  await page.goto('/summary/dashboard')
  await shows(page.getByRole('heading', { name: 'Dashboard' }))
  await page.route('**/assets/*', (route) => route.abort())
  await opens(page, '/clients?ClientId=101')
  await shows(page.getByText('Houston, we have a problem!'))
  // each part of the screen that fails asks
  await expect.poll(() => asked).toBeGreaterThan(0)
  const before = asked
  await page.route('**/login', (route) => route.abort())
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => asked).toBeGreaterThan(before)
  await shows(page.getByRole('heading', { name: "The server can't be reached." }))
  expect(loads).toBe(1)
  // by itself, as soon as it answers
  await page.unroute('**/assets/*')
  await page.unroute('**/login')
  await shows(page.getByText('Mobile Phone'))
  expect(loads).toBe(2)
})

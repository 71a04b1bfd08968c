// Where the pages send their calls: to where they came from, or on the port of development to the local server, by token.
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedApp } from '../../../server/testing/app.ts'
import { networkOpened } from '../../../server/testing/network.ts'
import { demoPassword } from '../../../server/testing/signed-in.ts'
import { launchBrowser } from '../../../tools/browser.ts'
import { arrives, button, shows } from '../../hands/journey.ts'
import { headerOf } from '../../hands/wire.ts'

const { app } = networkOpened(() => servedApp({ env: { NODE_ENV: 'development' } }))
let browser: Browser
beforeAll(async () => {
  // both ports are this server: what a page sends is looked at, not who else listens on this machine
  const { host } = new URL(app.address)
  browser = await launchBrowser({ leads: { 'localhost:4200': host, 'localhost:3000': host } })
})
afterAll(() => browser.close())

type Sent = { readonly origin: string; readonly path: string; readonly token: string | undefined }
/** Signs in at an address as people do, and answers what was asked of which server on the way, and the page. */
const signedInAt = async (address: string): Promise<{ page: Page; sent: readonly Sent[] }> => {
  // the page of development comes from the bundler, which says no policy
  const context = await browser.newContext({ baseURL: address, bypassCSP: true, serviceWorkers: 'block' })
  const page = await context.newPage()
  const sent: Sent[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (['fetch', 'xhr'].includes(request.resourceType()) && request.method() !== 'OPTIONS')
      sent.push({ origin, path: pathname, token: headerOf(request, 'authorization') })
  })
  await page.goto('/login')
  await page.getByLabel('User Name').fill('labdesk')
  await page.locator('input[name=password]').fill(demoPassword)
  await button(page, 'Login').click()
  await arrives(page, '/summary/dashboard')
  await page.goto('/summary/products')
  await shows(page.locator('tbody tr'))
  return { page, sent }
}
const reading = ['/api/currentUser', '/api/getdata/1010']

test('FND-341 FND-342 served on port 4200 every call goes to the local server, and from sign-in on with the token of local storage', async () => {
  const { page, sent } = await signedInAt('http://localhost:4200')
  expect([...new Set(sent.map(({ origin }) => origin))]).toEqual(['http://localhost:3000'])
  const token = await page.evaluate(() => localStorage.getItem('token'))
  expect(token).toMatch(/^[\w-]{20,}$/)
  for (const path of reading) {
    const last = sent.findLast((one) => one.path === path)
    expect([path, last?.token]).toEqual([path, `Bearer ${String(token)}`])
  }
  await page.context().close()
})

test('FND-343 served on any other port every call goes to the origin of the page, without a token', async () => {
  const { page, sent } = await signedInAt(app.address)
  expect(sent.map(({ path }) => path)).toEqual(expect.arrayContaining(reading))
  expect([...new Set(sent.map(({ origin }) => origin))]).toEqual([app.address])
  expect(sent.filter(({ token }) => token !== undefined)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  await page.context().close()
})

// A laboratory that reaches its server by http and the machine's name, without a certificate.
import { chromium, type Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { servedApp } from '../../../server/testing/app.ts'
import { demoPassword } from '../../../server/testing/signed-in.ts'
import { browserOptions } from '../../../tools/browser.ts'
import { arrives, button, shows } from '../../hands/journey.ts'

const name = 'lab-server.lan'
let app: Awaited<ReturnType<typeof servedApp>>
let browser: Browser
beforeAll(async () => {
  app = await servedApp({ env: { HOST: name } })
  const options = browserOptions()
  browser = await chromium.launch({
    ...options,
    args: [...(options.args ?? []), `--host-resolver-rules=MAP ${name} 127.0.0.1`],
  })
})
afterAll(async () => {
  await browser.close()
  await app.close()
})

test('over http, by the name of the machine, a user signs in and takes a role', async () => {
  const context = await browser.newContext({ baseURL: app.address.replace('127.0.0.1', name) })
  const page = await context.newPage()
  await page.goto('/login')
  expect(await page.evaluate(() => [isSecureContext, typeof crypto.randomUUID])).toEqual([false, 'undefined'])
  await page.getByLabel('User Name').fill('manager')
  await page.locator('input[name=password]').fill(demoPassword)
  await button(page, 'Login').click()
  await arrives(page, '/roleselection/true')
  await shows(page.getByRole('radiogroup', { name: 'Entity' }))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await arrives(page, '/summary/dashboard')
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ name: 'aliquot', httpOnly: true, secure: false, sameSite: 'Strict' })
})

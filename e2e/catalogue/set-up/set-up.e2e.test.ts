// The first start outside the demo, by keyboard: the link, the form, and the sign-in.
import { expect, test } from 'vitest'
import { offerSetup } from '../../../setup/link.ts'
import { setUpFactor } from '../../hands/factor.ts'
import { arrives, button, journeyOn, said, shows } from '../../hands/journey.ts'

const { here } = journeyOn({ template: 'empty' })

test('the link opens a form that shows errors at their fields, and leads to the sign-in of the first administrator', async () => {
  const token = (await offerSetup(here.app.db)) ?? ''
  const { page } = await here.stranger()
  await page.goto(`/setup#${token}`)
  await page.getByLabel('Network Name').fill('Godavari Diagnostics')
  await page.keyboard.press('Tab')
  for (const text of ['Godavari Central', 'GOD', 'GOD']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.getByLabel('Full Name').focus()
  for (const text of ['Kamala Iyer', 'kamala', 'kamala@example.org']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('short')
  await page.keyboard.press('Enter')
  await shows(page.getByText('Password must have at least 12 characters'))
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('Password')
  expect(await page.getByLabel('Network Name').inputValue()).toBe('Godavari Diagnostics')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('monsoon over the river')
  await page.keyboard.press('Enter')
  await arrives(page, '/login')
  await shows(said(page, 'Set up. Sign in'))
  // the address changes while the old page, which also has a User Name, still shows
  await shows(page.getByRole('heading', { name: 'Login' }))
  await page.getByLabel('User Name').fill('kamala')
  await page.locator('input[name=password]').fill('monsoon over the river')
  await button(page, 'Login').click()
  // an administrator signs in with a second factor, from the first sign-in on
  await setUpFactor(page)
  await shows(page.getByText('Godavari Central'))
})

test('a used-up link shows a message', async () => {
  const { page } = await here.stranger()
  await page.goto('/setup#nothing')
  await shows(page.getByRole('alert').filter({ hasText: 'This link was used or is older than 30 minutes.' }))
})

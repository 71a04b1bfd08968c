// A second factor by keyboard: turned on in the profile, required at the next sign-in, and removed by a manager.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { demoPassword } from '../../../server/testing/signed-in.ts'
import { valueOf } from '../../../server/testing/rows.ts'
import { codeOf, confirmFactor } from '../../hands/factor.ts'
import { arrives, button, journeyForTests, said, shows } from '../../hands/journey.ts'

const { here } = journeyForTests()

const signIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('User Name').fill('quality')
  await page.keyboard.press('Tab')
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
}

test('set up with a QR code and its code, then required: a wrong code shows its error, a recovery code works', async () => {
  const { page } = await here.visit('quality', 10, 2)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Second factor' }).press('Enter')
  await arrives(page, '/secondfactor')
  await shows(page.getByRole('heading', { name: 'Set up a second factor' }))
  await page.keyboard.type('not this one')
  await page.keyboard.press('Enter')
  await shows(page.getByText('This is not your current password'))
  await page.keyboard.type(demoPassword)
  await page.keyboard.press('Enter')
  await shows(page.getByRole('img', { name: 'QR code for an authenticator' }))
  const { secret, codes } = await confirmFactor(page)
  await arrives(page, '/profile')

  const { page: next } = await here.stranger()
  await signIn(next)
  await arrives(next, '/secondfactor')
  await next.goto('/summary/dashboard')
  await arrives(next, '/secondfactor')
  await shows(next.getByRole('heading', { name: 'Second factor' }))
  await next.keyboard.type('123456')
  await next.keyboard.press('Enter')
  await shows(next.getByText('Wrong code'))
  expect(await next.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('Code')
  await next.keyboard.type(codeOf(secret, 30))
  await next.keyboard.press('Enter')
  await arrives(next, '/summary/dashboard')

  const { page: third } = await here.stranger()
  // typing continues while the password is checked
  await signIn(third)
  await third.keyboard.type(codes[0] ?? '')
  await third.keyboard.press('Enter')
  await arrives(third, '/summary/dashboard')
})

test('a manager removes a lost second factor, and ends sessions left open', async () => {
  const UserId = await valueOf<number>(here.app, 'users', { UserName: 'quality' }, 'user_id')
  const { page } = await here.visit('manager', 2, 2)
  await page.goto(`/users?UserId=${UserId}`)
  await button(page, 'Take off second factor').press('Enter')
  await button(page, 'Yes').press('Enter')
  await shows(said(page, 'quality signs in with the password alone'))
  const { page: left } = await here.stranger()
  await signIn(left)
  await arrives(left, '/summary/dashboard')
  await page.reload()
  await button(page, 'End sessions').press('Enter')
  await button(page, 'Yes').press('Enter')
  await shows(said(page, 'quality is signed out everywhere'))
})

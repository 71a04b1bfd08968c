// The user's own profile, opened from the menu, and the foot of every page.
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../server/testing/signed-in.ts'
import { arrives, button, gone, journeyForTests, settles, shows } from '../../hands/journey.ts'

const { here } = journeyForTests()

describe('profile', () => {
  test('FND-013 FND-067 FND-069 FND-070 FND-071 FND-078 FND-210 the profile opens from the menu with its fields', async () => {
    const { page } = await here.visit('phlebotomist', 6, 12)
    await page.goto('/summary/dashboard')
    await page.locator('.menu.user .menu-button').click()
    await page.getByRole('menuitem', { name: 'Profile' }).click()
    await arrives(page, '/profile')
    await settles(() => page.locator('input[name=UserName]').inputValue(), 'phlebotomist')
    expect(await page.locator('input[name=FullName]').inputValue()).toBe('Deepa Nair')
    expect(await page.locator('input[name=FullName]').getAttribute('readonly')).not.toBeNull()
    await shows(page.getByText('Your full name is printed on papers'))
    for (const name of ['Email', 'Password', 'Password2'])
      expect(await page.locator(`input[name=${name}]`).count()).toBe(1)
    expect(await button(page, 'Choose picture').count()).toBe(1)
  })
  test('FND-072 FND-073 FND-210 FND-426 saving shows a message and signs out; the new password signs in and the header has the new name', async () => {
    const { page } = await here.visit('doctor', 12, 101)
    await page.goto('/profile')
    await page.locator('input[name=FullName]').fill('Dr Aarti D Deshmukh')
    await page.locator('input[name=CurrentPassword]').fill(demoPassword)
    await page.locator('input[name=Password]').fill('much-longer-password-9')
    await page.locator('input[name=Password2]').fill('much-longer-password-9')
    const [sent] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      button(page, 'Save').click(),
    ])
    expect(Object.keys(sent.postDataJSON()).sort()).toEqual([
      'CurrentPassword',
      'Email',
      'FullName',
      'Password',
      'Password2',
      'Picture',
      'UserId',
      'UserName',
    ])
    await arrives(page, '/login')
    await shows(page.locator('.snackbar[role=status]'))
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
    // the address changes before the form does, and both have a user name
    await shows(page.locator('input[name=password]'))
    await page.getByLabel('User Name').fill('doctor')
    await page.locator('input[name=password]').fill('much-longer-password-9')
    await page.keyboard.press('Enter')
    await arrives(page, '/summary/dashboard')
    await shows(page.locator('.menu.user').getByText('Dr Aarti D Deshmukh'))
  })
})

test('FND-007 FND-448 the version and the year are at the foot', async () => {
  const { page } = await here.visit('frontdesk', 5, 12)
  await page.goto('/summary/dashboard')
  const foot = page.locator('footer.sidebar-foot')
  await shows(foot)
  expect(await foot.innerText()).toMatch(/1\.3\.1[\s\S]*2022/)
  await gone(page.getByRole('dialog'))
})

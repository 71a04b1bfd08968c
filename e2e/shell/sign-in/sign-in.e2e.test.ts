// Signing in and out, and taking a role and an entity: in a real browser.
import { describe, expect, test } from 'vitest'
import { demoPassword } from '../../../server/testing/signed-in.ts'
import { behind, breakTable } from '../../hands/faults.ts'
import { arrives, button, journeyForTests, said, settles, shows } from '../../hands/journey.ts'
import { isMarked, mark } from '../../hands/wire.ts'

const { here } = journeyForTests()

describe('signing in', () => {
  test('FND-008 the empty address leads a signed-in user to the dashboard', async () => {
    const { page } = await here.visit('frontdesk', 5, 12)
    await page.goto('/')
    await arrives(page, '/summary/dashboard')
  })
  test('FND-012 FND-013 role selection and profile are not behind the guard: they open without a stored user, and without a session lead to login', async () => {
    const { page, context } = await here.visit('nashik', 5, 3)
    await page.goto('/404')
    await page.evaluate(() => localStorage.clear())
    for (const first of ['true', 'false']) {
      await page.goto(`/roleselection/${first}`)
      await shows(page.getByRole('radiogroup', { name: 'Role' }))
    }
    await page.goto('/profile')
    await shows(page.locator('input[name=UserName]'))
    await context.clearCookies()
    for (const path of ['/roleselection/true', '/profile']) {
      await page.goto(path)
      await arrives(page, '/login')
    }
  })
  test('FND-281 FND-282 FND-427 wrong credentials mark the password field', async () => {
    const { page } = await here.stranger()
    await page.goto('/login')
    await page.getByLabel('User Name').fill('frontdesk')
    await page.locator('input[name=password]').fill('wrong')
    await button(page, 'Login').click()
    await shows(page.getByText('Invalid user name or password'))
    expect(await page.locator('input[name=password]').getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByLabel('User Name').inputValue()).toBe('frontdesk')
    expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull()
  })
  test('FND-001 FND-005 FND-055 FND-056 FND-057 FND-058 FND-062 by keyboard alone: Enter signs in, Enter takes the role, the home page opens, the document never reloads', async () => {
    const { page } = await here.stranger()
    await page.goto('/login')
    await shows(page.getByLabel('User Name'))
    await mark(page)
    await page.keyboard.type('manager')
    await page.keyboard.press('Tab')
    await page.keyboard.type(demoPassword)
    await page.keyboard.press('Enter')
    await arrives(page, '/roleselection/true')
    await shows(page.getByRole('radiogroup', { name: 'Entity' }))
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await arrives(page, '/summary/dashboard')
    await shows(page.getByRole('heading', { name: 'Dashboard' }))
    expect(await isMarked(page)).toBe(true)
  })
})

describe('role and entity', () => {
  test('FND-059 FND-060 FND-061 one role and one entity are taken without a question', async () => {
    const { page } = await here.stranger()
    await page.goto('/login')
    await page.getByLabel('User Name').fill('frontdesk')
    await page.locator('input[name=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await arrives(page, '/summary/dashboard')
    await shows(page.getByRole('navigation', { name: 'Entity and role' }).getByText('Front desk'))
  })
  test('FND-063 FND-064 FND-065 FND-066 FND-079 FND-336 role selection opens from the menu and from both buttons of the bar, and returns to where it was opened', async () => {
    const { page } = await here.visit('nashik', 5, 3)
    await page.goto('/summary/patients')
    const place = page.getByRole('navigation', { name: 'Entity and role' })
    const ways = [
      () => place.getByRole('button').first().click(),
      () => place.getByRole('button').last().click(),
      async () => {
        await page.locator('.menu.user .menu-button').click()
        await page.getByRole('menuitem', { name: 'Change Role/Entity' }).click()
      },
    ]
    for (const [index, open] of ways.entries()) {
      await open()
      await arrives(page, '/roleselection/false')
      await page.getByRole('radio', { name: index % 2 === 0 ? 'Technologist' : 'Front desk' }).check({ force: true })
      await button(page, 'Continue').click()
      await arrives(page, '/summary/patients')
      await shows(place.getByText(index % 2 === 0 ? 'Technologist' : 'Front desk'))
    }
  })
  test('FND-429 a refused choice shows the message of the server, else a generic one', async () => {
    const { page } = await here.visit('nashik', 5, 3)
    await page.goto('/roleselection/true')
    await page.getByRole('radio', { name: 'Technologist' }).check({ force: true })
    // the role is removed while it is being chosen
    const nashik = `(select user_id from users where user_name = 'nashik')`
    await behind(here, `delete from user_roles where role_id = 4 and user_id = ${nashik}`)
    await button(page, 'Continue').click()
    await shows(said(page, 'You do not have this role at this entity. Choose another'))
    await behind(here, `insert into user_roles (user_id, role_id) values (${nashik}, 4)`)
    const mend = await breakTable(here, 'locks')
    await button(page, 'Continue').click()
    await shows(said(page, 'Something went wrong. Please try again.'))
    await mend()
  })
})

describe('signing out', () => {
  test('FND-080 FND-233 FND-234 FND-235 FND-236 logout releases the locks, then ends the session, then deletes the browser’s data', async () => {
    const { page, context } = await here.visit('frontdesk', 5, 12)
    await page.goto('/summary/dashboard')
    await shows(page.getByRole('heading', { name: 'Dashboard' }))
    const ends: string[] = []
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (pathname === '/api/locks/' || pathname === '/api/logout') ends.push(`${request.method()} ${pathname}`)
    })
    await page.locator('.menu.user .menu-button').click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
    await arrives(page, '/login')
    await settles(() => ends, ['DELETE /api/locks/', 'POST /api/logout'])
    await settles(() => page.evaluate(() => localStorage.length), 0)
    expect((await context.request.get('/api/currentUser')).status()).toBe(401)
    // the cache is empty now, so the guard asks the server
    await page.goto('/summary/dashboard')
    await arrives(page, '/login')
  })
  test('FND-232 a failed read of the current user leads to login, and the browser’s data is deleted', async () => {
    const { page, context } = await here.visit('frontdesk', 5, 12)
    const mend = await breakTable(here, 'roles')
    await page.goto('/summary/dashboard')
    await arrives(page, '/login')
    await mend()
    await settles(() => page.evaluate(() => localStorage.getItem('user')), null)
    await context.clearCookies()
    await page.evaluate(() => localStorage.setItem('user', '{"UserId":1}'))
    await page.goto('/summary/dashboard')
    await arrives(page, '/login')
  })
})

// Which addresses a visitor reaches, where the others lead, and what sign-in, roles and profile ask for.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isScreen, headsInOrder } from '../modules.ts'
import { asked, sent } from '../screen/no-server.fixture.ts'
import { at, goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'
import type { CurrentUser } from '../session/session.ts'

afterEach(leave)
const button = (name: string) => page.getByRole('button', { name, exact: true })
const input = (name: string) => {
  const found = document.querySelector(`input[name=${name}]`)
  if (!found) throw new Error(`No ${name} here`)
  return page.elementLocator(found)
}
const roles = [
  { RoleId: 4, RoleName: 'Technologist', Description: null },
  { RoleId: 5, RoleName: 'Front desk', Description: null },
]
const { User, Entity, ...rest } = somebody()
/** A user who has not chosen a role yet. */
const unchosen = (of: Partial<CurrentUser['User']>): CurrentUser => ({
  ...rest,
  User: { ...User, ...of },
  Role: null,
  Entity: null,
})

describe('addresses', () => {
  test('FND-009 FND-010 FND-011 error pages and login open without signing in', async () => {
    for (const [address, heading] of [
      ['/404', "Oops! You're lost."],
      ['/500', 'Houston, we have a problem!'],
      ['/login', 'Login'],
    ] as const) {
      await goTo(address)
      await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
      expect(at()).toBe(address)
    }
  })
  test('FND-016 FND-019 without a session every guarded address, and the empty one, leads to login', async () => {
    for (const path of [
      '/',
      '/summary/dashboard',
      '/summary/sales',
      '/sales',
      '/clients',
      '/products?ProductId=3001',
      ...headsInOrder().flatMap(({ id }) => [`/summary/${id}`, ...(isScreen(id) ? [`/${id}`, `/${id}?Id=1`] : [])]),
    ]) {
      await goTo(path)
      await expect.poll(() => [path, at()]).toEqual([path, '/login'])
    }
  })
  test.each([
    ['FND-087', '/404', "Oops! You're lost.", 'The page you are looking for was not found.'],
    ['FND-088', '/500', 'Houston, we have a problem!', 'The page you are looking for is temporarily unavailable.'],
  ])('%s %s has its texts and a search box; its search runs after signing in', async (_ids, path, heading, text) => {
    await goTo(path)
    await expect.element(page.getByRole('heading', { name: heading })).toBeVisible()
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    await userEvent.fill(page.getByRole('searchbox'), 'sales')
    await userEvent.keyboard('{Enter}')
    await expect.poll(at).toBe('/login')
    await goTo(path, somebody())
    await userEvent.fill(page.getByRole('searchbox'), 'sales')
    await userEvent.click(button('Search'))
    await expect.poll(at).toBe('/summary/dashboard')
    await expect.element(page.getByRole('combobox', { name: 'Find' })).toHaveValue('sales')
  })
  test('FND-091 unknown addresses show the 404 page, a server without an answer the 500 page', async () => {
    for (const path of ['/no/such/page', '/nosuchmodule', '/summary/nosuchmodule']) {
      await goTo(path, somebody())
      await expect.element(page.getByRole('heading', { name: "Oops! You're lost." })).toBeVisible()
    }
    await goTo('/summary/dashboard', undefined, { remembered: true })
    await expect.element(page.getByRole('heading', { name: 'Houston, we have a problem!' })).toBeVisible()
  })
  test('FND-231 FND-428 an answer without permissions is no session: login shows and no user is remembered', async () => {
    const { Permissions: _none, ...without } = somebody()
    for (const path of ['/summary/dashboard', '/summary/sales', '/clients']) {
      await goTo(path, without as CurrentUser)
      await expect.poll(() => [path, at()]).toEqual([path, '/login'])
      expect(Object.keys(localStorage)).toEqual([])
    }
  })
  test('a required second factor comes before roles, profile and shell', async () => {
    for (const SecondFactor of ['asked', 'wanted'] as const)
      for (const path of ['/summary/dashboard', '/roleselection/true', '/profile', '/secondfactor']) {
        await goTo(path, unchosen({ SecondFactor }))
        await expect.poll(() => [path, at()]).toEqual([path, '/secondfactor'])
      }
    await expect.element(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  })
})

describe('signing in', () => {
  test('FND-051 FND-052 FND-053 the form has a user name, a masked password, and both its buttons', async () => {
    await goTo('/login')
    await expect.element(page.getByLabelText('User Name')).toBeVisible()
    await expect.element(input('password')).toHaveAttribute('type', 'password')
    await expect.element(button('Login')).toHaveAttribute('type', 'submit')
    await expect.element(button('Forgot password')).toBeVisible()
    await userEvent.fill(page.getByLabelText('User Name'), 'somebody')
    await userEvent.fill(input('password'), 'a-password')
    await userEvent.click(button('Login'))
    await expect.poll(sent).toEqual(['POST /api/login'])
  })
  test('FND-280 Forgot password names whom to ask and sends no request; a missing user name is an error', async () => {
    await goTo('/login')
    await userEvent.fill(input('password'), 'kept')
    await userEvent.click(button('Forgot password'))
    await expect.element(input('password')).toHaveValue('kept')
    await expect
      .element(page.getByText('Ask your administrator to reset your password.', { exact: false }))
      .toBeVisible()
    await userEvent.click(button('Login'))
    await expect.element(page.getByText('User Name is required', { exact: true })).toBeVisible()
    await expect.element(page.getByLabelText('User Name')).toHaveAttribute('aria-invalid', 'true')
    expect([at(), asked()]).toEqual(['/login', []])
  })
})

describe('role and entity', () => {
  const group = (name: string) => page.getByRole('radiogroup', { name })
  const here = { ...Entity, ClientType: 'Lab' }
  test('FND-059 FND-060 a picker shows only where there is more than one choice', async () => {
    await goTo('/roleselection/true', unchosen({ Roles: roles, Entities: [here] }))
    await expect.element(group('Role')).toBeVisible()
    expect(group('Entity').elements()).toEqual([])
    const there = { ...here, ClientId: 12, Name: 'Hadapsar' }
    await goTo('/roleselection/true', unchosen({ Roles: roles.slice(0, 1), Entities: [here, there] }))
    await expect.element(group('Entity')).toBeVisible()
    expect(group('Role').elements()).toEqual([])
  })
  test('FND-334 FND-335 every role and every entity of a user is offered', async () => {
    const Entities = [1, 2, 3, 12].map((ClientId) => ({ ...here, ClientId, Name: `Place ${ClientId}` }))
    await goTo('/roleselection/true', unchosen({ Roles: roles, Entities }))
    await expect.element(group('Role')).toBeVisible()
    for (const { RoleName } of roles) await expect.element(group('Role').getByText(RoleName)).toBeVisible()
    for (const { Name } of Entities)
      await expect.element(group('Entity').getByText(Name, { exact: true })).toBeVisible()
  })
  test('FND-289 FND-290 without a role and an entity the screen asks for both', async () => {
    await goTo('/roleselection/true', unchosen({}))
    await userEvent.click(button('Continue'))
    await expect.element(page.getByText('Role is required', { exact: true })).toBeVisible()
    await expect.element(page.getByText('Entity is required', { exact: true })).toBeVisible()
    expect([at(), sent()]).toEqual(['/roleselection/true', []])
  })
})

test('FND-283 FND-284 FND-285 FND-286 FND-287 FND-288 a wrong profile field shows its error and is not sent', async () => {
  await goTo('/profile', somebody())
  await expect.element(input('UserName')).toHaveValue('somebody')
  await userEvent.fill(input('UserName'), '')
  await userEvent.fill(input('FullName'), '')
  const save = () => userEvent.click(button('Save'))
  for (const text of ['abc', 'a@b.c']) {
    await userEvent.fill(input('Email'), text)
    await save()
    await expect.element(page.getByText('Invalid email address', { exact: true })).toBeVisible()
  }
  for (const [name, text] of [
    ['UserName', 'User Name is required'],
    ['FullName', 'Full Name is required'],
    ['Password', 'New Password is required'],
    ['Password2', 'Retype Password is required'],
  ] as const) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    await expect.element(input(name)).toHaveAttribute('aria-invalid', 'true')
  }
  await userEvent.fill(input('Email'), 'a@b.co')
  await userEvent.fill(input('Password'), 'one-long-password')
  await userEvent.fill(input('Password2'), 'another-password')
  await save()
  await expect.element(page.getByText("Passwords don't match", { exact: true })).toBeVisible()
  await expect.element(page.getByText('Invalid email address', { exact: true })).not.toBeInTheDocument()
  expect(sent()).toEqual([])
})

// A patient entered twice is merged, a doctor gets a user, and a user who forgot the password gets a new one.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { role } from '../../../core/user.ts'
import { clientType, gender } from '../../../modules/lists/items.model.ts'
import { setPermits } from '../../../server/testing/rows.ts'
import { arrives, button, gone, journeyForTests, question, said, settles, shows } from '../../hands/journey.ts'
import { showClient } from '../../hands/record.ts'

const { here, desk, admin } = journeyForTests('desk', 'admin')
const born = { GenderId: gender.Female, BirthDate: '1980-04-05' }
const visit = () => here.visit('manager', 2, 2)
/** Every write request of the page. */
const writes = (page: Page): string[] => {
  const all: string[] = []
  page.on('request', (request) => {
    if (['PUT', 'POST'].includes(request.method())) all.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  return all
}
const acts = (all: readonly string[]) => all.filter((one) => /merge|register|reset/.test(one))
/** Opens the picker of the target and takes the client of this name. */
const mergeInto = async (page: Page, name: string): Promise<void> => {
  await button(page, 'Merge').click()
  const picker = page.getByRole('dialog', { name: 'Merge into' })
  await page.keyboard.type(name)
  await shows(picker.getByRole('row', { selected: true }).filter({ hasText: name }))
  await page.keyboard.press('Enter')
  await gone(picker)
}

test('MDA-046 MDA-185 MDA-331 MDA-332 MDA-347 MDA-348 MDA-359 a client being read is merged after a question that names both, what moves and that it cannot be undone; No changes neither, and itself is nothing to do', async () => {
  const source = await aPatient(desk, { Name: 'Twice Entered Patil', ...born })
  const target = await aPatient(desk, { Name: 'Sunita Patil Original', ...born })
  const { page } = await visit()
  const sent = writes(page)
  await showClient(page, source)
  await mergeInto(page, 'Twice Entered Patil')
  await shows(said(page, 'Nothing to do !'))
  await mergeInto(page, 'Sunita Patil Original')
  const asked = question(page, 'merge')
  await shows(asked)
  expect(await asked.locator('.question').innerText()).toBe(
    `Are you sure that you want to merge ${source}: Twice Entered Patil INTO ${target}: Sunita Patil Original ? THIS ACTION IS IRREVERSIBLE`,
  )
  await shows(asked.getByText('No records belong to it yet.'))
  await shows(
    asked.getByText('A merge of two patients can be undone within 30 days: "Undo Merge" at the one that is kept.'),
  )
  const box = await asked.boundingBox()
  expect([box?.width, box?.height]).toEqual([640, 320])
  await page.keyboard.press('n')
  await gone(asked)
  expect(acts(sent)).toEqual([])
  await mergeInto(page, 'Sunita Patil Original')
  const read = page.waitForResponse((answer) => answer.url().endsWith(`/api/clients/${target}`))
  await page.keyboard.press('y')
  await shows(said(page, `Merged into ${target}: Sunita Patil Original`))
  expect((await read).status()).toBe(200)
  expect(acts(sent)).toEqual(['PUT /api/merge/clients'])
  await settles(() => new URL(page.url()).search, `?ClientId=${target}`)
  await shows(page.getByRole('heading', { name: 'Sunita Patil Original' }))
  // the merged client no longer has a screen
  await page.goto(`/clients?ClientId=${source}`)
  await shows(said(page, `Merged into ${target}: Sunita Patil Original`))
  await showClient(page, target)
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await button(page, 'Merge').count()).toBe(0)
})

test('MDA-048 MDA-049 MDA-188 MDA-189 MDA-190 Profile is there for a client without legal entity while it is read, offers initials and the last word cut to ten as a free user name to change, refuses one that is taken, and shows the temporary password once', async () => {
  const id = await aPatient(desk, { Name: 'John Quincy Featherstone', ...born })
  const { page } = await here.visit('admin', 1, 1)
  const sent = writes(page)
  await showClient(page, 12)
  expect(await button(page, 'Profile').count()).toBe(0)
  await showClient(page, id)
  await button(page, 'Profile').click()
  const asked = page.getByRole('dialog', { name: 'Profile' })
  const name = asked.getByRole('textbox', { name: 'User Name' })
  await shows(name)
  expect(await name.inputValue()).toBe('jqfeathers')
  await name.fill('')
  await button(asked, 'Yes').click()
  await shows(asked.getByText('required', { exact: true }))
  expect(acts(sent)).toEqual([])
  await name.fill('Admin')
  await button(asked, 'Yes').click()
  await shows(said(page, 'User name Admin is taken'))
  await gone(asked)
  sent.length = 0
  await button(page, 'Profile').click()
  await name.fill('jqfeathers')
  const again = page.waitForResponse(
    (answer) => answer.request().method() === 'GET' && answer.url().endsWith(`/api/clients/${id}`),
  )
  await button(asked, 'Yes').click()
  const shown = page.getByRole('dialog', { name: 'Temporary password' })
  await shows(shown)
  expect(await shown.getByRole('status').innerText()).toMatch(/^[a-z2-9]{16}$/)
  await again
  await button(shown, 'Close').last().click()
  await gone(shown)
  expect(acts(sent)).toEqual([`PUT /api/register/clients/${id}`])
  await shows(button(page, 'Edit'))
  expect(await button(page, 'Profile').getAttribute('aria-disabled')).toBe('true')
  await page.keyboard.press('Alt+e')
  await shows(button(page, 'Save'))
  expect(await button(page, 'Profile').count()).toBe(0)
  await page.keyboard.press('Alt+d')
  // another one of this name is offered the next free user name
  await showClient(page, await aPatient(desk, { Name: 'John Quincy Featherstone', ...born }))
  await button(page, 'Profile').click()
  await settles(() => name.inputValue(), 'jqfeather2')
})

test('MDA-079 MDA-349 Reset Password asks, on No makes no change, and on Yes shows the server’s answer', async () => {
  const { page } = await visit()
  const sent = writes(page)
  const { body } = await admin.get('/api/getdata/1019')
  const id = body.find((one) => one.UserName === 'phlebotomist')?.UserId ?? 0
  await page.goto(`/users?UserId=${id}`)
  await button(page, 'Reset Password').click()
  const asked = question(page, 'default password')
  await shows(asked)
  expect(await asked.locator('.question').innerText()).toBe(
    "Are you sure that you want to set this user's password to a default password?",
  )
  await page.keyboard.press('n')
  await gone(asked)
  expect(acts(sent)).toEqual([])
  await button(page, 'Reset Password').click()
  await page.keyboard.press('y')
  await shows(page.getByRole('dialog', { name: 'Temporary password' }))
  await shows(said(page, 'phlebotomist signs in with the temporary password'))
  expect(acts(sent)).toEqual([`PUT /api/reset/users/${id}`])
})

test('FND-316 FND-317 MDA-047 MDA-284 MDA-285 MDA-302 Merge and Reset Password show only with their permit, where its criteria apply', async () => {
  const { page } = await visit()
  const doctor = 102
  const patient = await aPatient(desk, { Name: 'Some Body', ...born })
  const { body } = await admin.get('/api/getdata/1019')
  const [one, other] = ['phlebotomist', 'quality'].map((name) => body.find((row) => row.UserName === name)?.UserId ?? 0)
  const there = async (path: string, name: string): Promise<boolean> => {
    await page.goto(path)
    await shows(button(page, 'Close'))
    await shows(button(page, 'History'))
    const found = button(page, name)
    return (await found.count()) > 0 && (await found.getAttribute('aria-disabled')) !== 'true'
  }
  await setPermits(here.app, role.BusinessManager, 'clients', ['merge'], {
    Criteria: `ClientTypeId == ${clientType.Patient}`,
  })
  await setPermits(here.app, role.BusinessManager, 'users', ['reset'], { Criteria: `UserId == ${one ?? 0}` })
  expect(await there(`/clients?ClientId=${patient}`, 'Merge')).toBe(true)
  expect(await there(`/clients?ClientId=${doctor}`, 'Merge')).toBe(false)
  expect(await there(`/users?UserId=${one ?? 0}`, 'Reset Password')).toBe(true)
  expect(await there(`/users?UserId=${other ?? 0}`, 'Reset Password')).toBe(false)
  await setPermits(here.app, role.BusinessManager, 'clients', ['merge'], { Permit: 'amend' })
  await setPermits(here.app, role.BusinessManager, 'users', ['reset'], { Permit: 'amend' })
  expect(await there(`/clients?ClientId=${patient}`, 'Merge')).toBe(false)
  expect(await there(`/users?UserId=${one ?? 0}`, 'Reset Password')).toBe(false)
  await arrives(page, '/users')
})

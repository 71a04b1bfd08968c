// Reading a record in a real browser: its address, its buttons, its history, unknown records.
import { expect, test } from 'vitest'
import { aPatient } from '../../../modules/sales/sales.fixture.ts'
import { arrives, button, gone, journeyForTests, shows } from '../../hands/journey.ts'
import { showClient } from '../../hands/record.ts'

const { here, desk } = journeyForTests('desk')
const visit = () => here.visit('labdesk', 5, 2)

test('FND-016 FND-017 FND-042 FND-166 FND-168 FND-169 FND-170 FND-237 FND-238 FND-239 FND-269 OPS-016 a key opens the record read-only with its id and its buttons; alt+c and Close close it', async () => {
  const id = await aPatient(desk, { Name: 'Asha Read' })
  const { page } = await visit()
  await showClient(page, id)
  expect(await page.locator('.page-head').innerText()).toMatch(new RegExp(`Asha Read[\\s\\S]*Client ${id}`))
  await shows(page.getByRole('navigation', { name: 'Modules' }))
  for (const name of ['Edit', 'History', 'Close']) expect(await button(page, name).count()).toBe(1)
  for (const name of ['Save', 'Discard']) expect(await button(page, name).count()).toBe(0)
  expect(await page.locator('.detail-body').getByRole('textbox').count()).toBe(0)
  await page.keyboard.press('Alt+c')
  await arrives(page, '/summary/clients')
  await showClient(page, id)
  await button(page, 'Close').click()
  await arrives(page, '/summary/clients')
})
test('FND-241 without the permit update there is no Edit', async () => {
  const id = await aPatient(desk)
  const { page } = await here.visit('accounts', 7, 2)
  await showClient(page, id)
  expect(await button(page, 'Edit').count()).toBe(0)
})
test('FND-222 FND-237 FND-268 FND-387 alt+h shows who did what, read again each time', async () => {
  const id = await aPatient(desk)
  const { page } = await visit()
  await showClient(page, id)
  for (let time = 0; time < 2; time += 1) {
    const [asked] = await Promise.all([
      page.waitForRequest((request) => request.url().includes('/api/actions')),
      page.keyboard.press('Alt+h'),
    ])
    expect(new URL(asked.url()).search).toBe(`?ModuleId=clients&FormId=${id}`)
    const dialog = page.getByRole('dialog', { name: `History of Client ${id}` })
    await shows(dialog.getByText(/create by Kavita Joshi/))
    await page.keyboard.press('Escape')
    await gone(dialog)
  }
})
test('FND-171 FND-434 OPS-322 a spinner shows while a slow record loads', async () => {
  const id = await aPatient(desk)
  const { page } = await visit()
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route(`**/api/clients/${id}`, async (route) => {
    await held
    await route.continue()
  })
  await page.goto(`/clients?ClientId=${id}`)
  await shows(page.locator('.screen .spinner'))
  expect(
    await page
      .locator('.late:has(> .spinner)')
      .first()
      .evaluate((box) => getComputedStyle(box).animationDelay),
  ).toBe('0.4s')
  go()
  await shows(button(page, 'Edit'))
  await gone(page.locator('.screen .spinner'))
})
test('FND-423 OPS-306 an unknown record shows a message and returns to its list', async () => {
  const { page } = await here.visit('admin', 1, 2)
  for (const [module, key] of [
    ['clients', 'ClientId'],
    // which asks by another address
    ['testresults', 'SaleId'],
  ] as const) {
    const told = page.locator('.snackbar.error')
    await page.goto(`/${module}?${key}=99999999`)
    await arrives(page, `/summary/${module}`)
    await shows(told)
  }
})
test('a user who may see patients but not all clients opens one from the list and from Find, and returns to the patients', async () => {
  const id = await aPatient(desk, { Name: 'Drawn By Nair', MobilePhone: '9800077001' })
  for (const [name, role, entity] of [
    ['phlebotomist', 6, 12],
    ['technologist', 4, 2],
  ] as const) {
    const { page, context } = await here.visit(name, role, entity)
    await page.goto('/summary/patients')
    await page.getByRole('row', { name: /Drawn By Nair/ }).dblclick()
    await shows(page.getByRole('heading', { name: 'Drawn By Nair' }))
    await page.keyboard.press('Alt+h')
    const history = page.getByRole('dialog', { name: 'History' })
    await shows(history.getByText('Kavita Joshi'))
    await page.keyboard.press('Escape')
    await gone(history)
    await page.keyboard.press('Alt+c')
    await arrives(page, '/summary/patients')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Find' }).fill('9800077001')
    await page.getByRole('option', { name: /Drawn By Nair/ }).click()
    await shows(page.locator('.head-status').filter({ hasText: `Client ${id}` }))
    await context.close()
  }
  const { page } = await visit()
  await page.goto('/summary/patients')
  await page.getByRole('row', { name: /Drawn By Nair/ }).dblclick()
  await shows(button(page, 'Edit'))
  // on the screen of clients, with Patients marked in the sidebar
  expect(await page.locator('.sidebar-item[aria-current]').innerText()).toBe('Patients')
  await page.keyboard.press('Alt+c')
  await arrives(page, '/summary/patients')
})

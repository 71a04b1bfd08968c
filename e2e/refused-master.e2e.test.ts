// What the screens of the catalogue refuse in a real browser: a new record without its required fields, with the text
// at each; nothing is sent.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { box, error, field, refusedBy } from './client.ts'
import { button, journey, settles, shows, type Journey } from './journey.ts'

let here: Journey
beforeAll(async () => {
  here = await journey()
})
afterAll(() => here?.close())

const begin = async (page: Page, module: string): Promise<string[]> => {
  const sent: string[] = []
  page.on(
    'request',
    (request) => request.method() === 'POST' && request.url().includes(`/api/${module}`) && sent.push(request.url()),
  )
  await page.goto(`/${module}`)
  await shows(button(page, 'Save'))
  return sent
}

const refuses = async (module: string, wanted: Readonly<Record<string, string>>): Promise<void> => {
  const { page, context } = await here.visit('admin', 1, 2)
  const sent = await begin(page, module)
  await page.keyboard.press('Alt+s')
  await shows(page.locator('.errors[role=alert]'))
  const said = await page
    .locator('[data-field]:has(> .error)')
    .evaluateAll((all) =>
      all.map((one) => [one.getAttribute('data-field') ?? '', one.querySelector('.error')?.textContent ?? '']),
    )
  expect(Object.fromEntries(said)).toEqual(wanted)
  for (const name of Object.keys(wanted))
    expect([name, await box(page, name).getAttribute('aria-invalid')]).toEqual([name, 'true'])
  expect(sent).toEqual([])
  await context.close()
}

test('MDA-219 MDA-220 MDA-221 a product without code, name and owner', () =>
  refuses('products', { Code: 'Code is required', Name: 'Name is required', OwnerId: 'Owner is required' }))
test('MDA-226 MDA-227 a test without name and department', () =>
  refuses('tests', { Name: 'Name is required', DepartmentId: 'Department is required' }))
test('MDA-229 MDA-230 MDA-231 MDA-232 an element without name, unit, department and result type', () =>
  refuses('elements', {
    Name: 'Name is required',
    UnitOfMeasure: 'Unit of Measure is required',
    DepartmentId: 'Department is required',
    ResultTypeId: 'Result Type is required',
  }))
test('MDA-236 MDA-237 a specimen without name and unit', () =>
  refuses('specimens', { Name: 'Name is required', UnitOfMeasure: 'Unit of Measure is required' }))
test('MDA-238 a department without name', () => refuses('departments', { Name: 'Name is required' }))
test('MDA-239 MDA-240 an instrument without name and department', () =>
  refuses('instruments', { Name: 'Name is required', DepartmentId: 'Department is required' }))
test('MDA-241 MDA-242 a lab instrument without lab and instrument', () =>
  refuses('labinstruments', { LabId: 'Lab is required', InstrumentId: 'Instrument is required' }))
test('MDA-244 MDA-245 MDA-246 MDA-247 a user without user name, full name, employer and default entity', () =>
  refuses('users', {
    UserName: 'User Name is required',
    FullName: 'Full Name is required',
    EmployerId: 'Employer is required',
    DefaultEntityId: 'Default Entity is required',
  }))
test('MDA-249 a list without name', () => refuses('lists', { ListName: 'List Name is required' }))
test('MDA-259 MDA-260 a price list without effective from and seller', () =>
  refuses('pricelists', { EffectiveFromDate: 'Effective From is required', SellerId: 'Seller is required' }))

test('MDA-248 the e-mail of a user ends in a name of two letters at least', async () => {
  const { page, context } = await here.visit('admin', 1, 2)
  const sent = await begin(page, 'users')
  for (const text of ['a@b', 'a@b.c']) {
    await box(page, 'Email').fill(text)
    await refusedBy(page, 'Email', 'Invalid email address')
  }
  await box(page, 'Email').fill('a@b.co')
  await page.keyboard.press('Alt+s')
  await settles(() => error(page, 'Email').count(), 0)
  await shows(field(page, 'UserName').getByText('User Name is required'))
  expect(sent).toEqual([])
  await context.close()
})

// The catalogue and a user who maintains it, with the keyboard alone at 60 ms a key: from Ctrl+K to the saved record.
import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { valueOf } from '../../server/testing/rows.ts'
import { slowLine } from '../hands/walk-in.ts'
import { arrives, button, gone, journeyForTests, question, shows } from '../hands/journey.ts'

const { here, admin } = journeyForTests('admin')
const kept = (table: string, where: Record<string, unknown>, key: string): Promise<number> =>
  valueOf<number>(here.app, table, where, key)
const read = async (module: string, key: unknown): Promise<unknown> =>
  (await admin.get(`/api/${module}/${String(key)}`)).body
/** The field, or the grid, that has the focus. */
const place = (page: Page): Promise<string | null | undefined> =>
  page.evaluate(() => {
    const one = document.activeElement
    return one?.closest('[data-field]')?.getAttribute('data-field') ?? one?.closest('.grid-card')?.ariaLabel
  })
/** Tab until the field has the focus, then the keys; in a picker Enter takes the row found. */
const enter = async (page: Page, name: string, ...keys: readonly string[]): Promise<void> => {
  for (let tabs = 0; (await place(page)) !== name; tabs++) {
    expect(tabs, `Tab leads to ${name}`).toBeLessThan(30)
    await page.keyboard.press('Tab', { delay: 30 })
    await page.waitForTimeout(30)
  }
  for (const key of keys)
    if (/^(Enter|Tab|Space|Arrow\w+)$/.test(key)) await page.keyboard.press(key, { delay: 30 })
    else await page.keyboard.type(key, { delay: 60 })
  // waits for the picked record: on a slow line Tab would be saved until then, and counted here anyway
  await gone(page.getByRole('dialog'))
}
const add = async (page: Page, screen: string, module: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(screen, { delay: 60 })
  await page.keyboard.press('Enter')
  await arrives(page, `/summary/${module}`)
  await page.keyboard.press('Alt+n')
  await arrives(page, `/${module}`)
  await shows(button(page, 'Save'))
}
const save = async (page: Page, module: string): Promise<void> => {
  await page.keyboard.press('Alt+s')
  await arrives(page, `/summary/${module}`)
}

/** The keys typed into each field, in the order of Tab. */
type Typed = readonly (readonly [field: string, ...keys: readonly string[]])[]
const right = Array.from({ length: 6 }, () => 'ArrowRight')
const fill = async (page: Page, typed: Typed): Promise<void> => {
  for (const [field, ...keys] of typed) await enter(page, field, ...keys)
}
const keep = async (page: Page, screen: string, module: string, typed: Typed): Promise<void> => {
  await add(page, screen, module)
  await fill(page, typed)
  await save(page, module)
}

test('department, element, test, product, price and user are saved without a mouse, at typing speed, on a line of 100 ms', async () => {
  const { page } = await here.visit('admin', 1, 2)
  await slowLine(page, 100)
  await page.goto('/summary/dashboard')
  await shows(page.locator('.sidebar'))

  await keep(page, 'Departments', 'departments', [['Name', 'Keyed Department']])
  await keep(page, 'Elements', 'elements', [
    ['Code', 'KEYEL'],
    ['Name', 'Keyed element'],
    ['DepartmentId', 'Keyed', 'Enter'],
    ['UnitOfMeasure', 'g/dL'],
    ['ResultTypeId', 'Numeric'],
    ['DecimalPlaces', '1'],
    ['ElementSpecimens', 'Serum', 'Enter'],
    ['ElementMeasurements', ...right, '12', 'Tab', '16', 'Enter'],
  ])
  await keep(page, 'Tests', 'tests', [
    ['Code', 'KEYTST'],
    ['Name', 'Keyed test'],
    ['DepartmentId', 'Keyed', 'Enter'],
    ['Elements', 'Keyed', 'Enter'],
  ])

  await add(page, 'Products', 'products')
  await fill(page, [
    ['Code', 'KEYPR'],
    ['Name', 'Keyed product'],
    ['OwnerId', 'Nivara Central', 'Enter'],
    ['Mrp', '400'],
    ['Tests', 'Keyed', 'Enter'],
  ])
  // without a lab it cannot be sold: the question comes before it is activated
  await page.keyboard.press('Alt+s')
  await shows(question(page, 'This product has no lab that runs it'))
  await page.keyboard.press('n')
  await fill(page, [['ProductLabs', 'Nivara Central', 'Enter', 'Nivara Central', 'Enter']])
  await save(page, 'products')

  await keep(page, 'Price Lists', 'pricelists', [
    ['EffectiveFromDate', '1-4-20'],
    ['SellerId', 'Nivara Central', 'Enter'],
    ['PriceListProducts', 'KEYPR', 'Enter', '350'],
  ])
  await keep(page, 'Users', 'users', [
    ['UserName', 'keyed'],
    ['FullName', 'Keyed Person'],
    ['EmployerId', 'Nivara', 'Enter'],
    ['DefaultEntityId', 'Nivara Central', 'Enter'],
    ['Roles', 'Front', 'Enter'],
    ['Entities', 'Nivara Central', 'Enter'],
  ])

  const element = await kept('elements', { code: 'KEYEL' }, 'element_id')
  expect(await read('elements', element)).toMatchObject({
    ElementSpecimens: [{ Specimen: { Name: 'Serum' } }],
    ElementMeasurements: [{ LowValue: 12, HighValue: 16 }],
  })
  const test = await kept('tests', { code: 'KEYTST' }, 'test_id')
  expect(await read('tests', test)).toMatchObject({ Elements: [{ ElementId: element }] })
  const product = await kept('products', { code: 'KEYPR' }, 'product_id')
  expect(await read('products', product)).toMatchObject({
    Mrp: 400,
    Tests: [{ TestId: test }],
    ProductLabs: [{ SourceLabId: 2, DestinationLabId: 2 }],
    PriceLists: [{ Price: 350, EffectiveFromDate: '2020-04-01' }],
  })
  const user = await kept('users', { UserName: 'keyed' }, 'user_id')
  expect(await read('users', user)).toMatchObject({
    FullName: 'Keyed Person',
    Roles: [{ RoleId: 5 }],
    Entities: expect.arrayContaining([expect.objectContaining({ ClientId: 2 })]),
  })
}, 240_000)

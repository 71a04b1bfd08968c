// What the screens of the catalogue show: elements, lists, price lists and users.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { role, roles } from '../../core/user.ts'
import { answerSome } from './no-server.fixture.ts'
import { somebody } from './session.fixture.ts'
import { control, headsOf, leave, open, picked, field } from './whole-screen.fixture.tsx'

afterEach(leave)
const session = somebody('Administrator')
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('MDA-081 a list shows id, name, label and value of its items', async () => {
  const items = [
    { ListItemId: 1, ItemName: 'Male', ItemLabel: 'Male person', ItemValue: 'M' },
    { ListItemId: 2, ItemName: 'Female', ItemLabel: 'Female person', ItemValue: 'F' },
  ]
  await open('/lists?ListId=4', {
    session,
    read: [['/api/lists/4', {}, { ListId: 4, ListName: 'Gender', RowVersion: 1, ListItems: items }]],
  })
  const cells = page.getByRole('grid', { name: 'List Items' }).getByRole('row').nth(1).getByRole('gridcell')
  await expect.element(cells.nth(1)).toHaveTextContent('Male')
  expect(headsOf('List Items')).toEqual(['Id', 'Name', 'Label', 'Value'])
  expect(cells.elements().map((cell) => cell.textContent)).toEqual(['1', 'Male', 'Male person', 'M'])
})

describe('price lists', () => {
  const product = { ProductId: 3001, Code: 'P001', Name: 'Complete Blood Count (CBC)' }
  test('MDA-100 the buyer has its hint', async () => {
    await open('/pricelists', { session })
    await expect
      .poll(() => field('BuyerId')?.querySelector('.note')?.textContent)
      .toBe('Leave it blank to set prices for all buyers of the selected type')
  })
  test('its products have code, name, price and discount to pick and type; Export shows while reading', async () => {
    const stored = { PriceListId: 1, RowVersion: 1, SellerId: 2, PriceListProducts: [] }
    await open('/pricelists?PriceListId=1', { session, read: [['/api/pricelists/1', {}, stored]] })
    await expect.element(button('Export')).toBeVisible()
    expect(headsOf('Products')).toEqual(['Code', 'Name', 'Price', 'Discount'])
    await open('/pricelists', { session, read: [picked('/api/getdata/103', {}, [product])] })
    expect(button('Export').elements()).toEqual([])
    const grid = page.getByRole('grid', { name: 'Products' })
    const cell = (column: number) => grid.getByRole('row').nth(1).getByRole('gridcell').nth(column)
    await userEvent.click(cell(0))
    await userEvent.keyboard('Complete Blood')
    await expect.element(page.getByText('1 found')).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(cell(1)).toHaveTextContent(product.Name)
    for (const [column, text] of [
      [2, '345'],
      [3, '7.5'],
    ] as const) {
      await userEvent.click(cell(column))
      await userEvent.keyboard(`{Control>}a{/Control}${text}{Enter}`)
      await expect.poll(() => Number(cell(column).element().textContent)).toBe(Number(text))
    }
  })
})

test('MDA-129 MDA-130 an element has a column for each field of its specimens and reference ranges', async () => {
  await open('/elements', { session })
  await expect
    .poll(() => headsOf('Specimens'))
    .toEqual(['Specimen', 'Min Volume', 'Std Volume', 'Stable Hours', 'Temperature'])
  const [first, last] = [
    [
      ...['Instrument', 'Gender', 'Min Age', 'Max Age', 'Min Days', 'Max Days', 'Low', 'High'],
      ...['Critically Low', 'Critically High', 'Printable Range', 'Possible Values', 'Has Image', 'Pregnancy'],
    ],
    ['Min Hours', 'Max Hours'],
  ]
  expect(headsOf('Reference Ranges').slice(0, first.length)).toEqual(first)
  // what is beyond the edge is drawn when it is scrolled to
  const grid = page.getByRole('grid', { name: 'Reference Ranges' }).element()
  grid.scrollLeft = grid.scrollWidth
  await expect.poll(() => headsOf('Reference Ranges').slice(-2)).toEqual(last)
})

test('MDA-075 a user shows a picture when there is one', async () => {
  const picture =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const user = { UserId: 9, UserName: 'quality', FullName: 'Quality Manager', RowVersion: 1, Roles: [], Entities: [] }
  const show = (Picture: string | null) =>
    open('/users?UserId=9', { session, read: [['/api/users/9', {}, { ...user, Picture }]] })
  await show(picture)
  await expect.element(page.getByRole('img', { name: 'Picture' })).toBeVisible()
  await show(null)
  await expect.element(page.getByText('Quality Manager').first()).toBeVisible()
  expect(page.getByRole('img', { name: 'Picture' }).elements()).toEqual([])
})

test.each(Object.values(roles))('MDA-287 the employer of a user is open to $label only at role id 1', async (one) => {
  const as = { ...session, Role: { RoleId: one.id, RoleName: one.label } }
  const user = { UserId: 9, UserName: 'quality', FullName: 'Quality Manager', RowVersion: 1, Actions: { update: true } }
  const stored = { ...user, EmployerId: 1, Roles: [], Entities: [] }
  await open('/users', { session: as })
  await expect.poll(() => field('EmployerId')).not.toBeNull()
  expect(control('EmployerId').readOnly).toBe(one.id !== role.Administrator)
  await open('/users?UserId=9', { session: as, read: [['/api/users/9', {}, stored]] })
  answerSome(({ url }) =>
    url.pathname === '/api/locks/' ? { Locked: true } : url.pathname === '/api/users/9' ? stored : undefined,
  )
  await userEvent.click(button('Edit'))
  await expect.element(button('Save')).toBeVisible()
  expect(control('EmployerId').readOnly).toBe(one.id !== role.Administrator)
})

test('FND-204 F2 on a reference range shows all of its limits and ages at once', async () => {
  const range = { ElementMeasurementId: 1, MinAge: 0, MaxAge: 120, Low: 4, High: 10 }
  const element = { ElementId: 1001, Name: 'Glucose', ResultTypeId: 30, RowVersion: 1, ElementSpecimens: [] }
  await open('/elements?ElementId=1001', {
    session,
    read: [['/api/elements/1001', {}, { ...element, ElementMeasurements: [range] }]],
  })
  const grid = page.getByRole('grid', { name: 'Reference Ranges' })
  await userEvent.click(grid.getByRole('row').nth(1).getByRole('gridcell').first())
  await userEvent.keyboard('{F2}')
  const dialog = page.getByRole('dialog', { name: 'Reference Ranges' })
  await expect.element(dialog).toBeVisible()
  const { width, height } = dialog.element().getBoundingClientRect()
  expect([width, height]).toEqual([640, 480])
  const labels = [...dialog.element().querySelectorAll('.fields .label, .fields label')].map((one) => one.textContent)
  expect(labels).toEqual(
    expect.arrayContaining([
      'Min Age',
      'Max Age',
      'Min Age Days',
      'Max Age Days',
      'Low',
      'High',
      'Critically Low',
      'Critically High',
      'Printable Range',
    ]),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Close', exact: true }).last())
  await expect.element(dialog).not.toBeInTheDocument()
})

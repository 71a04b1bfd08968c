// What the screen of a product shows, read and new, and how its grids grow.
import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import {
  box,
  control,
  field,
  fieldsShown,
  focused,
  headsOf,
  leave,
  open,
  picked,
} from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)

const admin = somebody('Administrator')
const cbc = {
  ProductId: 3001,
  Code: 'P001',
  Name: 'Complete Blood Count (CBC)',
  IsActive: true,
  RowVersion: 1,
  Tests: [],
  SubProducts: [],
  ProductLabs: [],
  PriceLists: [
    { Seller: { ClientId: 2, Name: 'Central Laboratory' }, Price: 350, EffectiveFromDate: '2026-01-01' },
    { Seller: { ClientId: 12, Name: 'Hadapsar' }, Price: 380, EffectiveFromDate: '2026-01-01' },
  ],
}
const showCbc = () => open('/products?ProductId=3001', { session: admin, read: [['/api/products/3001', {}, cbc]] })
const named = (key: string) => [1, 2].map((id) => ({ [key]: id, Code: `C${id}`, Name: `Number ${id}` }))
const begin = (session = admin) =>
  open('/products', {
    session,
    read: [
      picked('/api/tests', {}, named('TestId')),
      picked('/api/getdata/103', {}, named('ProductId')),
      picked('/api/getdata/200', { ClientTypeId: '10', Name: '', limit: 100 }, named('ClientId')),
    ],
  })
const linesOf = (label: string) => page.getByRole('grid', { name: label }).getByRole('row')

describe('opening', () => {
  test('MDA-006 MDA-007 a product opens read-only with its key, and empty and editable without one', async () => {
    await showCbc()
    await expect.element(page.getByText(cbc.Name).first()).toBeVisible()
    expect(document.querySelectorAll('.detail-body :is(input, select, textarea)')).toHaveLength(0)
    await begin()
    expect([control('Name').value, control('Code').value]).toEqual(['', ''])
    await userEvent.fill(box('Name'), 'Typed')
    expect(control('Name').value).toBe('Typed')
  })
  test('MDA-009 a product that cannot be read without a network says so', async () => {
    await open('/products?ProductId=3001', { session: admin })
    await expect.element(page.getByRole('alert').getByText("The server can't be reached.")).toBeVisible()
    expect(page.getByRole('alert').element().className).toContain('error')
    await expect.element(page.getByRole('heading', { name: 'The list' })).toBeVisible()
  })
})

describe('a new product', () => {
  test('MDA-050 MDA-051 begins in its code and shows its fields', async () => {
    await begin()
    await expect.poll(focused).toBe('Code')
    expect(fieldsShown()).toEqual(
      expect.arrayContaining(['Code', 'Name', 'Description', 'OwnerId', 'Groups', 'IsLocalProduct', 'IsActive']),
    )
  })
  test('MDA-061 the prices of a product are in a grid; a new product has none', async () => {
    await showCbc()
    const prices = page.getByRole('grid', { name: 'Price Lists' })
    await expect.element(prices.getByRole('gridcell', { name: 'Hadapsar' })).toBeVisible()
    expect(headsOf('Price Lists')).toEqual([
      'Seller',
      'Buyer Type',
      'Buyer',
      'Price',
      'Effective From',
      'Effective Till',
    ])
    expect(linesOf('Price Lists').elements()).toHaveLength(cbc.PriceLists.length + 1)
    await begin()
    expect(prices.elements()).toEqual([])
  })
  test('MDA-059 the mandate of a product lab is one of four', async () => {
    await begin()
    const cell = (column: number) => linesOf('Product Labs').nth(1).getByRole('gridcell').nth(column)
    await userEvent.click(cell(0))
    await expect.element(page.getByRole('row', { selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await userEvent.click(cell(2))
    await expect
      .poll(() =>
        [...document.querySelectorAll('.grid-place select option')].map((one) => one.textContent).filter(Boolean),
      )
      .toEqual(['Sale', 'Forward', 'Report', 'Purchase'])
  })
  test('MDA-296 MDA-297 owner and local-product flag are for users of a lab', async () => {
    for (const at of ['lab', 'centre'] as const) {
      await begin(somebody('Administrator', at))
      const owner = control('OwnerId')
      expect([at, !owner.readOnly && !owner.disabled]).toEqual([at, at === 'lab'])
      const free = field('IsLocalProduct')?.querySelector('input:not([readonly]):not(:disabled)')
      expect([at, free !== null]).toEqual([at, at === 'lab'])
    }
  })
  test('its three grids fit side by side, however narrow their cards are', async () => {
    for (const width of [1166, 1125]) {
      await page.viewport(width, 768)
      await begin()
      await expect.element(page.getByText('Lab that takes the sample')).toBeVisible()
      const wide = [...document.querySelectorAll('.rdg')].filter((grid) => grid.scrollWidth > grid.clientWidth)
      expect([width, wide.map((grid) => grid.getAttribute('aria-label'))]).toEqual([width, []])
    }
    await page.viewport(1280, 800)
  })
  test.each([
    ['Tests', 1, 'Name of the next test'],
    ['Sub-products', 1, 'Name of the next product'],
    ['Product Labs', 0, 'Lab that takes the sample'],
  ] as const)('its %s end in an empty row, and in another one once that is filled', async (label, column, hint) => {
    await begin()
    const lines = linesOf(label)
    const before = lines.elements().length
    await expect.element(lines.last().getByText(hint)).toBeVisible()
    await userEvent.click(lines.last().getByRole('gridcell').nth(column))
    await expect.element(page.getByRole('row', { selected: true })).toBeVisible()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => lines.elements().length).toBe(before + 1)
    await expect.element(lines.last().getByText(hint)).toBeVisible()
    expect(
      lines
        .nth(before - 1)
        .getByText(hint)
        .elements(),
    ).toEqual([])
  })
})

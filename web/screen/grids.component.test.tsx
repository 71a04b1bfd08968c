// The grids of the screens of the catalogue: their heights, their rows, and the empty row that each ends in while it is
// edited.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { resultType } from '../../modules/lists/items.model.ts'
import type { Tried } from './no-server.fixture.ts'
import { somebody } from './session.fixture.ts'
import { choose, leave, open, type Read } from './whole-screen.fixture.tsx'

afterEach(leave)
const session = somebody('Administrator', 'employer')

/** A row that any picker takes: its key by every name that keys have. */
const keys = ['ClientId', 'ProductId', 'TestId', 'ElementId', 'SpecimenId', 'InstrumentId', 'RoleId', 'UserId']
const row = {
  ...Object.fromEntries(keys.map((name) => [name, 7])),
  ...{ Name: 'The seventh', RoleName: 'The seventh', FullName: 'The seventh', Code: 'P007', ClientTypeId: 10 },
}
const some = ({ url }: Tried): unknown =>
  /^\/api\/(getdata\/\d+|clients|tests|elements|specimens|instruments|labinstruments|roles|products)$/.test(
    url.pathname,
  )
    ? [row]
    : undefined

const heights = (): Record<string, number> =>
  Object.fromEntries(
    [...document.querySelectorAll('.grid-card')].map((card) => [
      card.getAttribute('aria-label') ?? '',
      Math.round(card.getBoundingClientRect().height - 38),
    ]),
  )
const grid = (name: string) => page.getByRole('grid', { name, exact: true })
const lines = (name: string): HTMLElement[] =>
  [...grid(name).element().querySelectorAll<HTMLElement>('[role=row][aria-rowindex]')].filter(
    (line) => line.querySelector('[role=gridcell]') !== null,
  )
/** Number of rows, the place of the last one, and what it shows but for its hint. */
const end = (name: string) => {
  const table = grid(name).element()
  table.scrollTo(0, table.scrollHeight)
  const last = lines(name).at(-1)
  const texts = [...(last?.querySelectorAll('[role=gridcell]:not(:has(.quiet))') ?? [])].map((cell) => cell.textContent)
  return [table.getAttribute('aria-rowcount'), last?.getAttribute('aria-rowindex'), texts.join('').trim()]
}

/** By the address of a new record: its grids with the column that picks, and their decided heights. */
test.each<[address: string, columns: Readonly<Record<string, number>>, heights: Readonly<Record<string, number>>]>([
  [
    '/products',
    { Tests: 1, 'Sub-products': 1, 'Product Labs': 0 },
    { Tests: 250, 'Sub-products': 250, 'Product Labs': 250 },
  ],
  ['/tests', { Elements: 1 }, { Elements: 250 }],
  ['/elements', { Specimens: 0, 'Reference Ranges': 0 }, { Specimens: 250, 'Reference Ranges': 350 }],
  ['/labinstruments', { Elements: 1 }, { Elements: 250 }],
  ['/users', { Roles: 0, Entities: 1 }, {}],
  ['/pricelists', { Products: 0 }, { Products: 350 }],
  ['/referralschemes', { Products: 0 }, { Products: 350 }],
  ['/lists', {}, { 'List Items': 350 }],
  ['/targets', {}, { Products: 250, 'Clients and doctors': 250 }],
])(
  'MDA-011 MDA-013 MDA-357 MDA-358 on %s each grid has its decided height and rows of 40 pixels, ends in an empty row, and gets another one when that is filled',
  async (address, columns, decided) => {
    await open(address, { session, some })
    if (address === '/elements') await choose('ResultTypeId', resultType.Numeric)
    await expect.poll(heights).toMatchObject(decided)
    for (const name of Object.keys(decided))
      expect([name, lines(name)[0]?.getBoundingClientRect().height]).toEqual([name, 40])
    for (const [name, column] of Object.entries(columns)) {
      // the head is the first row
      expect([name, ...end(name)]).toEqual([name, '2', '2', ''])
      const cell = lines(name).at(-1)?.querySelectorAll('[role=gridcell]')[column]
      if (!cell) throw new Error(`${name} has no column ${column}`)
      await userEvent.click(page.elementLocator(cell))
      await userEvent.keyboard('The')
      await expect
        .element(page.getByRole('dialog').getByRole('row', { selected: true }).getByText('The seventh').first())
        .toBeVisible()
      await userEvent.keyboard('{Enter}')
      await expect.poll(() => [name, ...end(name)]).toEqual([name, '3', '3', ''])
      expect(lines(name)[0]?.textContent).toMatch(/The seventh|P007/)
    }
  },
)

const line = {
  SaleProductId: 1,
  ...{ Price: 550, DiscountPercent: 0, CommissionPercent: 20, Commission: 110 },
  Product: { Code: 'P001', Name: 'Complete Blood Count (CBC)' },
  Sale: { SaleId: 7, SaleDate: '2026-11-24T17:28:00.000Z', Patient: { Name: 'Ramesh Joshi' }, Due: 0 },
}
const price = { PriceListId: 1, Price: 350, EffectiveFromDate: '2026-04-01', Seller: { Name: 'Central Laboratory' } }
test.each<[address: string, read: Read, heights: Readonly<Record<string, number>>, rowsIn: readonly string[]]>([
  [
    '/referrals?ReferralId=1',
    [['/api/referrals/1', {}, { ReferralId: 1, RowVersion: 1, StatusId: 110, SaleProducts: [line] }]],
    { Sales: 350 },
    ['Sales'],
  ],
  [
    '/products?ProductId=7',
    [
      [
        '/api/products/7',
        {},
        { ...row, RowVersion: 1, PriceLists: [price], Tests: [], SubProducts: [], ProductLabs: [] },
      ],
    ],
    { 'Price Lists': 250, Tests: 50 },
    ['Price Lists'],
  ],
  [
    '/lists?ListId=7',
    [['/api/lists/7', {}, { ListId: 7, ListName: 'Nothing yet', RowVersion: 1, ListItems: [] }]],
    { 'List Items': 50 },
    [],
  ],
])(
  'MDA-013 MDA-357 MDA-358 read, %s has its grids in their decided height, 50 where one is empty, and rows of 40 pixels',
  async (address, read, decided, rowsIn) => {
    await open(address, { session, read })
    await expect.poll(heights).toMatchObject(decided)
    for (const name of rowsIn) expect([name, lines(name)[0]?.getBoundingClientRect().height]).toEqual([name, 40])
  },
)

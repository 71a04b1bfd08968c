// The column that a list is sorted by shows with its arrow, however little room there is.
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { goTo, leave } from '../screen/address.fixture.tsx'
import { somebody } from '../screen/session.fixture.ts'

// the shell and its models are fetched once, which takes a busy machine a while
beforeAll(() => goTo('/summary/departments', somebody()), 60_000)
beforeEach(() => page.viewport(1280, 800))
afterEach(leave)

const sale = {
  SaleId: 1007,
  SaleDate: '2026-11-20T08:37:00.000Z',
  InvoiceNo: 'NCL/26-27/000426',
  LRN: 'NCL2611000426',
  Patient: 'Sunita Prakash Sonawane',
  Phone: '98220 12345',
  SaleStatus: 'Partially released',
  Seller: 'Nashik Clinical Laboratory',
  Buyer: 'Asha Hospital and Research Centre',
  Referrer: 'Dr Aarti Deshmukh Kulkarni',
  NetAmount: 123456,
  PaidAmount: 23456,
  Outstanding: 100000,
}
const open = (search: string) =>
  goTo(`/summary/sales?filter=start${search}`, somebody(), {
    some: ({ url }) => (url.pathname === '/api/getdata/1001' ? [sale] : undefined),
  })
const head = (name: string) => page.getByRole('columnheader', { name, exact: true })
const isSorted = async (title: string, way: string) => {
  await expect.element(head(title)).toHaveAttribute('aria-sort', way)
  await expect.element(head(title).getByRole('button')).toBeInViewport({ ratio: 1 })
  expect(head(title).element().querySelectorAll('svg')).toHaveLength(1)
}

test.each([
  ['Outstanding', 'Outstanding'],
  ['Net Amount', 'NetAmount'],
  ['Referrer', 'Referrer'],
  ['Buyer', 'Buyer'],
])('sorted by %s that column stays, either way, and others make room', async (title, name) => {
  for (const [sort, way] of [
    [name, 'ascending'],
    [`-${name}`, 'descending'],
  ] as const) {
    await open(`&sort=${sort}`)
    await isSorted(title, way)
    await expect.element(head('Patient')).toBeVisible()
    expect(head('Paid Amount').elements()).toEqual([])
  }
})

test('a head that is pressed once more keeps its column and its arrow', async () => {
  await open('&sort=Outstanding')
  for (const way of ['descending', 'ascending']) {
    await userEvent.click(head('Outstanding').getByRole('button'))
    await isSorted('Outstanding', way)
  }
})

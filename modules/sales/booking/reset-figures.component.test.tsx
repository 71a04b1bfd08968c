// A header field of a bill changes: the question before any figure does, the lines that Yes resets, and No.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientType } from '../../lists/items.model.ts'
import { answerSome, type Tried } from '../../../web/screen/no-server.fixture.ts'
import { addProducts } from './products.fixture.tsx'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { box, control, leave, open, pick } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const clients = [
  { ClientId: 5, Name: 'Asha Rao', ClientTypeId: clientType.Patient },
  { ClientId: 12, Name: 'Hadapsar Centre', ClientTypeId: clientType.CollectionCentre },
  { ClientId: 21, Name: 'Sunrise Hospital', ClientTypeId: clientType.Institution },
  { ClientId: 141, Name: 'Om Health Assist', ClientTypeId: clientType.Referrer, CanRefer: true },
]
const products = [
  { ProductId: 3001, Code: 'P001', Name: 'Blood Count', IsLocalProduct: false },
  { ProductId: 3017, Code: 'P017', Name: 'HbA1c', IsLocalProduct: false },
]
const [old, fresh] = [
  { Price: 350, Discount: 10, Commission: 8, PriceSource: 'List', CommissionSource: 'Scheme' },
  { Price: 400, Discount: 12, Commission: 9, PriceSource: 'List', CommissionSource: 'Scheme' },
]
/** Price, discount and commission of each line. */
const figures = (): string[][] =>
  [2, 3].map((row) =>
    [...document.querySelectorAll(`[aria-label=Products] [role=row][aria-rowindex="${row}"] [role=gridcell]`)]
      .slice(2, 5)
      .map((cell) => cell.textContent.trim()),
  )
const both = (...line: string[]): string[][] => [line, line]
const before = both('350.00', '10.00', '8.00')

/** A walk-in bill of two products, or of fewer. */
const bill = async (count = products.length): Promise<readonly Tried[]> => {
  await open('/sales', { session: somebody('BusinessManager') })
  const calls = answerSome(({ url }) => {
    const named = (url.searchParams.get('Name') ?? '').toLowerCase()
    const code = url.searchParams.get('Code') ?? url.searchParams.get('Name') ?? ''
    if (url.pathname === '/api/getdata/101')
      return products.filter(({ Code }) => Code.includes(code.toUpperCase())).map((one) => ({ ...one, ...old }))
    if (url.pathname === '/api/getdata/100') return products.map((one) => ({ ...one, ...fresh }))
    if (/^\/api\/(getdata\/20\d|clients)$/.test(url.pathname))
      return clients.filter(({ Name }) => Name.toLowerCase().includes(named))
    return undefined
  })
  await pick('PatientId', 'Patient', 'Asha Rao')
  await expect.poll(() => control('BuyerId').value).toBe('Asha Rao')
  await addProducts(...products.slice(0, count).map(({ Code }) => Code))
  await expect.poll(() => figures().slice(0, count)).toEqual(before.slice(0, count))
  return calls
}
const changes = {
  SaleDate: async () => {
    await userEvent.fill(box('SaleDate'), '05-11-2026')
    await userEvent.keyboard('{Tab}')
  },
  SellerId: () => pick('SellerId', 'Seller', 'Hadapsar Centre'),
  BuyerId: () => pick('BuyerId', 'Buyer', 'Sunrise Hospital'),
  ReferrerId: () => pick('ReferrerId', 'Referrer', 'Om Health Assist'),
} as const

/** What the prices are asked with after it. */
const asks: Readonly<Record<keyof typeof changes, Record<string, unknown>>> = {
  SaleDate: { SaleDate: expect.stringMatching(/^2026-11-0[45]T/) },
  SellerId: { SellerId: '12' },
  BuyerId: { BuyerTypeId: String(clientType.Institution), BuyerId: '21' },
  ReferrerId: { ReferrerId: '141' },
}

/** The beginning of the question. */
const all = 'Reset all prices, discounts and commissions in this bill using the new'
test.each([
  ['OPS-158', 'SaleDate', `${all} sale date`, both('400.00', '12.00', '9.00')],
  ['OPS-159', 'SellerId', `${all} seller`, both('400.00', '12.00', '9.00')],
  [
    'OPS-160',
    'BuyerId',
    'Reset all prices and discounts in this bill using the new buyer',
    both('400.00', '12.00', '8.00'),
  ],
  [
    'OPS-161',
    'ReferrerId',
    'Reset all commissions in this bill using the new referrer',
    both('350.00', '10.00', '9.00'),
  ],
] as const)(
  '%s OPS-162 OPS-163 OPS-308 another %s asks before any figure changes: No keeps all lines, Yes sets them',
  async (_id, name, text, after) => {
    for (const answer of ['No', 'Yes'] as const) {
      const calls = await bill()
      await changes[name]()
      await expect.element(page.getByText(text, { exact: true })).toBeVisible()
      expect(figures()).toEqual(before)
      await userEvent.click(page.getByRole('button', { name: answer, exact: true }))
      await expect.element(page.getByText(text)).not.toBeInTheDocument()
      await expect.poll(figures).toEqual(answer === 'Yes' ? after : before)
      const asked = calls.filter(({ url }) => url.pathname === '/api/getdata/100')
      expect(asked.map(({ url }) => Object.fromEntries(url.searchParams))).toEqual(
        answer === 'Yes' ? [expect.objectContaining({ ProductId: '3001,3017', ...asks[name] })] : [],
      )
    }
  },
)

test.each(['SaleDate', 'SellerId', 'BuyerId', 'ReferrerId'] as const)(
  'OPS-163 another %s asks with one product, and with none it does not',
  async (name) => {
    const asked = page.getByRole('dialog', { name: 'Confirmation' })
    // a minute may pass between the two bills
    const day = () => control(name).value.replace(/ \d\d:\d\d [AP]M$/, '')
    await bill(1)
    await changes[name]()
    await expect.element(asked.getByText('Reset all', { exact: false })).toBeVisible()
    await userEvent.click(asked.getByRole('button', { name: 'No', exact: true }))
    await expect.element(asked).not.toBeInTheDocument()
    const kept = day()
    await bill(0)
    await changes[name]()
    await expect.poll(day).toBe(kept)
    expect(asked.elements()).toEqual([])
  },
)

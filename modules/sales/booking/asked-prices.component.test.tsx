// The price request of a sale on screen: buyer, seller, day and products, and what the screen does with the answer.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clientType } from '../../lists/items.model.ts'
import { answerSome, type Tried } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { box, control, leave, open, picked } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const manager = somebody('BusinessManager')
const patient = { ClientId: 5, Name: 'Asha Rao', ClientTypeId: clientType.Patient }
const found = { ClientTypeId: '12', ParentId: manager.User.EmployerId, Name: '', limit: 100 }
const prices = { Price: 350, Discount: 10, Commission: 8, PriceSource: 'List', CommissionSource: 'Scheme' }
const cbc = { ProductId: 3001, Code: 'P001', Name: 'Complete Blood Count', IsLocalProduct: false }
const cells = (): string[] =>
  [...document.querySelectorAll('[aria-label=Products] [role=row][aria-rowindex="2"] [role=gridcell]')].map((cell) =>
    cell.textContent.trim(),
  )
const queryOf = (calls: readonly Tried[], path: string): Record<string, string> | undefined => {
  const last = calls.findLast(({ url }) => url.pathname === path)
  return last && Object.fromEntries(last.url.searchParams)
}

test('OPS-164 prices are requested at picking and again with buyer, its type, seller, referrer and date; the answer fills the line', async () => {
  await open('/sales', { session: manager, read: [picked('/api/getdata/200', found, [patient])] })
  let dearer = 0
  const calls = answerSome(({ url }) => {
    if (url.pathname === '/api/getdata/101') return [{ ...cbc, ...prices }]
    if (url.pathname === '/api/getdata/100') return [{ ...cbc, ...prices, Price: 350 + (dearer += 50), Commission: 9 }]
    return undefined
  })
  await userEvent.click(box('PatientId'))
  await userEvent.keyboard('{F2}')
  await expect.element(page.getByRole('dialog', { name: 'Patient' }).getByText('Asha Rao')).toBeVisible()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => control('BuyerId').value).toBe('Asha Rao')
  const parties = {
    BuyerTypeId: String(clientType.Patient),
    BuyerId: '5',
    SellerId: String(manager.Entity.ClientId),
    SaleDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  }
  const head = page.getByRole('grid', { name: 'Products' }).getByRole('columnheader').first()
  head.element().focus()
  await userEvent.keyboard('P001')
  await expect.element(page.getByRole('dialog', { name: 'Product' }).getByRole('row', { selected: true })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => cells().slice(0, 6)).toEqual(['P001', cbc.Name, '350.00', '10.00', '8.00', '315.00'])
  expect(queryOf(calls, '/api/getdata/101')).toMatchObject(parties)

  await userEvent.fill(box('SaleDate'), '05-11-2026')
  await userEvent.keyboard('{Tab}')
  await userEvent.click(page.getByRole('button', { name: 'Yes' }))
  await expect.poll(() => cells().slice(2, 6)).toEqual(['400.00', '10.00', '9.00', '360.00'])
  expect(queryOf(calls, '/api/getdata/100')).toMatchObject({
    ...parties,
    ProductId: '3001',
    SaleDate: expect.stringMatching(/^2026-11-0[45]T/),
  })
})

// The lines of a bill show consent where a product asks for it, or where it is given.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const hiv = 3045
const edit = async (ProductId: number, more: object = {}) => {
  const line = {
    ...{ SaleProductId: 1, ProductId, Price: 100, Amount: 100, StatusId: 101 },
    Product: { ProductId, Code: 'P', Name: 'Panel', IsLocalProduct: false },
    ...more,
  }
  const sale = {
    ...{ SaleId: 7, RowVersion: 1, StatusId: 92, ReportOut: false, LegInvoiced: false, WorkEntered: false },
    ...{ SaleDate: '2026-11-20T05:00:00.000Z', CollectionDate: '2026-11-20T05:00:00.000Z' },
    ...{ PatientId: 5, BuyerId: 5, Patient: { ClientId: 5, Name: 'Asha Rao' }, Invoice: null },
    ...{ SaleProducts: [line], Samples: [], Actions: { update: true } },
  }
  await open('/sales?SaleId=7', { session: somebody('FrontDesk'), read: [['/api/sales/7', {}, sale]] })
  const Consent = ProductId === hiv ? [hiv] : []
  answerSome(
    ({ url }) =>
      ({ '/api/locks/': {}, '/api/sales/7': sale, '/api/asks/products': { Asks: [], Consent } })[url.pathname],
  )
  await expect.element(page.getByRole('button', { name: 'Edit', exact: true })).toBeVisible()
  await userEvent.keyboard('{Alt>}e{/Alt}')
  await expect.element(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible()
}
const grid = page.getByRole('grid', { name: 'Products' })
const columns = () =>
  ['Consent By', 'Consent Name', 'Consent'].filter(
    (name) => grid.getByRole('columnheader', { name, exact: true }).elements().length > 0,
  )

test('a product that asks for consent shows its columns, another does not', async () => {
  await edit(hiv)
  await expect.poll(columns).toEqual(['Consent By', 'Consent Name', 'Consent'])
  await edit(3001)
  await expect.element(grid.getByText('Panel')).toBeVisible()
  expect(columns()).toEqual([])
})

test('what is given shows, whatever the product asks today', async () => {
  await edit(3001, { ConsentBy: 'guardian', ConsentName: 'Asha Patil', ConsentForm: 'written' })
  await expect.element(grid.getByText('Asha Patil')).toBeVisible()
})

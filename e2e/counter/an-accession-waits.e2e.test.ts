// An accession that waits for credit: a desk sees why, a manager of the laboratory goes on with a reason, by keys.
import { expect, test } from 'vitest'
import { paymentType } from '../../modules/lists/items.model.ts'
import { booked, product, saleOf } from '../../modules/sales/sales.fixture.ts'
import { setRows } from '../../server/testing/rows.ts'
import { button, gone, journeyForTests, shows } from '../hands/journey.ts'
import { readSale } from '../hands/sale.ts'

const { here, desk } = journeyForTests('desk')

test("a sale of a centre without credit says what it waits for; the laboratory's manager goes on with a reason", async () => {
  const sale = await booked(desk, { SellerId: 12, products: [product.cbc] })
  await setRows(here.app, 'clients', { ClientId: 12 }, { PaymentTypeId: paymentType.Credit, CreditLimit: 0 })
  const { page: counter } = await here.visit('labdesk', 5, 2)
  await readSale(counter, sale.SaleId)
  await button(counter, 'Accession').press('Enter')
  await shows(counter.locator('.band[role=status]').filter({ hasText: /The accession waits\. .*no credit/ }))
  expect((await saleOf(desk, sale.SaleId)).AccessionNo).toBe(null)
  const { page } = await here.visit('manager', 2, 2)
  await readSale(page, sale.SaleId)
  await shows(page.locator('.band[role=status]').filter({ hasText: /no credit/ }))
  await page.keyboard.press('Alt+a')
  const dialog = page.getByRole('dialog')
  await shows(dialog.getByText(/no credit/))
  await dialog.getByLabel('Override remarks').fill('The cheque is in the post')
  await dialog.getByRole('button', { name: 'Yes' }).press('Enter')
  await gone(button(page, 'Accession'))
  expect(await page.locator('.band[role=status]').count()).toBe(0)
  const { AccessionNo, WaitsBecause } = await saleOf(desk, sale.SaleId)
  expect([AccessionNo, WaitsBecause]).toEqual([expect.any(String), null])
})

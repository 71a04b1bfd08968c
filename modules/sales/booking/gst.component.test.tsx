// The GST of a sale on screen: in the net amount, and of which line at which rate; one that is exempt says nothing.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const line = {
  ...{ SaleProductId: 71, ProductId: 3001, Price: 118, DiscountPercent: 0, Amount: 118, StatusId: 101 },
  ...{ Product: { Code: 'P001', Name: 'Fitness Certificate' }, GstRate: 18, Sac: '999799' },
}
const sale = {
  ...{ SaleId: 7, RowVersion: 1, StatusId: 95, SellerId: 2, BuyerId: 50, PatientId: 50 },
  ...{ GrossAmount: 118, Discount: 0, AddlDiscount: 0, Rounding: 0, NetAmount: 118, Paid: 0, Outstanding: 118 },
}
const opened = async (more: object): Promise<void> => {
  await open('/sales?SaleId=7', {
    session: somebody('BusinessManager'),
    read: [['/api/sales/7', {}, { ...sale, ...more }]],
  })
}
const totals = (): string => page.getByRole('region', { name: 'Totals' }).element().textContent

test('a taxed sale shows what its net amount has of GST, and the line its rate and code', async () => {
  await opened({ SaleProducts: [line], GstAmount: 18 })
  await expect.poll(totals).toMatch(/Net Amount₹118\.00GST included18\.00Paid/)
  await userEvent.click(page.getByRole('button', { name: 'Why this price' }))
  await expect.element(page.getByText('In the price, SAC 999799')).toBeVisible()
})

test('an exempt sale shows neither', async () => {
  await opened({ SaleProducts: [{ ...line, GstRate: null, Sac: null }], GstAmount: null })
  await expect.poll(totals).toMatch(/Net Amount₹118\.00Paid/)
  await userEvent.click(page.getByRole('button', { name: 'Why this price' }))
  await expect.element(page.getByText('As the list gives it')).toBeVisible()
  await expect.element(page.getByText('GST %')).not.toBeInTheDocument()
})

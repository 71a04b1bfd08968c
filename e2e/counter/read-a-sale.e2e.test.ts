// A sale on its screen, in a real browser: fields, grids, figures, the doctors and patients to choose from.
import { beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { formatMoney } from '../../core/money.ts'
import { accessioned, booked, mode, product } from '../../modules/sales/sales.fixture.ts'
import { sql } from '../../server/db/db.ts'
import type { Read } from '../../server/testing/answers.ts'
import { arrives, button, journeyForTests, settles, shows } from '../hands/journey.ts'
import { linesOf, products, readSale, totals } from '../hands/sale.ts'

const { here, desk, manager } = journeyForTests('desk', 'manager')
let paid: Read<'sales'>
beforeAll(async () => {
  paid = await booked(manager, {
    products: [
      product.cbc,
      { ProductId: product.lipids, Price: 700, DiscountPercent: 10, CommissionPercent: 0, Remarks: 'Camp rate' },
    ],
    AddlDiscount: 20,
    receipts: [
      { Amount: 100, PaymentModeId: mode.cash },
      { Amount: 50, PaymentModeId: mode.cash },
    ],
  })
})

const visit = () => here.visit('labdesk', 5, 2)
const heads = (page: Page, name: string) => page.getByRole('grid', { name }).getByRole('columnheader').allInnerTexts()
const productHeads = ['Code', 'Name', 'Price', 'Discount %', 'Commission %', 'Amount', 'LRN', 'Remarks', 'Status']
const receiptHeads = ['Date', 'Mode', 'Amount', 'Reference', 'Remarks']

test('OPS-059 a sale opens from the list under its SaleId', async () => {
  const { page } = await visit()
  await page.goto('/summary/sales')
  const asked = page.waitForRequest(
    (request) => new URL(request.url()).pathname === `/api/sales/${String(paid.SaleId)}`,
  )
  await page.getByRole('row', { name: new RegExp(String(paid.LRN)) }).dblclick()
  await arrives(page, '/sales')
  expect(new URL(page.url()).search).toBe(`?SaleId=${String(paid.SaleId)}`)
  expect((await asked).method()).toBe('GET')
  await shows(page.getByRole('heading', { name: `Sale ${String(paid.SaleId)}` }))
})

test('OPS-063 once a receipt’s batch is closed, its row shows the day of closing', async () => {
  const sale = await booked(manager, { receipts: [{ Amount: 75, PaymentModeId: mode.cash }] })
  const [receipt] = sale.Invoice.Transactions
  await here.app.db.transaction((tx) =>
    tx.run(sql`
      with
        closed as (
          insert into
            tran_batches (owner_id)
          select
            user_id
          from
            users
          limit
            1
          returning
            batch_id
        )
      update transactions
      set
        batch_id = (
          select
            batch_id
          from
            closed
        )
      where
        transaction_id = ${receipt?.TransactionId}
    `),
  )
  // money moves only while a batch is open
  await here.app.db.transaction((tx) =>
    tx.run(sql`
      update tran_batches
      set
        close_date = '2026-11-20T12:30:00Z'
      where
        batch_id = (
          select
            batch_id
          from
            transactions
          where
            transaction_id = ${receipt?.TransactionId}
        )
    `),
  )
  const { page } = await visit()
  await readSale(page, sale.SaleId)
  expect(await heads(page, 'Receipts')).toEqual([...receiptHeads, 'Batch closed'])
  await shows(
    linesOf(page.getByRole('grid', { name: 'Receipts' }))
      .first()
      .getByText('20-Nov-2026', { exact: true }),
  )
  await readSale(page, paid.SaleId)
  expect(await heads(page, 'Receipts')).toEqual(receiptHeads)
  expect((await heads(page, 'Products')).filter((head) => head !== 'Actions')).toEqual(productHeads)
})

test('OPS-064 the sale’s six amounts show below it', async () => {
  const { page } = await visit()
  await readSale(page, paid.SaleId)
  const money = (name: keyof Read<'sales'>) => formatMoney(Number(paid[name]))
  const wanted = {
    'Gross Amount': money('GrossAmount'),
    Discount: money('Discount'),
    'Additional Discount': money('AddlDiscount'),
    'Net Amount': formatMoney(Number(paid.NetAmount), { symbol: true }),
    Paid: money('Paid'),
    Outstanding: money('Outstanding'),
  }
  await settles(() => totals(page), wanted)
  expect(Object.values(wanted)).not.toContain('0.00')
  expect(await linesOf(products(page)).count()).toBe(2)
})

test('OPS-147 an accessioned sale takes no further line, any other does', async () => {
  const { page } = await visit()
  for (const [sale, growing] of [
    [await accessioned(desk), false],
    [await booked(desk), true],
  ] as const) {
    await readSale(page, sale.SaleId)
    await page.keyboard.press('Alt+e')
    await shows(button(page, 'Save'))
    await settles(() => linesOf(products(page)).count(), growing ? 2 : 1)
    expect(await products(page).getByText('Code or name of the next product').count()).toBe(growing ? 1 : 0)
    await page.keyboard.press('Alt+d')
    await shows(button(page, 'Edit'))
  }
})

// Printing money: the dialog offers the voucher that this money has, whatever was printed last.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { remember } from '../../web/session/preferences.ts'

afterEach(leave)
const templates = [
  { TemplateId: 1, Name: 'Receipt voucher', Layout: 'receipt' },
  { TemplateId: 2, Name: 'Refund voucher', Layout: 'refund' },
]

test.each([
  ['Receipt', 'Receipt voucher', 2],
  ['Refund', 'Refund voucher', 1],
])('a %s is printed by its %s after money of the other kind', async (Kind, voucher, last) => {
  await open('/transactions?TransactionId=7', {
    read: [
      ['/api/transactions/7', {}, { TransactionId: 7, RowVersion: 1, Kind, Actions: { print: true } }],
      ['/api/getdata/41', { Module: 'transactions' }, templates],
    ],
  })
  remember('print.transactions', [last])
  await userEvent.click(page.getByRole('button', { name: 'Print' }))
  const boxes = page.getByRole('dialog', { name: 'Print' }).getByRole('checkbox')
  await expect
    .poll(() => boxes.elements().map((box) => [box.parentElement?.textContent, box.matches(':checked')]))
    .toEqual([[voucher, true]])
})

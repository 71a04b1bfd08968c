// A batch on screen: its totals by payer type and payment mode.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const [cash, upi] = [40, 42]
const paid = (TransactionId: number, ClientType: string, PaymentModeId: number, Amount: number) => ({
  TransactionId,
  PaymentModeId,
  Amount,
  PaymentMode: { ItemLabel: PaymentModeId === cash ? 'Cash' : 'UPI' },
  Giver: { ClientId: 5, Name: 'Somebody', ClientType },
})

test('OPS-117 each cell of the matrix is the sum of its payer type and payment mode', async () => {
  const Transactions = [
    paid(1, 'Patient', cash, 100),
    paid(2, 'Patient', cash, 50.5),
    paid(3, 'Patient', upi, 20),
    paid(4, 'Institution', cash, 1000),
    paid(5, 'Institution', upi, 300),
    paid(6, 'Institution', upi, 7),
  ]
  const batch = { BatchId: 9, RowVersion: 1, OwnerId: 5, TotalAmount: 1477.5, Transactions }
  await open('/tranbatches?BatchId=9', { session: somebody('Accounts'), read: [['/api/tranbatches/9', {}, batch]] })
  await expect.element(page.getByRole('region', { name: 'Totals' })).toBeVisible()
  const rows = [...document.querySelectorAll('[aria-label=Totals] tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  )
  expect(rows).toEqual([
    ['Payer', 'Cash', 'UPI', 'Total'],
    ['Patient', '150.50', '20.00', '170.50'],
    ['Institution', '1,000.00', '307.00', '1,307.00'],
    ['Total', '1,150.50', '327.00', '1,477.50'],
  ])
})

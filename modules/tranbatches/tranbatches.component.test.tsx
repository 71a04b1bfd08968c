// A batch on screen: its totals by payer type and payment mode.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
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
  const batch = { BatchId: 9, RowVersion: 1, OwnerId: 6, Status: 'Open', TotalAmount: 1477.5, Transactions }
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

test('by notes and coins the dialog adds up the cash, and the owner of an open batch sees no total', async () => {
  const batch = {
    BatchId: 9,
    RowVersion: 1,
    OwnerId: 5,
    Status: 'Open',
    NotesInUse: '500, 100',
    Transactions: [paid(1, 'Patient', cash, 700), paid(2, 'Patient', upi, 20)],
  }
  await open('/tranbatches?BatchId=9', { session: somebody('FrontDesk'), read: [['/api/tranbatches/9', {}, batch]] })
  await expect.element(page.getByText('Shown once the batch is counted.')).toBeVisible()
  expect(document.body.textContent).not.toContain('720.00')
  await page.getByRole('button', { name: 'Close Batch' }).click()
  await page.getByLabelText('Pieces of 500').fill('1')
  await page.getByLabelText('Pieces of 100').fill('2')
  await page.getByLabelText('Counted, UPI').fill('20')
  await expect.element(page.getByRole('row', { name: /^Cash/ })).toHaveTextContent('Cash700.00')
  await expect.element(page.getByRole('row', { name: /^Total/ })).toHaveTextContent('Total720.00')
})

test.each(['Enter', ' '])(
  '"%s" that bounces when it closes a batch opens nothing of the screen behind',
  async (key) => {
    const batch = {
      BatchId: 9,
      RowVersion: 1,
      OwnerId: 5,
      Status: 'Open',
      Transactions: [paid(1, 'Patient', cash, 700)],
    }
    const closed = { ...batch, RowVersion: 2, Status: 'Closed' }
    const press = (pressed: string) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { key: pressed, bubbles: true, cancelable: true }),
      )
    await open('/tranbatches?BatchId=9', {
      session: somebody('FrontDesk'),
      read: [['/api/tranbatches/9', {}, batch]],
      some: ({ method, url }) => {
        if (method === 'GET') return url.pathname === '/api/tranbatches/9' ? closed : undefined
        // while the answer is on its way, and after it the key that opens the sheet of keys
        for (const one of [key, '?']) press(one)
        return { message: 'Batch closed', RowVersion: 2 }
      },
    })
    // by its key: the focus goes back to the act that was next, not to the one that is gone
    await expect.element(page.getByRole('button', { name: 'History' })).toHaveFocus()
    await userEvent.keyboard('{Alt>}b{/Alt}')
    const dialog = page.getByRole('dialog', { name: 'Close Batch' })
    await dialog.getByLabelText('Counted, Cash').fill('700')
    // over the remarks and Cancel
    await userEvent.keyboard('{Tab}{Tab}{Tab}')
    await expect.element(dialog.getByRole('button', { name: 'Close Batch' })).toHaveFocus()
    await userEvent.keyboard(`{${key}}`)
    await expect.element(page.getByText('Batch closed')).toBeVisible()
    await expect.poll(() => [...document.querySelectorAll('dialog h2')].map((one) => one.textContent)).toEqual(['Keys'])
  },
)

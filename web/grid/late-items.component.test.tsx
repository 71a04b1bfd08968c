// A choice in a grid whose items come late: keys wait for them, and the focus remains on a cell that closes without a
// value.
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { choice, money, rows, text } from '../../core/model.ts'
import { clear, drawForm } from '../screen/on-screen.fixture.tsx'
import { Grid } from './grid.tsx'

const fields = {
  Receipts: rows('Receipts', { Mode: choice('Mode', 103), Amount: money('Amount'), Reference: text('Reference') }),
}
const items = [
  { ListItemId: 40, ItemLabel: 'Cash' },
  { ListItemId: 41, ItemLabel: 'Card' },
  { ListItemId: 42, ItemLabel: 'UPI' },
]
const real = globalThis.fetch
let answer: (status?: number) => void = () => undefined
afterEach(() => {
  clear()
  globalThis.fetch = real
})
const drawReceipts = () => {
  const held = new Promise<number>((resolve) => (answer = (status = 200) => resolve(status)))
  globalThis.fetch = async () => {
    const status = await held
    return Response.json(status === 200 ? items : { message: 'Not now' }, { status })
  }
  const form = drawForm(
    <div style={{ width: 600, height: 200, display: 'grid' }}>
      <Grid
        name="Receipts"
        columns={[
          { name: 'Mode', width: 160 },
          { name: 'Amount', width: 120 },
          { name: 'Reference', width: 160 },
        ]}
        blank="Mode and amount of the next receipt"
        card={() => ({ title: 'receipt' })}
      />
    </div>,
    { fields, values: { Receipts: [] } },
  )
  return (): unknown => form.state().values.Receipts
}
const focused = () => document.activeElement?.closest('[role=gridcell]')?.getAttribute('aria-colindex')

test('mode, amount and reference typed before the items arrive go into their cells', async () => {
  const receipts = drawReceipts()
  await userEvent.keyboard('{Tab}u{Enter}500{Enter}4329{Enter}')
  expect(receipts()).toEqual([])
  answer()
  await expect.poll(receipts).toMatchObject([{ Mode: 42, Amount: 500, Reference: '4329' }])
})
test('a choice that closes without a value still gets the next key', async () => {
  const receipts = drawReceipts()
  answer()
  await userEvent.keyboard('{Tab}{Enter}{Enter}')
  await expect.poll(focused).toBe('1')
  await userEvent.keyboard('u{Enter}7{Enter}')
  await expect.poll(receipts).toMatchObject([{ Mode: 42, Amount: 7 }])
})
test('the letter that opens a choice selects its first item with that letter', async () => {
  const receipts = drawReceipts()
  answer()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.poll(() => document.querySelectorAll('select option').length).toBe(4)
  await userEvent.keyboard('{Enter}c{Enter}')
  await expect.poll(receipts).toMatchObject([{ Mode: 40 }])
})
test('items that do not arrive discard the waiting keys', async () => {
  const receipts = drawReceipts()
  await userEvent.keyboard('{Tab}u')
  answer(500)
  await userEvent.keyboard('{Escape}')
  await expect.poll(focused).toBe('1')
  expect(receipts()).toEqual([])
})

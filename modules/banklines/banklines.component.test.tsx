// A line of the bank on screen, posted whole to an own account: by keys, refused at its field, and who may.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const line = {
  BankLineId: 7,
  RowVersion: 1,
  BankAccount: { BankAccountId: 3, Name: 'Current' },
  Day: '2026-11-20',
  Description: 'SMS CHARGES',
  Reference: '',
  Amount: -59,
  Balance: 1000,
  IsMatched: false,
  Items: [],
}
const accounts = [
  { LedgerAccountId: 31, Account: '5210 Local travel', Kind: 'Expense' },
  { LedgerAccountId: 32, Account: '5310 Charges of the bank', Kind: 'Expense' },
]
const shown = (more: object = {}, role: Parameters<typeof somebody>[0] = 'Accounts') =>
  open('/banklines?BankLineId=7', { session: somebody(role), read: [['/api/banklines/7', {}, { ...line, ...more }]] })
const post = page.getByRole('button', { name: 'Post to account' })
const dialog = page.getByRole('dialog', { name: /^Post .*59\.00 of 20-Nov-2026$/ })

test('the whole line is posted to the account that is picked; without one, and refused, it says so at the field', async () => {
  await shown()
  let refusal: Response | undefined = Response.json(
    { message: 'Not posted', errors: { LedgerAccountId: ['This account is not active any more. Choose another'] } },
    { status: 422 },
  )
  const calls = answerSome(({ method, url: { pathname } }) => {
    if (pathname === '/api/getdata/146') return accounts
    if (pathname === '/api/banklines/7') return { ...line, IsMatched: true, OwnAccount: '5310 Charges of the bank' }
    return method === 'PUT' ? (refusal ?? { message: '₹59.00 is posted' }) : undefined
  })
  await userEvent.click(post)
  await expect.element(dialog.getByText(/^SMS CHARGES\. The whole line goes to the account/)).toBeVisible()
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText('Own Account is required')).toBeVisible()
  await userEvent.click(dialog.getByRole('combobox', { name: /^Own Account/ }))
  await userEvent.keyboard('Charges')
  await expect.element(page.getByRole('row', { name: /5310 Charges of the bank/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText('This account is not active any more. Choose another')).toBeVisible()
  refusal = undefined
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(page.getByText('5310 Charges of the bank')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PUT')
  expect(sent.map(({ url, body }) => [url.pathname, body])).toEqual(
    Array(2).fill(['/api/toaccount/banklines/7', expect.objectContaining({ LedgerAccountId: 32 })]),
  )
})

test('a large line is posted by a manager; one that is matched is not posted', async () => {
  await shown({ Amount: -18_000 })
  await expect.element(post).toHaveAttribute('aria-disabled', 'true')
  expect(document.body.textContent).toContain('is posted to an own account by a manager')
  await shown({ Amount: -18_000 }, 'BusinessManager')
  await expect.element(post).not.toHaveAttribute('aria-disabled', 'true')
  await shown({ IsMatched: true })
  await expect.element(page.getByRole('button', { name: 'Undo match' })).toBeVisible()
  expect(post.elements()).toEqual([])
})

test('where no own account is entered the picker says so', async () => {
  await shown()
  answerSome(({ url: { pathname } }) => (pathname === '/api/getdata/146' ? [] : undefined))
  await userEvent.click(post)
  await userEvent.click(dialog.getByRole('combobox', { name: /^Own Account/ }))
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('No own account is entered yet.')).toBeVisible()
  await userEvent.keyboard('rent')
  await expect.element(page.getByText('No match for rent.')).toBeVisible()
})

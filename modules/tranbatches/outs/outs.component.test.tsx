// Cash out of a batch on screen: the slip of a deposit beside it, for who may see it, and kept without leaving.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'

afterEach(leave)
const out = { Kind: 'Deposit', Day: '2026-11-20', BankAccount: { BankAccountId: 3, Name: 'Current' } }
const batch = {
  BatchId: 9,
  RowVersion: 1,
  OwnerId: 5,
  Status: 'Open',
  Transactions: [],
  CashOuts: [
    { ...out, BatchOutId: 71, Amount: -300, SlipNo: 'S1' },
    { ...out, BatchOutId: 72, Amount: -200, SlipNo: 'S2' },
  ],
}
const slip = {
  KeptFileId: 4,
  Kind: 'slip',
  Name: 's1.jpg',
  Size: 900,
  UserId: 5,
  FullName: 'Kiran',
  createdAt: '2026-11-20T05:00:00.000Z',
  About: [71],
  WithdrawnOn: null,
  WithdrawnFor: null,
}
const partsWith = (NewestId: number | null) => [
  { Key: 71, Name: 'Slip S1, ₹300.00 of 20-Nov-2026', NewestId },
  { Key: 72, Name: 'Slip S2, ₹200.00 of 20-Nov-2026', NewestId: null },
]
const at = '/api/tranbatches/9'
const read = (files: readonly object[], newest: number | null = null) =>
  [
    [at, {}, batch],
    [`${at}/files`, {}, files],
    [`${at}/files/parts`, { Kind: 'slip' }, partsWith(newest)],
  ] as const
const paidOut = page.getByRole('dialog', { name: 'Pay out' })
const links = () => page.getByRole('button', { name: 'Show slip' }).elements().length

test('a picture of the slip is added to one of two deposits, and shows beside it at once', async () => {
  await open('/tranbatches?BatchId=9', { session: somebody('Accounts'), read: read([]) })
  await expect.element(page.getByRole('gridcell', { name: /slip S1/ })).toBeVisible()
  expect(links()).toBe(0)
  let kept: readonly object[] = []
  const calls = answerSome(({ method, url: { pathname } }) => {
    if (method === 'POST') {
      kept = [slip]
      return { message: 's1.jpg was saved' }
    }
    return pathname === `${at}/files`
      ? kept
      : pathname === `${at}/files/parts`
        ? partsWith(kept.length > 0 ? 4 : null)
        : undefined
  })
  await userEvent.click(page.getByRole('button', { name: /^Documents/ }))
  await userEvent.click(page.getByLabelText('Slip S1, ₹300.00 of 20-Nov-2026'))
  await userEvent.upload(page.getByLabelText('File'), new File(['picture'], 's1.jpg', { type: 'image/jpeg' }))
  await userEvent.click(page.getByRole('button', { name: 'Add', exact: true }))
  await expect.poll(links).toBe(1)
  const sent = calls.filter(({ method }) => method === 'POST').map(({ url }) => Object.fromEntries(url.searchParams))
  expect(sent).toEqual([{ Kind: 'slip', Name: 's1.jpg', About: '71' }])
})

test('a slip that is withdrawn is not beside its deposit, and the desk has no documents of a batch', async () => {
  const withdrawn = { ...slip, KeptFileId: 5, WithdrawnOn: '2026-11-21T05:00:00.000Z', WithdrawnFor: 'Of another' }
  await open('/tranbatches?BatchId=9', { session: somebody('Auditor'), read: read([slip, withdrawn], 4) })
  await expect.poll(links).toBe(1)
  await open('/tranbatches?BatchId=9', { session: somebody('Auditor'), read: read([withdrawn]) })
  await expect.element(page.getByRole('gridcell', { name: /slip S1/ })).toBeVisible()
  expect(links()).toBe(0)
  await open('/tranbatches?BatchId=9', { session: somebody('FrontDesk'), read: read([slip], 4) })
  await expect.element(page.getByRole('gridcell', { name: /slip S1/ })).toBeVisible()
  expect([links(), page.getByRole('button', { name: /^Documents/ }).elements().length]).toEqual([0, 0])
})

test('cash is paid out to an own account: what is missing is asked for, a refusal stays at its field', async () => {
  await open('/tranbatches?BatchId=9', { session: somebody('Accounts'), read: read([]) })
  let refusal: Response | undefined = Response.json(
    { message: 'Not paid', errors: { LedgerAccountId: ['Cash that is paid out is not posted to an income'] } },
    { status: 422 },
  )
  const calls = answerSome(({ method, url: { pathname } }) => {
    if (pathname === '/api/listitems') return [{ ListItemId: 190, ItemLabel: 'Conveyance' }]
    if (pathname === '/api/getdata/146') return [{ LedgerAccountId: 31, Account: '5210 Local travel', Kind: 'Expense' }]
    if (pathname === at) return batch
    return method === 'PUT' ? (refusal ?? { message: '₹180.00 is paid out' }) : undefined
  })
  await userEvent.click(page.getByRole('button', { name: 'Pay out' }))
  await userEvent.keyboard('{Alt>}s{/Alt}')
  for (const reason of ['Amount is required', 'Category is required', 'Enter what it is paid for'])
    await expect.element(paidOut.getByText(reason)).toBeVisible()
  await userEvent.fill(paidOut.getByLabelText(/^Amount/), '180')
  await userEvent.selectOptions(paidOut.getByRole('combobox', { name: /^Category/ }), 'Conveyance')
  await userEvent.click(paidOut.getByRole('combobox', { name: /^Own Account/ }))
  await userEvent.keyboard('travel')
  await expect.element(page.getByRole('row', { name: /5210 Local travel/ })).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await userEvent.fill(paidOut.getByLabelText(/^What For/), 'Auto to the bank')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(paidOut.getByText('Cash that is paid out is not posted to an income')).toBeVisible()
  refusal = undefined
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(paidOut).not.toBeInTheDocument()
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ url, body }) => [url.pathname, body])
  const body = { Amount: 180, CategoryId: 190, LedgerAccountId: 31, Remarks: 'Auto to the bank' }
  expect(sent).toEqual(Array(2).fill(['/api/payoutbatch/9', expect.objectContaining(body)]))
})

// Printing: the reason that is asked for is typed, and the document is printed then; templates that are offered.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closedCode } from '../../core/refusal.ts'
import { transactions } from '../../modules/transactions/transactions.model.ts'
import { cache } from '../api/cache.ts'
import { Asked } from '../dialog/asked.tsx'
import { RowPrint } from '../list/row-print.tsx'
import { answerSome, bringServerBack, takeServerAway } from '../screen/no-server.fixture.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { remember, remembered } from '../session/preferences.ts'
import { PrintDialog } from './print-dialog.tsx'

beforeEach(takeServerAway)
afterEach(() => {
  clear()
  cache.clear()
  bringServerBack()
  localStorage.removeItem('preference.print.transactions')
})

test('the keys that are typed into the question arrive in it', async () => {
  let isOpen = false
  const calls = answerSome(({ method, url: { pathname } }) => {
    if (pathname === '/api/getdata/41') return [{ TemplateId: 1, Name: 'Report' }]
    if (pathname === '/api/reason/openings') isOpen = true
    if (pathname !== '/api/print/testreports/') return method === 'POST' ? { message: 'Kept' } : undefined
    return isOpen
      ? new Response('<p>Report</p>', { headers: { 'content-type': 'text/html' } })
      : Response.json({ message: 'Enter why', code: closedCode, errors: { Reason: ['Enter why'] } }, { status: 422 })
  })
  draw(
    <>
      <PrintDialog moduleId="testreports" formId={7} onClose={() => undefined} />
      <Asked />
    </>,
  )
  await userEvent.click(page.getByRole('button', { name: 'View on screen' }))
  const question = page.getByRole('dialog', { name: 'Open Sensitive Results' })
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('For the file')
  await expect.element(question.getByRole('textbox')).toHaveValue('For the file')
  await userEvent.click(question.getByRole('button', { name: 'Yes' }))
  await expect.poll(() => calls.filter(({ url }) => url.pathname === '/api/print/testreports/')).toHaveLength(2)
  expect(calls.find(({ url }) => url.pathname === '/api/reason/openings')?.body).toEqual({
    SaleId: 7,
    Reason: 'For the file',
  })
})

test('a row is offered the layouts that it can have, and what was printed last in others is kept for other rows', async () => {
  answerSome(({ url: { pathname } }) => {
    if (pathname === '/api/getdata/41')
      return [
        { TemplateId: 1, Name: 'Receipt', Layout: 'receipt' },
        { TemplateId: 2, Name: 'Refund', Layout: 'refund' },
        { TemplateId: 3, Name: 'Receipt, own paper', Layout: 'receipt' },
      ]
    if (pathname !== '/api/print/transactions/') return undefined
    return new Response('<p>Voucher</p>', { headers: { 'content-type': 'text/html' } })
  })
  const boxes = page.getByRole('dialog', { name: 'Print' }).getByRole('checkbox')
  const offered = () => boxes.elements().map((box) => [box.parentElement?.textContent, box.matches(':checked')])
  const drawn = (row: object) =>
    draw(<RowPrint model={transactions} row={{ TransactionId: 8, ...row }} onClose={() => undefined} />)
  remember('print.transactions', [3])
  drawn({ Kind: 'Refund' })
  await expect.poll(offered).toEqual([['Refund', true]])
  await userEvent.click(page.getByRole('button', { name: 'View on screen' }))
  await expect.poll(() => remembered('print.transactions')).toEqual([3, 2])
  clear()
  drawn({ Kind: 'Receipt' })
  await expect.poll(offered).toEqual([
    ['Receipt', false],
    ['Receipt, own paper', true],
  ])
})

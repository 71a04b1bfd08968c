// Printing what is sensitive: the reason that is asked for is typed, and the document is printed then.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { closedCode } from '../../core/refusal.ts'
import { cache } from '../api/cache.ts'
import { Asked } from '../dialog/asked.tsx'
import { answerSome, bringServerBack, takeServerAway } from '../screen/no-server.fixture.ts'
import { clear, draw } from '../screen/on-screen.fixture.tsx'
import { PrintDialog } from './print-dialog.tsx'

beforeEach(takeServerAway)
afterEach(() => {
  clear()
  cache.clear()
  bringServerBack()
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

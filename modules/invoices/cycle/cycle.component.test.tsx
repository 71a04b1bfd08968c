// Billing a period: the dialog has room before anything is found, and the issued invoices are printed into one file.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cache } from '../../../web/api/cache.ts'
import { answerSome, bringServerBack, takeServerAway } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { SessionContext } from '../../../web/session/session.ts'
import { billCycle } from '../../lists/items.model.ts'
import { InvoiceCycle } from './cycle.screen.tsx'
import '../../../web/tokens.css'
import '../../../web/base.css'

let shown: { root: Root; place: HTMLElement } | undefined
afterEach(() => {
  shown?.root.unmount()
  shown?.place.remove()
  bringServerBack()
  cache.clear()
})
const router = createRouter({ routeTree: createRootRoute() })
const begin = async (without: readonly string[] = []) => {
  takeServerAway()
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={cache}>
        <SessionContext value={somebody('Accounts', 'lab', { without })}>
          <InvoiceCycle />
        </SessionContext>
      </QueryClientProvider>
    </RouterContextProvider>,
  )
  await userEvent.click(page.getByRole('button', { name: 'Bill a period' }))
  await expect.element(page.getByRole('dialog', { name: 'Bill a period' })).toBeVisible()
}
const done = { State: 'done', Done: 2, Total: 2, Errors: [], Title: 'A job' }
const issued = [
  { InvoiceId: 71, InvoiceNo: 'NCL/26-27/000071', Buyer: 'Aster Clinic' },
  { InvoiceId: 72, InvoiceNo: 'NCL/26-27/000072', Buyer: 'Banyan Clinic' },
]
/** A server that has two buyers to bill, issues at once, and prints at once. */
const answering = () =>
  answerSome(({ url: { pathname } }) => {
    if (pathname === '/api/getdata/113')
      return issued.map(({ Buyer }, at) => ({ BuyerId: at + 1, Buyer, Sales: 1, NetAmount: 500 }))
    if (pathname === '/api/generate/invoices') return { JobRunId: 5, message: '2 invoices to issue' }
    if (pathname === '/api/printmany/invoices') return { JobRunId: 6, message: '2 invoices to print' }
    if (pathname === '/api/jobs/5') return { ...done, JobRunId: 5, Message: 'Issued', Result: { Invoices: issued } }
    if (pathname === '/api/jobs/6') return { ...done, JobRunId: 6, Message: '2 invoices printed', HasFile: true }
    return undefined
  })
const issue = async () => {
  await userEvent.selectOptions(page.getByLabelText('Bill Cycle'), String(billCycle.Fortnightly))
  await expect.element(page.getByText('Banyan Clinic')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Issue' }))
  await expect.element(page.getByRole('list', { name: 'Issued invoices' })).toBeVisible()
}

test('before a cycle is chosen no part of the box scrolls, neither on a phone', async () => {
  for (const [width, height] of [
    [1280, 800],
    [390, 700],
  ] as const) {
    await page.viewport(width, height)
    await begin()
    const body = document.querySelector('.modal-body')
    expect([body?.scrollHeight, body?.scrollWidth]).toEqual([body?.clientHeight, body?.clientWidth])
    shown?.root.unmount()
  }
  await page.viewport(1280, 800)
})

test('one button prints all issued invoices into one file, which is opened from there', async () => {
  await begin()
  const calls = answering()
  await issue()
  await userEvent.click(page.getByRole('button', { name: 'Print all' }))
  const dialog = page.getByRole('dialog', { name: 'Print invoices' })
  await expect.element(dialog.getByText('2 invoices printed')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Open' })).toBeVisible()
  expect(calls.filter(({ url }) => url.pathname === '/api/printmany/invoices').map(({ body }) => body)).toEqual([
    { InvoiceIds: [71, 72] },
  ])
})

test('a user who may not print invoices has only the links', async () => {
  await begin(['invoices print'])
  answering()
  await issue()
  expect(page.getByRole('button', { name: 'Print all' }).elements()).toEqual([])
})

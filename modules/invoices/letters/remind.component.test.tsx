// Reminding overdue buyers: who may be reminded is ticked, the others say why not; the ticked ones are sent.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cache } from '../../../web/api/cache.ts'
import { answerSome, bringServerBack, takeServerAway } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { SessionContext } from '../../../web/session/session.ts'
import { ListActs } from '../list-acts.screen.tsx'
import '../../../web/tokens.css'
import '../../../web/base.css'

let shown: { root: Root; place: HTMLElement } | undefined
afterEach(() => {
  shown?.root.unmount()
  shown?.place.remove()
  bringServerBack()
  cache.clear()
})
const session = somebody('Accounts', 'lab')
const router = createRouter({ routeTree: createRootRoute() })
const overdue = { Invoices: 2, Overdue: 500, DueDate: '2026-01-31', RemindedAt: null, Email: 'a@example.com' }
const buyers = [
  { ...overdue, BuyerId: 1, Buyer: 'Aster Clinic' },
  { ...overdue, BuyerId: 2, Buyer: 'Banyan Clinic', Email: null },
  { ...overdue, BuyerId: 3, Buyer: 'Cedar Clinic', RemindedAt: new Date().toISOString() },
  { ...overdue, BuyerId: 4, Buyer: 'Deodar Clinic' },
]

const drawn = (): void => {
  takeServerAway()
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <RouterContextProvider router={router}>
      <QueryClientProvider client={cache}>
        <SessionContext value={session}>
          <ListActs />
        </SessionContext>
      </QueryClientProvider>
    </RouterContextProvider>,
  )
}

test('where no buyer is overdue the dialog says of which seller', async () => {
  drawn()
  answerSome(({ url: { pathname } }) => (pathname === '/api/getdata/115' ? [] : undefined))
  await userEvent.click(page.getByRole('button', { name: 'Remind' }))
  const dialog = page.getByRole('dialog', { name: 'Remind overdue buyers' })
  await expect.element(dialog.getByText(`No buyer of ${session.Entity.Name} is overdue.`)).toBeVisible()
})

test('those who were not reminded of late are ticked, the others say why not, and only the ticked ones are sent', async () => {
  drawn()
  const calls = answerSome(({ url: { pathname } }) => {
    if (pathname === '/api/getdata/115') return buyers
    if (pathname === '/api/remind/invoices') return { message: '1 reminder goes out by e-mail', errors: [] }
    return undefined
  })
  await userEvent.click(page.getByRole('button', { name: 'Remind' }))
  const dialog = page.getByRole('dialog', { name: 'Remind overdue buyers' })
  await expect.element(dialog.getByText('Banyan Clinic has no e-mail address. Enter it under Clients')).toBeVisible()
  await expect.element(dialog.getByText(/^Cedar Clinic was reminded on /)).toBeVisible()
  const box = (name: string) => dialog.getByRole('checkbox', { name: `Remind ${name}` })
  await expect.element(box('Aster Clinic')).toBeChecked()
  await expect.element(box('Banyan Clinic')).toBeDisabled()
  await userEvent.click(box('Aster Clinic'))
  await userEvent.click(dialog.getByRole('button', { name: /^Remind/ }))
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = calls.filter(({ url }) => url.pathname === '/api/remind/invoices').map(({ body }) => body)
  expect(sent).toEqual([expect.objectContaining({ BuyerIds: [4] })])
})

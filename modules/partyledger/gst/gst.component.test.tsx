// Pay GST on screen: offered at a legal entity, asked by the keys, and refused at its field with the dialog open.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { dayOf } from '../../../core/dates.ts'
import { cache } from '../../../web/api/cache.ts'
import { nameColumn } from '../../../web/picker/definition.ts'
import { registerPickers } from '../../../web/picker/pickers.ts'
import { answerSome, bringServerBack, takeServerAway } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { SessionContext } from '../../../web/session/session.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { Gst } from './gst.screen.tsx'
import '../../../web/tokens.css'
import '../../../web/base.css'

registerPickers({ place: { path: '/api/places', key: 'ClientId', columns: [nameColumn], local: true } })
let shown: { root: Root; place: HTMLElement } | undefined
afterEach(() => {
  shown?.root.unmount()
  shown?.place.remove()
  bringServerBack()
  cache.clear()
})
const drawn = (at: 'employer' | 'lab'): void => {
  takeServerAway()
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <QueryClientProvider client={cache}>
      <SessionContext value={somebody('Accounts', at)}>
        <p>Party ledger</p>
        <Gst />
      </SessionContext>
    </QueryClientProvider>,
  )
}
const path = '/api/paygst/partyledger'
const button = page.getByRole('button', { name: 'Pay GST' })
const dialog = page.getByRole('dialog', { name: 'Pay GST' })
const places = [
  { ClientId: 2, Name: 'Central Laboratory' },
  { ClientId: 12, Name: 'Hadapsar' },
]
const refusal = 'Challan 26110001 was paid on 03-Nov-2026 for Hadapsar, transaction 77. Check the number'

/** Types a challan whole, for the laboratory. */
const typed = async (): Promise<void> => {
  dialog
    .getByRole('combobox', { name: /^Place/ })
    .element()
    .focus()
  await userEvent.keyboard('{F2}')
  const picker = page.getByRole('dialog', { name: 'Place' })
  await expect.element(picker.getByText('Hadapsar')).toBeVisible()
  await userEvent.keyboard('central{Enter}')
  await expect.element(picker).not.toBeInTheDocument()
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Amount/ }), '1180.50')
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Challan Number/ }), '26110001')
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Payment Reference/ }), 'NEFT 1')
}

test('a laboratory is not offered it; a challan without its fields is asked for them and not sent', async () => {
  drawn('lab')
  await expect.element(page.getByText('Party ledger')).toBeVisible()
  expect(button.elements()).toEqual([])
  shown?.root.unmount()
  drawn('employer')
  const calls = answerSome(({ url: { pathname } }) => (pathname === '/api/places' ? places : undefined))
  await userEvent.click(button)
  await userEvent.click(dialog.getByRole('button', { name: 'Pay' }))
  for (const message of ['Place is required', 'Amount is required', 'Challan Number is required'])
    await expect.element(dialog.getByText(message)).toBeVisible()
  expect(calls.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('a refused challan stays in the dialog with the reason at its number, and is paid once it is right', async () => {
  drawn('employer')
  let isRefused = true
  const calls = answerSome(({ url: { pathname } }) => {
    if (pathname === '/api/places') return places
    if (pathname !== path) return undefined
    if (!isRefused) return { message: '₹1,180.50 GST paid', TransactionId: 78, Amount: 1180.5 }
    return Response.json({ message: refusal, errors: { ChallanNo: [refusal] } }, { status: 400 })
  })
  await userEvent.click(button)
  await typed()
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText(refusal).first()).toBeVisible()
  await expect.element(dialog.getByRole('textbox', { name: /^Challan Number/ })).toHaveValue('26110001')
  isRefused = false
  await userEvent.fill(dialog.getByRole('textbox', { name: /^Challan Number/ }), '26110002')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog).not.toBeInTheDocument()
  const sent = calls.filter(({ url }) => url.pathname === path).map(({ body }) => body)
  const challan = { SellerId: 2, Amount: 1180.5, Date: dayOf(new Date()), PaymentModeId: paymentMode.BankTransfer }
  expect(sent).toEqual(
    ['26110001', '26110002'].map((ChallanNo) =>
      expect.objectContaining({
        ...challan,
        ChallanNo,
        PaymentRef: 'NEFT 1',
        Month: expect.stringMatching(/^20\d\d-/),
      }),
    ),
  )
})

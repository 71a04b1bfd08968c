// Printing many reports from their list: choosing them by mouse and keys, and the messages of a refusal.
import { QueryClientProvider } from '@tanstack/react-query'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { inputAt } from '../../../web/dialog/input.fixture.ts'
import { cache } from '../../../web/api/cache.ts'
import { bringServerBack, sent, takeServerAway } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { SessionContext } from '../../../web/session/session.ts'
import { PrintMany } from './many.screen.tsx'
import '../../../web/tokens.css'
import '../../../web/base.css'

let shown: { root: Root; place: HTMLElement } | undefined
afterEach(() => {
  shown?.root.unmount()
  shown?.place.remove()
  bringServerBack()
})
const row = (SaleId: number) => ({
  SaleId,
  AccessionNo: `NCL261100000${SaleId}`,
  Patient: `Patient ${SaleId}`,
  ReportedDate: '2026-11-21T12:35:00.000Z',
  State: 'FINAL',
})
const show = (rows: readonly unknown[], without: readonly string[] = []) => {
  takeServerAway()
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <QueryClientProvider client={cache}>
      <SessionContext value={somebody('FrontDesk', 'lab', { without })}>
        <PrintMany query={{ filterCriteria: '{}' }} rows={rows} />
      </SessionContext>
    </QueryClientProvider>,
  )
}
const all = page.getByRole('button', { name: 'Print All' })
const chosen = page.getByRole('button', { name: 'Print chosen' })
const ticks = (): boolean[] =>
  [...document.querySelectorAll<HTMLInputElement>('.choosing tbody input')].map((box) => box.checked)
const begin = async (count = 4) => {
  show(Array.from({ length: count }, (_row, at) => row(at + 1)))
  await userEvent.click(all)
  await expect.element(page.getByRole('dialog', { name: 'Print reports' })).toBeVisible()
}

test('Space ticks, the arrows move, and the ticked reports are printed', async () => {
  await begin()
  await expect.element(chosen).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{ArrowDown} {ArrowDown}{ArrowDown} ')
  await expect.poll(ticks).toEqual([true, false, true, false])
  await expect.poll(() => chosen.element().querySelector('.count')?.textContent).toBe('2')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{ArrowUp} ')
  await expect.poll(ticks).toEqual([false, false, true, false])
})

test('alt+g opens it, and alt+a, which approves elsewhere, does not', async () => {
  show([row(1)])
  await expect.element(all).toHaveAttribute('aria-keyshortcuts', 'Alt+G')
  await userEvent.keyboard('{Alt>}a{/Alt}')
  expect(page.getByRole('dialog').elements()).toEqual([])
  await userEvent.keyboard('{Alt>}g{/Alt}')
  await expect.element(page.getByRole('dialog', { name: 'Print reports' })).toBeVisible()
})

test('with more rows than the dialog shows, the keys still move between the boxes', async () => {
  await begin(100)
  await userEvent.keyboard(' ')
  await expect.poll(() => ticks().filter(Boolean).length).toBe(100)
  await userEvent.keyboard('{ArrowDown} ')
  await expect.poll(() => ticks().slice(0, 2)).toEqual([false, true])
})

test('Shift ticks a range, the head all, then none', async () => {
  await begin()
  await userEvent.click(page.getByLabelText('NCL2611000002, Patient 2'))
  await userEvent.click(page.getByLabelText('NCL2611000004, Patient 4'), { modifiers: ['Shift'] })
  await expect.poll(ticks).toEqual([false, true, true, true])
  const head = page.getByLabelText('All on this page')
  expect(inputAt(head).indeterminate).toBe(true)
  await userEvent.click(head)
  await expect.poll(ticks).toEqual([true, true, true, true])
  await userEvent.click(head)
  await expect.poll(ticks).toEqual([false, false, false, false])
})

test('the dialog shows a refusal, and the ticks remain', async () => {
  await begin()
  await userEvent.click(page.getByLabelText('NCL2611000002, Patient 2'))
  await userEvent.click(chosen)
  await expect.element(page.getByRole('alert').getByText("The server can't be reached.")).toBeVisible()
  expect(sent()).toEqual(['POST /api/printmany/testreports'])
  expect(ticks()).toEqual([false, true, false, false])
  await userEvent.click(page.getByRole('button', { name: 'Print all of the filter' }))
  await expect.poll(() => sent().length).toBe(2)
})

test('an empty list shows why it cannot be printed; without the permit there is no button', async () => {
  show([])
  await expect.element(all).toHaveAttribute('aria-disabled', 'true')
  await expect
    .element(page.getByRole('tooltip', { includeHidden: true }))
    .toHaveTextContent('There is no report to print')
  shown?.root.unmount()
  shown?.place.remove()
  show([row(1)], ['testreports print'])
  await expect.element(all).not.toBeInTheDocument()
})

// Approve normal in the work list: how many it takes, why it does not work, and what is told of those that were left.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { cache } from '../../../web/api/cache.ts'
import { Snackbars } from '../../../web/message/snackbar.tsx'
import { dismiss, readNotes } from '../../../web/message/snackbar-store.ts'
import { bringServerBack, sent, takeServerAway } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { SessionContext } from '../../../web/session/session.ts'
import { LeftOver } from './left.screen.tsx'
import { ApproveNormal } from './normal.screen.tsx'
import '../../../web/tokens.css'
import '../../../web/base.css'

let shown: { root: Root; place: HTMLElement } | undefined
const leave = () => {
  shown?.root.unmount()
  shown?.place.remove()
  bringServerBack()
  for (const { id } of readNotes()) dismiss(id)
}
afterEach(leave)
const show = (what: ReactNode, without: readonly string[] = []) => {
  leave()
  takeServerAway()
  const place = document.body.appendChild(document.createElement('div'))
  shown = { root: createRoot(place), place }
  shown.root.render(
    <QueryClientProvider client={cache}>
      <SessionContext value={somebody('Pathologist', 'lab', { without })}>
        {what}
        <Snackbars />
      </SessionContext>
    </QueryClientProvider>,
  )
}
const approve = page.getByRole('button', { name: 'Approve normal' })
const line = (WorkSheetId: number, ToApprove: number, Normal: number) => ({ WorkSheetId, SaleId: 7, ToApprove, Normal })

test('it counts what is normal on the page and is refused in words; alt+a does the same', async () => {
  show(<ApproveNormal rows={[line(1, 12, 9), line(2, 3, 0)]} />)
  await expect.poll(() => approve.element().querySelector('.count')?.textContent).toBe('9')
  await userEvent.keyboard('{Alt>}a{/Alt}')
  await expect.poll(sent).toEqual(['POST /api/approvenormal/testresults'])
  await expect.element(page.getByText("The server can't be reached.")).toBeVisible()
})

test('where nothing is normal it says so and asks nothing; without the permit it is not there', async () => {
  show(<ApproveNormal rows={[line(1, 12, 0)]} />)
  await expect.element(approve).toHaveAttribute('aria-disabled', 'true')
  await userEvent.keyboard('{Alt>}a{/Alt}')
  await expect
    .element(page.getByRole('status').getByText('Nothing on this page is normal and waits to be approved'))
    .toBeVisible()
  expect(sent()).toEqual([])
  show(<ApproveNormal rows={[line(1, 12, 9)]} />, ['testresults approve'])
  await expect.poll(() => shown?.place.querySelector('.snackbars, [aria-live]')).not.toBeNull()
  expect(approve.elements()).toEqual([])
})

test('what was left stands with its accession, patient, value and reason, and Enter closes it', async () => {
  let closed = 0
  const left = {
    WorkItemId: 5,
    WorkSheetId: 4,
    SaleId: 9,
    AccessionNo: 'NCL2611000007',
    Patient: 'Arun Patil',
    Element: 'Potassium',
    Result: '6.8',
    Reason: 'Potassium: critical value',
  }
  show(<LeftOver answer={{ message: '9 approved, 1 left', Left: [left] }} onClose={() => (closed += 1)} />)
  const dialog = page.getByRole('dialog', { name: 'Left to look at' })
  await expect.element(dialog.getByText('9 approved, 1 left.')).toBeVisible()
  expect([...document.querySelectorAll('.left-over tbody td')].map((cell) => cell.textContent)).toEqual([
    'NCL2611000007',
    'Arun Patil',
    '6.8',
    'Potassium: critical value',
  ])
  await userEvent.keyboard('{Enter}')
  expect(closed).toBe(1)
})

// Approve normal in the work list: how many results it takes, why it is disabled, and the reasons of those left.
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { isObject } from '../../../core/same.ts'
import { cache } from '../../../web/api/cache.ts'
import { Snackbars } from '../../../web/message/snackbar.tsx'
import { dismiss, readNotes } from '../../../web/message/snackbar-store.ts'
import type { Values } from '../../../web/record/values.ts'
import { bringServerBack, sent, takeServerAway } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { SessionContext } from '../../../web/session/session.ts'
import { NotApproved } from './not-approved.screen.tsx'
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
const Filter = '{"DepartmentId":3}'
const query = { filterCriteria: Filter }

const taken = (WorkItemId: number, Patient: string, Element: string) => ({
  WorkItemId,
  RowVersion: 3,
  AccessionNo: `NCL261100000${WorkItemId}`,
  Patient,
  Element,
  Result: '140',
  UnitOfMeasure: 'mmol/L',
})
/** What was sent with a request. */
const sentIn = (init: RequestInit | undefined): Values => {
  const sent: unknown = JSON.parse(String(init?.body ?? '{}'))
  if (!isObject(sent)) throw new Error('No object was sent')
  return sent
}
/** A server with answers to a preview and to the act; records its requests. */
const answering = (Left: readonly unknown[] = []) => {
  const bodies: Values[] = []
  globalThis.fetch = async (_to, init) => {
    const body = sentIn(init)
    bodies.push(body)
    const Taken = [taken(5, 'Arun Patil', 'Sodium'), taken(6, 'Meena Rao', 'Chloride')]
    const message = body.Preview ? 'would' : '2 results are approved'
    return Response.json({ message, Taken, Left: body.Preview ? Left : [], Waiting: 0, After: null })
  }
  return bodies
}
const question = page.getByRole('dialog', { name: 'Approve normal results' })
const key = (letter: string) => userEvent.keyboard(`{Alt>}${letter}{/Alt}`)

test('it counts the normal results on the page and shows a refusal; alt+m asks the server, alt+a has no effect', async () => {
  show(<ApproveNormal query={query} rows={[line(1, 12, 9), line(2, 3, 0)]} />)
  await expect.poll(() => approve.element().querySelector('.count')?.textContent).toBe('9')
  await key('a')
  await key('m')
  await expect.poll(sent).toEqual(['POST /api/approvenormal/testresults'])
  await expect.element(page.getByText("The server can't be reached.")).toBeVisible()
})

test('it asks first, with patient, element, value and unit of each; Enter and No sign no result, Yes signs the shown ones in their versions', async () => {
  show(<ApproveNormal query={query} rows={[line(1, 12, 9)]} />)
  const bodies = answering()
  await key('m')
  await expect.element(question.getByText('You sign 2 results of 2 sales.')).toBeVisible()
  expect([...document.querySelectorAll('.left-over tbody tr')].map((row) => row.textContent)).toEqual([
    'Arun PatilNCL2611000005Sodium140mmol/L',
    'Meena RaoNCL2611000006Chloride140mmol/L',
  ])
  await userEvent.keyboard('{Enter}')
  await expect.element(question).not.toBeInTheDocument()
  await key('m')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('y')
  await expect.element(page.getByText('2 results are approved')).toBeVisible()
  expect(bodies.filter((body) => 'Filter' in body || 'WorkItemIds' in body)).toEqual([
    { Filter, Preview: true, After: null },
    { Filter, Preview: true, After: null },
    { WorkItemIds: [5, 6], RowVersions: [3, 3] },
  ])
})

test('without normal results it shows why and does not ask; without the permit there is no button', async () => {
  show(<ApproveNormal query={query} rows={[line(1, 12, 0)]} />)
  await expect.element(approve).toHaveAttribute('aria-disabled', 'true')
  await key('m')
  await expect.element(page.getByRole('status').getByText('No normal results are waiting for approval')).toBeVisible()
  expect(sent()).toEqual([])
  show(<ApproveNormal query={query} rows={[line(1, 12, 9)]} />, ['testresults approve'])
  await expect.poll(() => shown?.place.querySelector('.snackbars, [aria-live]')).not.toBeNull()
  expect(approve.elements()).toEqual([])
})

test('the outcome is shown once: in the box where some were left', async () => {
  show(<ApproveNormal query={query} rows={[line(1, 12, 9)]} />)
  answering([
    { ...taken(7, 'Arun Patil', 'Potassium'), WorkSheetId: 1, SaleId: 7, Reason: 'Potassium: critical value' },
  ])
  await key('m')
  await expect.element(question).toBeVisible()
  await userEvent.keyboard('y')
  await expect.element(page.getByRole('dialog', { name: 'Still needs you' })).toBeVisible()
  await expect.element(page.getByText('2 results are approved.')).toBeVisible()
  expect(readNotes()).toEqual([])
})

test('where all results of the first lines are left it looks at the later ones, and shows what was left on the way', async () => {
  show(<ApproveNormal query={query} rows={[line(1, 12, 9)]} />)
  const left = (id: number) => ({
    ...taken(id, 'Arun Patil', 'Potassium'),
    WorkSheetId: 1,
    SaleId: id,
    Reason: 'critical',
  })
  const asked: unknown[] = []
  globalThis.fetch = async (_to, init) => {
    const { After, WorkItemIds } = sentIn(init)
    if (WorkItemIds)
      return Response.json({ message: '1 result is approved', Taken: [], Left: [], Waiting: 0, After: null })
    asked.push(After)
    return After === null
      ? Response.json({ message: 'would', Taken: [], Left: [left(7)], Waiting: 2, After: 7 })
      : Response.json({
          message: 'would',
          Taken: [taken(9, 'Meena Rao', 'Sodium')],
          Left: [left(8)],
          Waiting: 0,
          After: null,
        })
  }
  await key('m')
  await expect.element(question.getByText('You sign 1 result of 1 sale. 2 more need a separate review.')).toBeVisible()
  expect(asked).toEqual([null, 7])
  await userEvent.keyboard('y')
  await expect.element(page.getByText('1 result is approved.')).toBeVisible()
  expect([...document.querySelectorAll('.left-over tbody tr')].map((row) => row.textContent)).toEqual([
    'NCL2611000007Arun PatilPotassium140mmol/Lcritical',
    'NCL2611000008Arun PatilPotassium140mmol/Lcritical',
  ])
})

test('each result that was left is listed with its accession, patient, element, value, unit and reason, and Enter closes it', async () => {
  let closed = 0
  const left = {
    WorkItemId: 5,
    WorkSheetId: 4,
    SaleId: 9,
    AccessionNo: 'NCL2611000007',
    Patient: 'Arun Patil',
    Element: 'Potassium',
    Result: '6.8',
    UnitOfMeasure: 'mmol/L',
    Reason: 'Potassium: critical value',
  }
  show(<NotApproved answer={{ message: '9 approved, 1 left', Left: [left] }} onClose={() => (closed += 1)} />)
  const dialog = page.getByRole('dialog', { name: 'Still needs you' })
  await expect.element(dialog.getByText('9 approved, 1 left.')).toBeVisible()
  expect([...document.querySelectorAll('.left-over tbody td')].map((cell) => cell.textContent)).toEqual([
    'NCL2611000007',
    'Arun Patil',
    'Potassium',
    '6.8',
    'mmol/L',
    'Potassium: critical value',
  ])
  await userEvent.keyboard('{Enter}')
  expect(closed).toBe(1)
})

test('what is gone is named by its worksheet or its sale, and by neither where it has none', async () => {
  const gone = {
    WorkItemId: null,
    WorkSheetId: null,
    SaleId: null,
    AccessionNo: null,
    Patient: null,
    Element: null,
    Result: null,
    UnitOfMeasure: null,
    Reason: 'It is no longer on your work list',
  }
  const Left = [
    { ...gone, WorkSheetId: 4, SaleId: 9 },
    { ...gone, SaleId: 9 },
    { ...gone, WorkItemId: 5 },
  ]
  show(<NotApproved answer={{ message: '3 left', Left }} onClose={() => undefined} />)
  await expect.element(page.getByText('3 left.')).toBeVisible()
  expect([...document.querySelectorAll('.left-over tbody tr')].map((row) => row.firstChild?.textContent)).toEqual([
    'Worksheet 4',
    'Sale 9',
    '–',
  ])
})

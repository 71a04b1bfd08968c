// The screen of a rejected or recollected sample: its questions, its messages and its refusals.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sent } from '../../../web/screen/no-server.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { sampleStatus, workItemStatus } from '../../lists/items.model.ts'

afterEach(leave)

const element = (Element: string, StatusId: number | null) => ({
  SampleElementId: 1,
  ElementId: 1,
  Element,
  LabInstrument: null,
  StatusId,
  Status: null,
})
const sample = (some: Record<string, unknown>) => ({
  SampleId: 7,
  Barcode: 'NCL2611000471-01',
  SaleId: 1,
  StatusId: sampleStatus.Delivered,
  OwnerId: 2,
  SampleStatus: { ItemLabel: 'Delivered', NowId: sampleStatus.Delivered },
  ReplacesSampleId: null,
  ReplacedBy: null,
  Reason: null,
  Calls: [],
  ShipmentSamples: [],
  SaleProductSamples: [],
  SampleElements: [element('Sodium', workItemStatus.Pending)],
  Events: [],
  Actions: { read: true, update: true, print: true },
  ...some,
})
const begin = (some: Record<string, unknown> = {}) =>
  open('/samples?SampleId=7', { session: somebody('Technologist'), read: [['/api/samples/7', {}, sample(some)]] })
const button = (name: string) => page.getByRole('button', { name, exact: true })

test('rejecting asks for the status and the reason, and needs a reason', async () => {
  await begin()
  await userEvent.click(button('Reject'))
  const dialog = page.getByRole('dialog', { name: 'Reject sample' })
  await expect.element(dialog.getByText(/NCL2611000471-01 is recollected free of charge/)).toBeVisible()
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText('Reason is required')).toBeVisible()
  expect(sent()).toEqual([])
  expect(document.querySelector('input[type=radio]:checked')?.parentElement?.textContent).toBe('Rejected')
})

test('an approved or distant sample shows why it cannot be rejected; one in transit is rejected by its sender', async () => {
  const why = () => {
    const found = button('Reject').elements()[0]
    const said = found?.getAttribute('aria-describedby')
    return (said ? document.getElementById(said)?.textContent : found?.getAttribute('title')) ?? ''
  }
  await begin({ SampleElements: [element('Sodium', workItemStatus.Approved)] })
  await expect.poll(why).toContain('Sodium is approved already')
  await begin({ OwnerId: 12 })
  await expect.poll(why).toContain('is not here')
  await begin({ StatusId: sampleStatus.Dispatched })
  await expect.poll(() => button('Reject').elements().length).toBe(1)
  expect(why()).toBe('')
  await begin({ StatusId: sampleStatus.Dispatched, OwnerId: 12 })
  await expect.element(button('Print label')).toBeVisible()
  expect(button('Reject').elements()).toEqual([])
  await begin({ StatusId: sampleStatus.Dispatched })
  await userEvent.click(button('Reject'))
  const dialog = page.getByRole('dialog', { name: 'Reject sample' })
  for (const name of ['Rejected', 'Missing', 'Leaked / broken'])
    await expect.element(dialog.getByText(name, { exact: true })).toBeVisible()
})

test('a recollected tube shows what it replaces and who called; a call is recorded with its outcome', async () => {
  await begin({
    StatusId: sampleStatus.ToBeCollected,
    ReplacesSampleId: 6,
    SampleElements: [element('Sodium', null)],
    Calls: [
      {
        CalledAt: '2026-11-21T05:30:00.000Z',
        IsReached: false,
        CalledTo: null,
        By: 'Kavita Joshi',
        Remarks: 'No answer',
      },
    ],
  })
  const card = page.getByRole('region', { name: 'Recollection' })
  await expect.element(card.getByRole('link', { name: 'Sample 6' })).toBeVisible()
  await expect.element(card.getByText('21-Nov-2026 11:00 AM, Kavita Joshi')).toBeVisible()
  await expect.element(card.getByText('No answer')).toBeVisible()
  await userEvent.click(button('Note call'))
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(page.getByText('Choose whether the patient was reached')).toBeVisible()
  await userEvent.click(
    page.getByRole('dialog', { name: 'Call to the patient' }).getByText('Not reached', { exact: true }),
  )
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.poll(sent).toEqual(['PUT /api/patientcalls/samples'])
})

test('a rejected tube shows its reason and its replacement', async () => {
  await begin({
    StatusId: sampleStatus.Rejected,
    Reason: { ItemLabel: 'Clotted' },
    ReplacedBy: { SampleId: 8, Barcode: 'NCL2611000471-02' },
  })
  const card = page.getByRole('region', { name: 'Recollection' })
  await expect.element(card.getByText('Clotted')).toBeVisible()
  await expect.element(card.getByRole('link', { name: 'NCL2611000471-02' })).toBeVisible()
})

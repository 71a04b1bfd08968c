// The acts on a shipment that went wrong on its way: its sender says that it is lost, its consignee that it is here.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome, sent } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import type { Shown } from '../../../web/record/form.ts'
import { sampleStatus, shipmentStatus, workItemReason } from '../../lists/items.model.ts'
import { recollectionReason } from '../../samples/recollection/recollection.model.ts'
import { shownTube } from '../shown-tube.fixture.ts'
import type { shipmentFields } from '../shipments.model.ts'

afterEach(async () => {
  leave()
  await page.viewport(1280, 800)
})

const { Dispatched, Delivered } = sampleStatus
const row = (id: number, StatusId: number) =>
  shownTube(id, StatusId, StatusId === Dispatched ? 'Dispatched - awaiting receipt' : 'Delivered')
const away: Shown<typeof shipmentFields> = {
  ShipmentId: 7,
  ConsignorId: 12,
  Consignor: { ClientId: 12, Name: 'Hadapsar', Area: null },
  ConsigneeId: 2,
  Consignee: { ClientId: 2, Name: 'Central Laboratory', Area: null },
  CourierId: 151,
  Courier: { ClientId: 151, Name: 'Own route', Area: null },
  NumberOfSamples: 3,
  DispatchDate: '2026-11-21T03:45:00.000Z',
  StatusId: shipmentStatus.PartlyReceived,
  Status: { ItemLabel: 'Partly received' },
  ShipmentSamples: [row(1, Dispatched), row(2, Dispatched), row(3, Delivered)],
  RowVersion: 1,
  Actions: { update: 'The shipment is dispatched already', print: true, receive: true },
}
const packed = {
  ...away,
  DispatchDate: null,
  StatusId: shipmentStatus.BeingPacked,
  Status: { ItemLabel: 'Being packed' },
  Actions: { update: 'Only the consignor may change the shipment', print: true, receive: true } as const,
}
const sender = somebody('FrontDesk', 'centre')
const consignee = somebody('FrontDesk', 'lab')
const show = async (record: Shown<typeof shipmentFields>, session = sender) => {
  await open('/shipments?ShipmentId=7', {
    session,
    read: [
      ['/api/shipments/7', {}, record],
      [
        '/api/listitems',
        { ListId: recollectionReason.listId },
        [
          { ListItemId: workItemReason.QuantityNotSufficient, ItemLabel: 'Quantity not sufficient', ItemValue: 'X' },
          { ListItemId: 175, ItemLabel: 'Delay or temperature excursion', ItemValue: 'X' },
          { ListItemId: 168, ItemLabel: 'QC failure', ItemValue: 'R' },
        ],
      ],
    ],
  })
  await expect.element(page.getByRole('heading', { name: 'Shipment 7' })).toBeVisible()
}
const lost = page.getByRole('button', { name: 'Lost in Transit' })
const here = page.getByRole('button', { name: 'It Is Here' })
const dialog = page.getByRole('dialog', { name: 'Lost in transit' })

test('Lost in Transit counts what was not received, needs a reason to recollect, and sends it with the remarks', async () => {
  await show(away)
  const calls = answerSome(({ method }) => (method === 'PUT' ? { message: 'Lost in transit: 2 samples' } : undefined))
  await userEvent.click(lost)
  await expect.element(dialog.getByText(/^2 samples/)).toBeVisible()
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText('Reason is required')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
  const reason = dialog.getByLabelText(/^Reason/)
  expect([...reason.element().querySelectorAll('option')].map((one) => one.textContent).filter(Boolean)).toEqual([
    'Quantity not sufficient',
    'Delay or temperature excursion',
  ])
  await userEvent.selectOptions(reason, 'Delay or temperature excursion')
  await userEvent.fill(dialog.getByLabelText('Remarks'), 'The van burnt')
  await userEvent.click(dialog.getByRole('button', { name: 'It Is Lost' }))
  await expect
    .poll(() => calls.filter(({ method }) => method === 'PUT'))
    .toMatchObject([{ body: { ReasonId: 175, Remarks: 'The van burnt' } }])
  expect(calls.find(({ method }) => method === 'PUT')?.url.pathname).toBe('/api/lost/shipments/7')
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a loss that is refused remains open with its reason, and Cancel sends nothing', async () => {
  await show(away)
  await userEvent.click(lost)
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()).toEqual([])
  await userEvent.click(lost)
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Quantity not sufficient')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByRole('alert').getByText("The server can't be reached.")).toBeVisible()
})

test.each([
  ['who receives it', away, consignee],
  ['who may not change shipments', { ...away, Actions: { print: true as const } }, sender],
  ['its sender before it is dispatched', { ...packed, Actions: { update: true as const } }, sender],
  ['its sender once all of it arrived', { ...away, StatusId: shipmentStatus.Received }, sender],
  ['its sender once it is lost', { ...away, StatusId: shipmentStatus.Lost }, sender],
])('Lost in Transit is not offered to %s', async (_who, record, session) => {
  await show(record, session)
  expect(lost.elements()).toEqual([])
})

test('It Is Here asks first, and sends that the box came', async () => {
  await show(packed, consignee)
  await userEvent.click(here)
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'No' }))
  expect(sent()).toEqual([])
  await userEvent.click(here)
  await expect.element(page.getByRole('dialog').getByText(/although it was not dispatched/)).toBeVisible()
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  await expect.poll(sent).toEqual(['PUT /api/arrived/shipments/7'])
})

test.each([
  ['its sender', packed, sender],
  ['who may not receive', { ...packed, Actions: { print: true as const } }, consignee],
  ['its consignee once it is dispatched', away, consignee],
  ['its consignee while it is empty', { ...packed, ShipmentSamples: [] }, consignee],
])('It Is Here is not offered to %s', async (_who, record, session) => {
  await show(record, session)
  expect(here.elements()).toEqual([])
})

test('a box that came without dispatch says so, and its tubes lead to their samples for who may read those', async () => {
  await show({ ...away, CameUndispatched: true })
  await expect.element(page.getByText('came without dispatch')).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'NCL2611000481-01' }))
    .toHaveAttribute('href', '/samples?SampleId=101')
  await show(away, somebody('FrontDesk', 'centre', { without: ['samples read'] }))
  await expect.element(page.getByText('NCL2611000481-01')).toBeVisible()
  expect(page.getByRole('link', { name: /^NCL/ }).elements()).toEqual([])
  expect(page.getByText('came without dispatch').elements()).toEqual([])
})

test('on a phone both acts and their questions fit its width', async () => {
  await page.viewport(390, 844)
  const fits = () => document.documentElement.scrollWidth <= document.documentElement.clientWidth
  await show(away)
  await userEvent.click(lost)
  const go = dialog.getByRole('button', { name: 'It Is Lost' })
  await expect.element(go).toBeVisible()
  for (const one of [dialog, go, dialog.getByLabelText(/^Reason/)]) {
    const { left, right } = one.element().getBoundingClientRect()
    expect([left >= 0, right <= 390]).toEqual([true, true])
  }
  expect(fits()).toBe(true)
  await show(packed, consignee)
  await userEvent.click(here)
  await expect.element(page.getByRole('dialog').getByRole('button', { name: 'Yes' })).toBeVisible()
  expect(fits()).toBe(true)
})

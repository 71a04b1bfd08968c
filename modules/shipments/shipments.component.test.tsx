// The screen of a shipment in reading mode: what it shows, and which actions it offers to whom.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { asked } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { headsOf, leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import type { Shown } from '../../web/record/form.ts'
import { shownTube as row } from './shown-tube.fixture.ts'
import type { shipmentFields } from './shipments.model.ts'

afterEach(leave)

const packing: Shown<typeof shipmentFields> = {
  ShipmentId: 7,
  ConsignorId: 12,
  Consignor: { ClientId: 12, Name: 'Hadapsar', Area: null },
  ConsigneeId: 2,
  Consignee: { ClientId: 2, Name: 'Central Laboratory', Area: null },
  CourierId: 151,
  Courier: { ClientId: 151, Name: 'Own route', Area: null },
  ShipmentReference: 'KOT-BOX-14',
  NumberOfSamples: 2,
  DispatchDate: null,
  StatusId: 140,
  Status: { ItemLabel: 'Being packed' },
  ShipmentSamples: [row(1, 117, 'Packed in shipment', null), row(2, 117, 'Packed in shipment', null)],
  RowVersion: 1,
  Actions: { update: true, print: true, cancel: true },
}
const show = (record: Shown<typeof shipmentFields>, session = somebody('FrontDesk', 'centre')) =>
  open('/shipments?ShipmentId=7', { session, read: [['/api/shipments/7', {}, record]] })
const dispatch = page.getByRole('button', { name: 'Dispatch', exact: true })
const edit = page.getByRole('button', { name: 'Edit', exact: true })
const shows = () => expect.element(page.getByRole('heading', { name: 'Shipment 7' })).toBeVisible()

test('OPS-081 OPS-094 it opens under its key; its consignor is offered Dispatch while it is read', async () => {
  await show(packing)
  await expect.element(dispatch).toBeVisible()
  await expect.element(edit).toBeVisible()
  expect(headsOf('Selected')).toEqual([
    'Sample',
    'Patient',
    'LRN',
    'Specimen',
    'Temperature',
    'Performing Lab',
    'Status',
    'Received On',
    'Received By',
  ])
})

test('OPS-091 an existing shipment shows status, received on and received by, a new one does not', async () => {
  await show({
    ...packing,
    DispatchDate: '2026-11-21T03:45:00.000Z',
    StatusId: 143,
    Status: { ItemLabel: 'Received' },
    ShipmentSamples: [row(1, 121, 'Delivered', '2026-11-21T06:45:00.000Z')],
    Actions: { update: 'The shipment is dispatched already' },
  })
  const cells = page.getByRole('grid', { name: 'Selected' }).getByRole('row').last()
  for (const text of ['Delivered', '21-Nov-2026 12:15 PM', 'Kavita Joshi'])
    await expect.element(cells.getByText(text)).toBeVisible()
  await open('/shipments', { session: somebody('FrontDesk', 'centre') })
  await expect.element(page.getByRole('grid', { name: 'Selected' })).toBeVisible()
  for (const name of ['Selected', 'Available']) expect(headsOf(name)).not.toContain('Received On')
  // OPS-095: an unsaved shipment cannot be dispatched
  expect(dispatch.elements()).toEqual([])
})

test('its sender sees next to the status why a tube was not accepted', async () => {
  const why = { ReasonId: 164, Reason: { ItemLabel: 'Quantity not sufficient' } }
  await show({
    ...packing,
    DispatchDate: '2026-11-21T03:45:00.000Z',
    StatusId: 144,
    ShipmentSamples: [{ ...row(1, 122, 'Rejected', '2026-11-21T06:45:00.000Z'), ...why }],
    Actions: { update: 'The shipment is dispatched already' },
  })
  const cell = page.getByRole('grid', { name: 'Selected' }).getByRole('gridcell', { name: /^Rejected/ })
  await expect.element(cell.getByText('Quantity not sufficient')).toBeVisible()
})

test.each([
  ['another client is the consignor', { update: 'Only the consignor may change the shipment' }, {}],
  [
    'it is dispatched',
    { update: 'The shipment is dispatched already' },
    { DispatchDate: '2026-11-21T03:45:00.000Z', StatusId: 141 },
  ],
  ['the permit update is missing', { print: true as const }, {}],
])('neither Dispatch nor Edit is offered where %s', async (_what, Actions, changes) => {
  await show({ ...packing, ...changes, Actions })
  await shows()
  await expect.element(page.getByRole('button', { name: 'Close' })).toBeVisible()
  expect([dispatch.elements(), edit.elements()]).toEqual([[], []])
})

test('its consignor is offered Undo Dispatch until the first sample is received', async () => {
  const undo = page.getByRole('button', { name: 'Undo Dispatch' })
  const away = {
    ...packing,
    DispatchDate: '2026-11-21T03:45:00.000Z',
    StatusId: 141,
    Actions: { update: 'dispatched' },
  }
  await show(away)
  await expect.element(undo).toBeVisible()
  for (const [record, session] of [
    [{ ...away, StatusId: 142 }, somebody('FrontDesk', 'centre')],
    [away, somebody('FrontDesk', 'lab')],
    [{ ...away, Actions: {} }, somebody('FrontDesk', 'centre')],
  ] as const) {
    await show(record, session)
    await shows()
    expect(undo.elements()).toEqual([])
  }
})

test('a failed dispatch shows its error, and the screen remains open', async () => {
  await show(packing)
  const degrees = page.getByLabelText('Refrigerated 2–8 °C at dispatch, °C')
  await userEvent.fill(degrees, 'cold')
  await userEvent.click(dispatch)
  await expect.element(page.getByRole('alert').getByText('cold is not a temperature')).toBeVisible()
  await expect.element(degrees).toHaveAttribute('aria-invalid', 'true')
  await expect.element(degrees).toHaveFocus()
  expect(asked()).not.toContain('PUT /api/dispatchshipment/7')
  await userEvent.fill(degrees, '4,5')
  await expect.element(degrees).not.toHaveAttribute('aria-invalid')
  await userEvent.click(dispatch)
  await expect.element(page.getByRole('alert').getByText("The server can't be reached.")).toBeVisible()
  expect(asked()).toContain('PUT /api/dispatchshipment/7')
  await expect.element(dispatch).toBeVisible()
  await expect.element(degrees).toHaveValue('4,5')
})

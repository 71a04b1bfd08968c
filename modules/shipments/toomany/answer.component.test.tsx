// The sender of a tube that came without being listed is asked about it on the shipment, and no other user.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { shownTube } from '../shown-tube.fixture.ts'

afterEach(leave)
const tube = {
  ...shownTube(3, 121, 'Delivered', '2026-11-21T06:45:00.000Z'),
  CameInId: 7,
  AskedAt: '2026-11-21T06:45:00.000Z',
}
const begin = (row: object, session = somebody('FrontDesk', 'centre')) =>
  open('/shipments?ShipmentId=7', {
    session,
    read: [
      [
        '/api/shipments/7',
        {},
        {
          ...{ ShipmentId: 7, ConsignorId: 12, ConsigneeId: 2, CourierId: 151, NumberOfSamples: 1, StatusId: 143 },
          Status: { ItemLabel: 'Received' },
          DispatchDate: '2026-11-21T03:45:00.000Z',
          ShipmentSamples: [row],
          RowVersion: 1,
          Actions: { update: 'The shipment is dispatched already' },
        },
      ],
    ],
  })
const asked = page.getByRole('group', { name: `Answer about ${tube.Sample.Barcode}` })
const shows = () => expect.element(page.getByRole('grid', { name: 'Selected' })).toBeVisible()
const answered = () => answerSome(({ method }) => (method === 'PUT' ? { message: 'Answered' } : undefined))
const bodyOf = (calls: ReturnType<typeof answered>) => calls.find(({ method }) => method === 'PUT')?.body

test('it is confirmed, or is not ours with a reason', async () => {
  await begin(tube)
  const calls = answered()
  await userEvent.click(asked.getByRole('button', { name: 'Confirm' }))
  await expect.poll(() => bodyOf(calls)).toMatchObject({ ShipmentSampleId: 3, Answer: 'packed' })
  await begin(tube)
  const others = answered()
  await userEvent.click(asked.getByRole('button', { name: 'Not ours…' }))
  await userEvent.fill(page.getByRole('dialog').getByRole('textbox'), 'Label of another centre')
  await userEvent.click(page.getByRole('dialog').getByRole('button', { name: 'Yes' }))
  await expect
    .poll(() => bodyOf(others))
    .toMatchObject({ ShipmentSampleId: 3, Answer: 'not ours', reason: 'Label of another centre' })
})

test('an answered one is shown with its answer; the consignee is not asked', async () => {
  await begin({ ...tube, AnsweredAt: '2026-11-21T07:00:00.000Z', NotOursBecause: 'No label' })
  await shows()
  await expect.element(page.getByText(/not ours: No label/)).toBeVisible()
  await expect.element(asked).not.toBeInTheDocument()
  await begin(tube, somebody('FrontDesk', 'lab'))
  await shows()
  await expect.element(asked).not.toBeInTheDocument()
})

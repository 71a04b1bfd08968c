// A tube that was drawn elsewhere is recorded with the time of its draw, and never with the browser's clock.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { atTime } from '../../../core/dates.ts'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { sampleStatus } from '../../lists/items.model.ts'

afterEach(leave)
const begin = (DueDate: string | null = null, StatusId: number = sampleStatus.ToBeCollected) =>
  open('/samples?SampleId=7', {
    session: somebody('Technologist'),
    read: [
      [
        '/api/samples/7',
        {},
        {
          CollectedPlace: StatusId === sampleStatus.Collected ? 'Ward 3' : null,
          ...{ SampleId: 7, Barcode: 'NCL2611000471-01', SaleId: 1, StatusId, OwnerId: 2, DueDate },
          SampleStatus: { ItemLabel: 'To be collected', NowId: StatusId },
          ...{ Calls: [], ShipmentSamples: [], SaleProductSamples: [], SampleElements: [], Events: [] },
          Actions: { read: true, update: true, print: true },
        },
      ],
    ],
  })
const dialog = page.getByRole('dialog', { name: 'Collect elsewhere' })
const when = dialog.getByRole('textbox', { name: /^Collection Date/ })
const save = () => userEvent.keyboard('{Alt>}s{/Alt}')
const answered = () => answerSome(({ method }) => (method === 'PUT' ? { message: '1 sample is collected' } : undefined))
const bodyOf = (calls: ReturnType<typeof answered>) => calls.find(({ method }) => method === 'PUT')?.body

test('the time is sent as it is typed; where none is, the server says when it is', async () => {
  await begin()
  await userEvent.click(page.getByRole('button', { name: 'Collect elsewhere…' }))
  const calls = answered()
  // typed, and saved by the keyboard at once
  await userEvent.fill(when, '01-01-2026 6:15')
  await save()
  await expect
    .poll(() => bodyOf(calls))
    .toMatchObject({
      SampleIds: [7],
      Place: 'home',
      CollectionDate: new Date(atTime('2026-01-01', 6, 15)).toISOString(),
    })
  await begin()
  const again = answered()
  await userEvent.click(page.getByRole('button', { name: 'Collect elsewhere…' }))
  await expect.element(dialog.getByText('Empty: now')).toBeVisible()
  await save()
  await expect.poll(() => bodyOf(again)).toMatchObject({ Place: 'home', CollectionDate: null })
})

test('a tube of a series that is collected before it is due is asked about', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  await begin(tomorrow)
  const calls = answered()
  await userEvent.click(page.getByRole('button', { name: 'Collect elsewhere…' }))
  await expect.element(when).toBeVisible()
  await save()
  const question = page.getByRole('dialog', { name: 'Confirmation' })
  await expect.element(question.getByText(/this collection is earlier\. Is it right \?/)).toBeVisible()
  await userEvent.click(question.getByRole('button', { name: 'No' }))
  await expect.element(dialog.getByText(/this collection is earlier$/).first()).toBeVisible()
  expect(bodyOf(calls)).toBeUndefined()
  await save()
  await userEvent.click(question.getByRole('button', { name: 'Yes' }))
  await expect.poll(() => bodyOf(calls)).toMatchObject({ SampleIds: [7] })
})

test('a wrong place is corrected with a reason; what is missing is shown at its field', async () => {
  await begin(null, sampleStatus.Collected)
  const calls = answered()
  await userEvent.click(page.getByRole('button', { name: 'Correct place…' }))
  const correction = page.getByRole('dialog', { name: 'Correct place' })
  await expect.element(correction.getByText(/^It states: Ward 3\./)).toBeVisible()
  await save()
  await expect.element(correction.getByText('Say where it was drawn')).toBeVisible()
  await expect.element(correction.getByText('Say why the place is corrected')).toBeVisible()
  expect(bodyOf(calls)).toBeUndefined()
  await userEvent.selectOptions(correction.getByLabelText(/^Drawn At/), 'At the seller')
  await userEvent.fill(correction.getByRole('textbox', { name: /^Reason/ }), 'Not in the ward')
  await save()
  await expect.poll(() => bodyOf(calls)).toMatchObject({ formId: 7, Place: 'seller', reason: 'Not in the ward' })
})

test('a tube that is not collected has no place to correct', async () => {
  await begin()
  await expect.element(page.getByRole('button', { name: 'Collect elsewhere…' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Correct place…' })).not.toBeInTheDocument()
})

// A tube that is to be drawn takes a label that was printed before: scanned, checked for its form, and sent with the act.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome, sent } from '../../../web/screen/no-server.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { sampleStatus } from '../../lists/items.model.ts'

afterEach(leave)
const begin = (StatusId: number) =>
  open('/samples?SampleId=7', {
    session: somebody('Technologist'),
    read: [
      [
        '/api/samples/7',
        {},
        {
          ...{ SampleId: 7, Barcode: 'NCL2611000471-01', SaleId: 1, StatusId, OwnerId: 2 },
          SampleStatus: { ItemLabel: 'To be collected', NowId: StatusId },
          ...{ Calls: [], ShipmentSamples: [], SaleProductSamples: [], SampleElements: [], Events: [] },
          Actions: { read: true, update: true, print: true },
        },
      ],
    ],
  })
const button = page.getByRole('button', { name: 'Collect with label…' })

test('a label of another form is refused before it is sent, a right one is sent', async () => {
  await begin(sampleStatus.ToBeCollected)
  await userEvent.click(button)
  const dialog = page.getByRole('dialog', { name: 'Collect with a pre-printed label' })
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText('Scan or type the label')).toBeVisible()
  await userEvent.fill(dialog.getByRole('textbox'), 'A-1')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog.getByText('A label has 6 to 16 letters and digits')).toBeVisible()
  expect(sent()).toEqual([])
  const calls = answerSome(({ method }) => (method === 'PUT' ? { message: '1 sample is collected' } : undefined))
  await userEvent.fill(dialog.getByRole('textbox'), 'PRE100001')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect
    .poll(() => calls.find(({ method }) => method === 'PUT')?.body)
    .toMatchObject({ SampleIds: [7], Barcode: 'PRE100001' })
})

test('a tube that is drawn takes none', async () => {
  await begin(sampleStatus.Delivered)
  await expect.element(page.getByRole('button', { name: 'Print label' })).toBeVisible()
  expect(button.elements()).toEqual([])
})

// Correcting the details of an issued report: only what was filled in is sent, and a question appears once it is open.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../web/screen/no-server.fixture.ts'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { detailFields } from '../sales/correction.model.ts'

afterEach(leave)

const report = {
  SaleId: 7,
  AccessionNo: 'NCL2611000007',
  Patient: 'Asha Rao',
  Versions: [{ ReportId: 1, Version: 2, State: 'FINAL' }],
  Tests: [],
}

const openReport = () =>
  open('/testreports?SaleId=7', {
    session: somebody('Pathologist'),
    read: [
      ['/api/testreports/7', {}, report],
      [
        '/api/listitems',
        { ListId: detailFields.ReasonId.listId },
        [{ ListItemId: 161, ItemLabel: 'Clotted', ItemValue: 'X' }],
      ],
    ],
  })

test('the dialog opens by key, sends what was filled in, and asks about old tubes once the server does', async () => {
  await openReport()
  const question = 'Potassium: Measured 24 h after the draw, stable 6 h. Are these values kept ?'
  const calls = answerSome(({ url, body }) => {
    if (!url.pathname.endsWith('/api/correctdetails/sales')) return undefined
    const isAnswered = JSON.stringify(body).includes('KeepsValues')
    return isAnswered
      ? { message: 'The details are corrected, the report is amended', CallsToMake: [] }
      : Response.json({ message: question, errors: { KeepsValues: [question] } }, { status: 422 })
  })
  const sent = () => calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))
  await expect.element(page.getByRole('button', { name: 'Correct Details' })).toBeVisible()
  await userEvent.keyboard('{Alt>}d{/Alt}')
  const dialog = page.getByRole('dialog', { name: 'Correct Details' })
  await userEvent.fill(dialog.getByRole('textbox', { name: 'LRN' }), '4712')
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Clotted')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Remarks' }), 'The requisition says so')
  const keep = dialog.getByRole('checkbox', { name: 'Keep values of tubes that were too old' })
  await expect.element(keep).not.toBeInTheDocument()
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(keep).toBeVisible()
  expect(sent()).toEqual([{ SaleId: 7, Version: 2, LRN: '4712', ReasonId: 161, Remarks: 'The requisition says so' }])
  await userEvent.click(keep)
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(sent()[1]).toMatchObject({ LRN: '4712', KeepsValues: true })
})

test('the time of later tubes is sent with their numbers', async () => {
  await openReport()
  const calls = answerSome(({ url }) =>
    url.pathname.endsWith('/api/correctdetails/sales')
      ? { message: 'The details are corrected, the report is amended', CallsToMake: [] }
      : undefined,
  )
  await expect.element(page.getByRole('button', { name: 'Correct Details' })).toBeVisible()
  await userEvent.keyboard('{Alt>}d{/Alt}')
  const dialog = page.getByRole('dialog', { name: 'Correct Details' })
  const tubes = dialog.getByRole('textbox', { name: 'Of Tubes' })
  await expect
    .element(tubes)
    .toHaveAccessibleDescription('Empty: time and place are of the first draw. Others by their number, as -03')
  await userEvent.fill(tubes, '-02')
  await userEvent.fill(dialog.getByLabelText('Collected', { exact: true }), '2026-11-20T08:15')
  await userEvent.selectOptions(dialog.getByLabelText(/^Reason/), 'Clotted')
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Remarks' }), 'The ward says so')
  await userEvent.keyboard('{Alt>}s{/Alt}')
  await expect.element(dialog).not.toBeInTheDocument()
  expect(calls.flatMap(({ method, body }) => (method === 'PUT' ? [body] : []))).toEqual([
    {
      ...{ SaleId: 7, Version: 2, ReasonId: 161, Remarks: 'The ward says so' },
      ...{ Tubes: '-02', CollectionDate: '2026-11-20T02:45:00.000Z' },
    },
  ])
})

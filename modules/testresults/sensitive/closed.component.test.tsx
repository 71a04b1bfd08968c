// A sheet names its results that are closed, and shows them once a reason is given; what is being typed stays.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { resultType, workItemStatus } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'

afterEach(leave)
const row = (WorkItemId: number, Element: string, part: Partial<ResultRow> = {}): Partial<ResultRow> => ({
  WorkItemId,
  ElementId: WorkItemId,
  Element,
  RowVersion: 1,
  resultTypeId: resultType.Numeric,
  DecimalPlaces: 0,
  UnitOfMeasure: 'mmol/L',
  Result: null,
  Flag: null,
  Formula: null,
  PossibleValues: null,
  AbnormalValues: null,
  CriticalValues: null,
  InService: [],
  OutOfService: [],
  Pregnancy: null,
  Measurements: [],
  History: [],
  Runs: [],
  PreviousDate: null,
  Neighbours: [],
  TubeFaults: [],
  StatusId: workItemStatus.Pending,
  Status: { ItemName: 'Pending', ItemLabel: 'Pending' },
  ReasonId: null,
  Reason: null,
  Amendment: null,
  WithdrawnOn: null,
  TestIds: [1],
  CriticalCall: null,
  CallAttempts: [],
  IsToCallAgain: false,
  TestId: 1,
  Test: 'Electrolytes',
  Barcode: '1001',
  WorkSheetId: 3,
  SaleId: 7,
  Department: 'Biochemistry',
  Sale: {
    SaleId: 7,
    AccessionNo: 'NCL2611000007',
    AccessionDate: '2026-11-01T04:30:00.000Z',
    SaleDate: '2026-11-01T04:30:00.000Z',
    CollectionDate: '2026-11-01T04:30:00.000Z',
    IsStat: false,
    Outstanding: 0,
    BuyerIsPatient: true,
    StatusId: 96,
  },
  Actions: { update: true, note: true },
  ...part,
})
const secret = { StatusId: workItemStatus.Released, IsSensitive: true, Actions: {} }
const sodium = row(2, 'Sodium')
const shut = [row(1, 'HIV 1 and 2', { ...secret, IsClosed: true }), sodium]
const opened = [row(1, 'HIV 1 and 2', { ...secret, Result: '77' }), sodium]
const begin = async (rows: unknown) => {
  await open('/testresults?WorkSheetId=3&SaleId=7', {
    session: somebody('Technologist'),
    read: [
      ['/api/testresults?WorkSheetId=3&SaleId=7', {}, rows],
      ['/api/worksheets/3', {}, { WorkItems: [{ SaleId: 7 }] }],
    ],
  })
  await expect.element(page.getByRole('rowheader', { name: 'Sodium' })).toBeVisible()
}
const ask = page.getByRole('button', { name: 'Open with a reason…' })

test('closed results are named; a reason opens them at once, and a typed result stays', async () => {
  await begin(shut)
  let isOpen = false
  const calls = answerSome(({ method, url: { pathname } }) => {
    if (method === 'POST' && pathname === '/api/reason/openings') isOpen = true
    if (pathname === '/api/testresults') return isOpen ? opened : shut
    return method === 'GET' ? undefined : { message: 'Kept', RowVersion: 1 }
  })
  await expect.element(page.getByText('HIV 1 and 2: sensitive, not shown.')).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Edit', exact: true }))
  const result = page.getByLabelText('Result of Sodium', { exact: true })
  await userEvent.fill(result, '141')
  await userEvent.click(ask)
  await expect.element(page.getByRole('dialog', { name: 'Open Sensitive Results' })).toBeVisible()
  await userEvent.keyboard('The doctor asks')
  await userEvent.click(page.getByRole('button', { name: 'Yes' }))
  await expect.element(page.getByRole('row', { name: /^HIV 1 and 2.*77/ })).toBeVisible()
  await expect.element(ask).not.toBeInTheDocument()
  await expect.element(result).toHaveValue('141')
  expect(calls.find(({ url }) => url.pathname === '/api/reason/openings')?.body).toEqual({
    SaleId: 7,
    Reason: 'The doctor asks',
  })
})

test('a sheet without them says nothing', async () => {
  await begin([sodium])
  await expect.element(ask).not.toBeInTheDocument()
})

test('that a sensitive result differs from another one of the patient is shown without its value', async () => {
  const differing = { ...opened[0], StatusId: workItemStatus.Entered, IsDelta: true }
  await begin([differing, sodium])
  await userEvent.click(page.getByRole('rowheader', { name: /^HIV/ }))
  await expect
    .element(page.getByText('It differs from another value of the patient by more than its limit.'))
    .toBeVisible()
})

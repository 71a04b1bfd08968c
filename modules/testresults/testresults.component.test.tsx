// Result entry as a whole: its patient, its columns, and the panel of the element under the cursor.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { formatDate, formatDateTime } from '../../core/dates.ts'
import { keepListState } from '../../web/edit/list-state.ts'
import { answerSome, asked, sent } from '../../web/screen/no-server.fixture.ts'
import { readNotes } from '../../web/message/snackbar-store.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { somebody } from '../../web/screen/session.fixture.ts'
import { resultType, workItemReason, workItemStatus } from '../lists/items.model.ts'
import type { ResultRun } from './beside.model.ts'
import { testresults, type ResultRow } from './testresults.model.ts'

afterEach(leave)
const accessioned = '2026-11-01T04:30:00.000Z'
const interval = {
  ElementMeasurementId: 1,
  InstrumentId: null,
  GenderId: null,
  MinAge: null,
  MaxAge: null,
  LowValue: 135,
  HighValue: 145,
  CriticallyLowValue: 120,
  CriticallyHighValue: 160,
  PrintableRange: null,
  PossibleValues: null,
}
const row = (WorkItemId: number, Element: string, part: Partial<ResultRow> = {}): Partial<ResultRow> => ({
  WorkItemId,
  ElementId: WorkItemId,
  Element,
  RowVersion: 1,
  resultTypeId: resultType.Numeric,
  DecimalPlaces: 0,
  UnitOfMeasure: 'mmol/L',
  Instrument: 'Cobas',
  ...{ Result: null, Flag: null },
  ...{ Formula: null, PossibleValues: null, AbnormalValues: null, CriticalValues: null },
  ...{ InService: [], OutOfService: [] },
  Pregnancy: null,
  Measurements: [],
  History: [],
  Runs: [],
  PreviousDate: null,
  Neighbours: [],
  TubeFaults: [],
  ReviewNeeded: false,
  StatusId: workItemStatus.Pending,
  Status: { ItemName: 'Pending', ItemLabel: 'Pending' },
  ReasonId: null,
  Reason: null,
  Amendment: null,
  WithdrawnOn: null,
  TestIds: [1],
  CriticalCall: null,
  CallAttempts: [],
  ApprovedByRule: null,
  Source: null,
  MeasuredAt: null,
  TestId: 1,
  Test: 'Electrolytes',
  Specimen: 'Serum',
  Barcode: '1001',
  WorkSheetId: 3,
  SaleId: 7,
  LabId: 2,
  KeeperId: null,
  OutsideLab: null,
  Department: 'Biochemistry',
  Patient: 'Ramesh Joshi',
  Gender: 'Male',
  GenderId: 1,
  ReportDate: '2026-11-02T04:30:00.000Z',
  PatientAge: 31,
  BirthDate: '1995-10-01',
  CollectionDate: accessioned,
  Sale: {
    SaleId: 7,
    AccessionNo: 'NCL2611000007',
    AccessionDate: accessioned,
    SaleDate: accessioned,
    CollectionDate: accessioned,
    IsStat: false,
    Outstanding: 0,
    BuyerIsPatient: true,
    StatusId: 96,
  },
  Actions: { update: true, note: true },
  ...part,
})
const aRun: ResultRun = {
  ResultId: 0,
  Run: 0,
  Result: '',
  UnitOfMeasure: 'mmol/L',
  Flag: null,
  EnteredBy: 'Kiran Patil',
  MeasuredAt: accessioned,
  Instrument: 'Cobas',
  Reason: null,
  IsCounting: false,
  IsOfTube: true,
}
const rows = [
  row(1, 'Sodium', {
    Measurements: [interval],
    Result: '140',
    Flag: 'N',
    StatusId: workItemStatus.Entered,
    Source: 'person',
    MeasuredAt: accessioned,
    ApprovedByRule: 'Sodium in range',
  }),
  row(2, 'Colour', {
    resultTypeId: resultType.PossibleValues,
    PossibleValues: 'Pale yellow|Amber',
    UnitOfMeasure: null,
  }),
  row(3, 'Chloride'),
  row(4, 'Anion gap', { resultTypeId: resultType.Formula, Formula: '{1} - {3}' }),
  row(5, 'Potassium', {
    Result: '5.1',
    StatusId: workItemStatus.Entered,
    Runs: [
      { ...aRun, ResultId: 11, Run: 1, Result: '3.9', Reason: 'Haemolysed' },
      { ...aRun, ResultId: 12, Run: 2, Result: '5.1', IsCounting: true },
    ],
    PreviousResult: '3.0',
    PreviousDate: '2026-10-20T04:30:00.000Z',
    DeltaCheck: { type: 'pct', limit: 20, windowDays: 30 },
  }),
]
const begin = async (edit = false, shown = rows) => {
  await open(`/testresults?WorkSheetId=3&SaleId=7${edit ? '&edit=true' : ''}`, {
    session: somebody('Technologist'),
    read: [
      ['/api/testresults?WorkSheetId=3&SaleId=7', {}, shown],
      ['/api/worksheets/3', {}, { WorkItems: [{ SaleId: 7 }] }],
    ],
  })
  await expect.element(page.getByRole('rowheader', { name: 'Sodium' })).toBeVisible()
}
const select = async (element: string): Promise<void> => {
  await userEvent.click(page.getByRole('rowheader', { name: new RegExp(`^${element}`) }))
  await expect.element(about(element)).toBeVisible()
}
const about = (element: string) => page.getByRole('complementary', { name: `About ${element}` })
/** The panel's text under a heading; undefined without that heading. */
const told = (heading: string): string | undefined =>
  [...document.querySelectorAll('.result-panel section')]
    .find((section) => section.querySelector('h3')?.textContent === heading)
    ?.querySelector('h3 ~ *')
    ?.textContent.trim()
const headOf = (label: string): string | undefined =>
  [...document.querySelectorAll('.result-head dt')].find((one) => one.textContent === label)?.nextElementSibling
    ?.textContent ?? undefined

test('OPS-107 the header shows worksheet, accession number and accession date', async () => {
  await begin()
  expect(headOf('Worksheet')).toBe('WS-3 · Biochemistry')
  expect(headOf('Accession No')).toBe('NCL2611000007')
  expect(headOf('Accession Date')).toBe(formatDateTime(accessioned))
})

test('OPS-109 the grid has element, instrument, result, unit, remarks, comments, status and reason', async () => {
  await begin()
  const heads = page.getByRole('columnheader').elements()
  expect(heads.map((head) => head.textContent.trim())).toEqual(
    expect.arrayContaining(['Element', 'Instrument', 'Result', 'Unit', 'Remarks', 'Comments', 'Status', 'Reason']),
  )
})

test("OPS-110 the printable range of the selected row's element is shown", async () => {
  await begin()
  await select('Sodium')
  expect(told('Printable Range')).toContain('135 – 145')
  await select('Chloride')
  expect(told('Printable Range')).toBe('Interval not established for this age and gender')
})

test('OPS-111 the formula is shown where the element has one, and nowhere else', async () => {
  await begin()
  await select('Anion gap')
  expect(told('Formula')).toContain('Sodium 140')
  expect(told('Formula')).toContain('Chloride')
  // elements that are used in no formula, and those that are used in one
  for (const element of ['Potassium', 'Chloride']) {
    await select(element)
    expect(told('Formula')).toBeUndefined()
  }
  expect(told('Used by')).toContain('Anion gap')
})

test('OPS-112 the possible values are shown where the element has them, and nowhere else', async () => {
  await begin()
  await select('Colour')
  expect(told('Possible Values')).toBe('Pale yellow, Amber')
  await select('Sodium')
  // without values: what it accepts instead
  expect(told('Possible Values')).toBe('Any number, no decimals')
})

test('the panel shows the source of a value, and which rule approved it', async () => {
  await begin()
  await select('Sodium')
  const source = [...document.querySelectorAll('.result-panel section')].find(
    (section) => section.querySelector('h3')?.textContent === 'Source',
  )
  expect(source?.textContent).toBe(
    `SourceEntered by hand, measured on CobasApproved by the rule Sodium in range${formatDateTime(accessioned)}`,
  )
  await select('Chloride')
  expect(told('Source')).toBeUndefined()
})

test('the runs of a repeated result are shown with author and reason; an earlier one is used only with a reason', async () => {
  await begin()
  await select('Sodium')
  expect(told('Runs')).toBeUndefined()
  await select('Potassium')
  const runs = page.getByRole('table', { name: 'Runs of Potassium' })
  const [first, second] = runs.getByRole('row').elements()
  expect(first?.textContent).toContain(`Kiran Patil, ${formatDateTime(accessioned)}, CobasHaemolysed`)
  expect(second?.textContent).toContain('counts')
  await userEvent.click(page.getByRole('button', { name: 'Use run 1' }))
  await userEvent.click(page.getByRole('button', { name: 'Use it' }))
  await expect.element(page.getByText('Reason is required')).toBeVisible()
  expect(sent()).toEqual([])
  await userEvent.selectOptions(
    page.getByRole('combobox', { name: /^Reason/ }),
    String(workItemReason.QuantityNotSufficient),
  )
  await userEvent.click(page.getByRole('button', { name: 'Use it' }))
  await expect.poll(sent).toEqual(['PUT /api/chooserun/testresults'])
})

test('a delta is shown with the earlier value, its date and the limit', async () => {
  await begin()
  await select('Potassium')
  const text = document.querySelector('.result-panel')?.textContent
  expect(text).toContain(`3.0 on ${formatDate('2026-10-20T04:30:00.000Z')} became 5.1: limit 20 % within 30 days`)
})

test('the documents are those of the sale, even where the address names a worksheet', async () => {
  await begin()
  await expect.element(page.getByRole('button', { name: 'Documents' })).toBeVisible()
  await expect.poll(() => asked().filter((call) => call.endsWith('/files'))).toContain('GET /api/testresults/7/files')
  expect(asked()).not.toContain('GET /api/testresults/3/files')
})

test('opened from a list, next and previous follow its rows, not the worksheet', async () => {
  const walk = [
    { WorkSheetId: 3, SaleId: 7 },
    { WorkSheetId: 9, SaleId: 8 },
    { WorkSheetId: 3, SaleId: 11 },
  ]
  keepListState(testresults.statementId, { walk })
  await begin()
  // the worksheet has only this sale
  await expect.element(page.getByTitle('Of the list')).toHaveTextContent('1 of 3')
  await userEvent.click(page.getByRole('button', { name: /^Next sale/ }))
  await expect.poll(() => asked().filter((call) => call === 'GET /api/testresults').length).toBeGreaterThan(0)
  keepListState(testresults.statementId, { walk: [] })
})

test('the outcome of signing is shown once: in the box where some were left', async () => {
  const Actions = { update: true as const, note: true as const, approve: true as const }
  const toSign = rows.map((one) => (one.StatusId === workItemStatus.Entered ? { ...one, Actions } : one))
  await begin(false, toSign)
  const Left = [{ WorkItemId: 5, WorkSheetId: 3, SaleId: 7, Patient: 'Ramesh Joshi', Reason: 'critical value' }]
  answerSome(({ method, url }) => {
    if (method === 'PUT') return { message: '1 result is approved; 1 is left', Left }
    return url.pathname === '/api/testresults' ? toSign : undefined
  })
  await userEvent.click(page.getByRole('button', { name: 'Approve', exact: true }))
  const box = page.getByRole('dialog', { name: 'Still needs you' })
  await expect.element(box.getByText('1 result is approved; 1 is left.')).toBeVisible()
  expect(readNotes().filter(({ text }) => text.includes('approved'))).toEqual([])
})

test('the call form shows the attempts that reached nobody, and logs another one with what happened', async () => {
  const rao = { CalledTo: 'Dr Rao', CalledRole: null, CalledPhone: null, CalledAt: accessioned, CalledBy: 'Kiran' }
  const CallAttempts = [{ ...rao, Remarks: 'No answer' }]
  const critical = { ...rows[0], Measurements: [interval], Result: '165', DoctorName: 'Dr Sawant', CallAttempts }
  await begin(false, [critical])
  const form = page.getByRole('group', { name: 'Call about Sodium' })
  const said = `did not reach Dr Rao on ${formatDateTime(accessioned)}: No answer`
  await expect.element(form.getByRole('list')).toHaveTextContent(`Kiran ${said}`)
  const asksRole = 'Say who that is: doctor, nurse, ward or institution, patient, relative, other'
  const calls = answerSome(({ method }) => (method === 'POST' ? { message: 'Logged' } : undefined))
  await userEvent.fill(form.getByLabelText('Remarks'), 'Engaged')
  await userEvent.fill(form.getByLabelText('Spoken to'), 'Sister Mary')
  await userEvent.click(form.getByRole('button', { name: /^Log Call/ }))
  await expect.element(form.getByRole('alert')).toHaveTextContent(asksRole)
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([])
  await userEvent.click(form.getByRole('button', { name: 'Not reached' }))
  const body = { CalledTo: 'Sister Mary', CalledRole: null, Reached: false, Remarks: 'Engaged' }
  await expect.poll(() => calls.find(({ method }) => method === 'POST')?.body).toMatchObject(body)
})

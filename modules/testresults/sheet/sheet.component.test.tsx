// The sheet under the keyboard: down a column, back to the old value, refused and rounded texts, a pasted column, and
// the target of an error.
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Asked } from '../../../web/dialog/asked.tsx'
import { readNotes } from '../../../web/message/snackbar-store.ts'
import { focusField } from '../../../web/record/focus.ts'
import type { Mode } from '../../../web/record/form.ts'
import { clear, drawForm } from '../../../web/screen/on-screen.fixture.tsx'
import { HotkeySheet } from '../../../web/shell/hotkey-sheet.tsx'
import { resultType, workItemStatus } from '../../lists/items.model.ts'
import { testresults } from '../testresults.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { useCursor } from './cursor.screen.tsx'
import { ResultGrid } from './grid.screen.tsx'
import { SaleFields } from './head.screen.tsx'
import { sheetRecord, typedOf, useForm } from './record.screen.tsx'
import type { SheetForm } from './record.screen.tsx'

afterEach(clear)

const row = (WorkItemId: number, Element: string, part: Partial<ResultRow> = {}): ResultRow =>
  ({
    WorkItemId,
    ElementId: WorkItemId,
    Element,
    RowVersion: 1,
    resultTypeId: resultType.Numeric,
    DecimalPlaces: 1,
    UnitOfMeasure: null,
    Result: null,
    Formula: null,
    PossibleValues: null,
    AbnormalValues: null,
    CriticalValues: null,
    InService: [],
    OutOfService: [],
    Pregnancy: null,
    Measurements: [],
    History: [],
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
    TestIds: [],
    CriticalCall: null,
    CallAttempts: [],
    IsToCallAgain: false,
    TestId: 1,
    Test: 'Complete blood count',
    Barcode: '1001',
    SaleId: 7,
    Sale: { SaleId: 7, CollectionDate: '2026-11-01T04:00:00.000Z' },
    Actions: { update: true, note: true },
    ...part,
  }) as ResultRow
const blood = [
  row(1, 'Haemoglobin', { Result: '14.0' }),
  row(2, 'RBC count', { DecimalPlaces: 2 }),
  row(3, 'MCH', { Formula: '{1} * 10 / {2}', resultTypeId: resultType.Formula }),
  row(4, 'WBC count'),
  row(5, 'Platelets'),
]

const Sheet = () => {
  const cursor = useCursor(useForm())
  return <ResultGrid cursor={cursor} picks={false} />
}
/** The sheet of keys needs the address, for the page of the guide it links to. */
const router = createRouter({ routeTree: createRootRoute() })
const drawSheet = (mode: Mode = 'edit', Rows = blood) =>
  drawForm(
    <RouterContextProvider router={router}>
      <div className="detail">
        <div className="detail-body">
          <Sheet />
        </div>
        <Asked />
        <HotkeySheet />
      </div>
    </RouterContextProvider>,
    { fields: testresults.fields, values: { SaleId: 7, Rows }, mode, options: sheetRecord },
  ) as unknown as SheetForm
const result = (element: string) => page.getByLabelText(`Result of ${element}`, { exact: true })
const keys = (text: string) => userEvent.keyboard(text)
/** What would be sent now. */
const typedIn = (form: SheetForm) => sheetRecord.typing?.of(form.state().values)?.WorkItems
const paste = (text: string) => {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  document.activeElement?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

test('editing begins in the first empty result, and typed text is known at once', async () => {
  const form = drawSheet('view')
  await expect.element(page.getByRole('rowheader', { name: 'RBC count' })).toBeVisible()
  form.put({ mode: 'edit' })
  await expect.element(result('RBC count')).toHaveFocus()
  await keys('4.2')
  expect(typedIn(form)).toEqual([{ WorkItemId: 2, RowVersion: 1, Result: '4.2' }])
})

test('Enter moves down the column past calculated results, Shift+Enter and the arrows move up, and formulas follow', async () => {
  drawSheet()
  await userEvent.click(result('Haemoglobin'))
  await keys('10{Enter}')
  await expect.element(result('RBC count')).toHaveFocus()
  await keys('5{Enter}')
  await expect.element(result('WBC count')).toHaveFocus()
  await expect.element(page.getByRole('row', { name: /^MCH Formula 20/ })).toBeVisible()
  await keys('{Shift>}{Enter}{/Shift}')
  await expect.element(result('RBC count')).toHaveFocus()
  await keys('{ArrowUp}')
  await expect.element(result('Haemoglobin')).toHaveFocus()
  await keys('{ArrowDown}{ArrowDown}{ArrowDown}')
  await expect.element(result('Platelets')).toHaveFocus()
})

test('Escape restores the old value', async () => {
  const form = drawSheet()
  await userEvent.click(result('Haemoglobin'))
  await keys('99{Escape}')
  await expect.element(result('Haemoglobin')).toHaveValue('14.0')
  expect(typedIn(form)).toBeUndefined()
})

test('Enter on the last result finishes it: further text replaces it, and Escape restores it', async () => {
  drawSheet()
  await userEvent.click(result('Platelets'))
  await keys('38{Enter}')
  await expect.element(result('Platelets')).toHaveFocus()
  await keys('1000')
  await expect.element(result('Platelets')).toHaveValue('1000')
  await keys('{Escape}')
  await expect.element(result('Platelets')).toHaveValue('38')
})

test('a text that is no result is shown at its cell until the next value, and a save asks while it is there', async () => {
  const form = drawSheet()
  const words = page.getByText('"abc" is not a number; 14.0 is unchanged')
  await userEvent.click(result('Haemoglobin'))
  await keys('abc{Enter}')
  await expect.element(words).toBeVisible()
  await expect.element(result('Haemoglobin')).toHaveValue('14.0')
  await expect.element(result('Haemoglobin')).toHaveAttribute('aria-invalid', 'true')
  const goes = sheetRecord.confirm?.(form)
  await expect.element(page.getByText('1 value was not taken: Haemoglobin "abc". Save all the same?')).toBeVisible()
  await keys('n')
  expect(await goes).toBe(false)
  await expect.element(result('Haemoglobin')).toHaveFocus()
  await keys('15')
  await expect.element(words).not.toBeInTheDocument()
  expect(await sheetRecord.confirm?.(form)).toBe(true)
})

test('more decimals than declared are rounded, and the cell shows that', async () => {
  drawSheet()
  await userEvent.click(result('Haemoglobin'))
  await keys('10.456{Enter}')
  await expect.element(page.getByText('10.456 is rounded to 10.5')).toBeVisible()
  await expect.element(result('Haemoglobin')).toHaveValue('10.5')
})

test('a column pasted from a spreadsheet fills down, skips formulas, and names what did not fit', async () => {
  const form = drawSheet('edit', [...blood, row(6, 'Sodium', { Actions: { update: 'It is approved' } })])
  await userEvent.click(result('Haemoglobin'))
  paste('10.4\tg/dL\r\n4.20\tx\r\nabc\t\r\n13\r\n5\r\n7\r\n')
  await expect.element(page.getByText('"abc" is not a number', { exact: true })).toBeVisible()
  expect(readNotes().map(({ text }) => text)).toEqual([
    '3 values pasted. Not taken: WBC count "abc", Sodium "5". 1 value had no row',
  ])
  expect(typedIn(form)?.map(({ Result }) => Result)).toEqual(['10.4', '4.20', '13'])
  expect(typedOf(form.state().values).said.get(6)?.refused).toBe('"5" was not taken. It is approved')
  // the next key goes to the row below, or to the last
  await expect.element(result('Platelets')).toHaveFocus()
})

test('a question mark in a number opens the keys and is not typed', async () => {
  drawSheet()
  await userEvent.click(result('Haemoglobin'))
  await keys('12?')
  await expect.element(page.getByRole('dialog', { name: 'Keys' })).toBeVisible()
  await keys('{Escape}')
  await expect.element(result('Haemoglobin')).toHaveValue('12')
})

test('an error links to the result, or to the missing reason, and disappears with the next change', async () => {
  const form = drawSheet()
  form.put({ errors: { 'WorkItems.5': ['Platelets are odd'], 'WorkItems.2.ReasonId': ['Reason is required'] } })
  await expect.element(page.getByText('Platelets are odd')).toBeVisible()
  focusField('WorkItems.2.ReasonId')
  await expect.element(page.getByRole('button', { name: 'Reason of RBC count: none' })).toHaveFocus()
  focusField('WorkItems.5')
  await expect.element(result('Platelets')).toHaveFocus()
  await keys('250')
  await expect.element(page.getByText('Platelets are odd')).not.toBeInTheDocument()
  expect(form.state().errors).toEqual({ 'WorkItems.2.ReasonId': ['Reason is required'] })
})

test('OPS-108 patient, gender and age are those of the row, and cannot be changed while results are typed', async () => {
  const whose = {
    Patient: 'Ramesh Joshi',
    Gender: 'Male',
    PatientAge: 31,
    BirthDate: '1995-10-01',
    CollectionDate: '2026-11-01T04:00:00.000Z',
    WorkSheetId: 3,
    Department: 'Haematology',
  }
  const Rows = blood.map((one) => ({ ...one, ...whose }))
  const values = { SaleId: 7, Rows }
  drawForm(<SaleFields phone={false} />, { fields: testresults.fields, values, mode: 'edit', options: sheetRecord })
  await expect.element(page.getByText('Ramesh Joshi')).toBeVisible()
  const shown = (label: string): string | null | undefined =>
    [...document.querySelectorAll('dt')].find((one) => one.textContent === label)?.nextElementSibling?.textContent
  expect(['Patient', 'Gender', 'Age'].map(shown)).toEqual(['Ramesh Joshi', 'Male', expect.stringMatching(/^31\b/)])
  const head = document.querySelector('.result-head')
  expect(head?.querySelectorAll('dd')).toHaveLength(7)
  expect(head?.querySelectorAll('input, textarea, select, button, [contenteditable], [tabindex]')).toHaveLength(0)
})

test('a value that is judged again and waits says so, as its report says that it is to follow', async () => {
  const Amendment = { Result: '11.8', NotCalculated: null, Flag: 'L', Comments: null, IsWithdrawal: false }
  const asked = { EnteredBy: 'Vidya', EnteredOn: '2026-11-02T04:00:00.000Z', Remarks: 'Exchanged', CriticalCall: null }
  const released = {
    Result: '11.8',
    NotCalculated: null,
    Comments: null,
    StatusId: workItemStatus.Released,
    Actions: {},
  }
  const waiting = { ...Amendment, ...asked, IsJudgedAnew: true } as ResultRow['Amendment']
  drawSheet('view', [row(1, 'Haemoglobin', { ...released, Amendment: waiting })])
  await expect.element(page.getByText('Judged again: to follow on an amended report')).toBeVisible()
  const below = page.getByText('Judged again, to approve')
  await expect.element(below).toBeVisible()
  expect(document.querySelector('.critical-call')?.textContent).toContain(
    '11.8 for the right patient or draw; the report says “To follow”',
  )
})

test('a value that is withdrawn says so as its status', async () => {
  const status = {
    StatusId: workItemStatus.Amended,
    Status: { ItemName: 'Amended', ItemLabel: 'Amended after release' },
  }
  const withdrawn = {
    ...status,
    NotCalculated: null,
    Comments: null,
    Actions: {},
    WithdrawnOn: '2026-11-02T04:00:00.000Z',
  }
  drawSheet('view', [
    row(1, 'Haemoglobin', withdrawn),
    row(2, 'MCH', { ...withdrawn, Result: '31', WithdrawnOn: null }),
  ])
  const statusOf = (element: string) => page.getByRole('row').filter({ hasText: element })
  await expect.element(statusOf('Haemoglobin').getByText('Withdrawn')).toBeVisible()
  await expect.element(statusOf('MCH').getByText('Amended after release')).toBeVisible()
})

// A sheet names its results that are closed, with the button that asks why they are opened.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Asked } from '../../../web/dialog/asked.tsx'
import { clear, drawForm } from '../../../web/screen/on-screen.fixture.tsx'
import { sheetRecord } from '../sheet/record.screen.tsx'
import { testresults, type ResultRow } from '../testresults.model.ts'
import { ClosedResults } from './closed.screen.tsx'

afterEach(clear)
const row = (WorkItemId: number, Element: string, IsClosed: boolean): Partial<ResultRow> => ({
  WorkItemId,
  Element,
  IsClosed,
  SaleId: 7,
})
const sheetOf = (...rows: Partial<ResultRow>[]) =>
  drawForm(
    <>
      <ClosedResults onOpened={() => undefined} />
      <Asked />
    </>,
    { fields: testresults.fields, values: { SaleId: 7, Rows: rows }, options: sheetRecord },
  )

test('closed results are named, and opened with a reason', async () => {
  sheetOf(row(1, 'HIV 1 and 2', true), row(2, 'Sodium', false))
  await expect.element(page.getByText('HIV 1 and 2: sensitive, not shown.')).toBeVisible()
  await page.getByRole('button', { name: 'Open with a reason…' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Open Sensitive Results' })).toBeVisible()
})

test('a sheet without them says nothing', async () => {
  sheetOf(row(2, 'Sodium', false))
  await expect.element(page.getByRole('button', { name: 'Open with a reason…' })).not.toBeInTheDocument()
})

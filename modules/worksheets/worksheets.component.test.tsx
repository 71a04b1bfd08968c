// The work items of a worksheet on screen: their rows name the patient, or, where they have no room, the head above
// them.
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { workItemStatus } from '../lists/items.model.ts'

afterEach(async () => {
  leave()
  await page.viewport(1280, 800)
})

const item = (WorkItemId: number, Element: string) => ({
  WorkItemId,
  SaleId: 7,
  StatusId: workItemStatus.Pending,
  SampleElement: {
    Element: { Name: Element },
    LabInstrument: { Instrument: { Name: 'Cobas' } },
    Sample: {
      Specimen: { Name: 'Serum' },
      Sale: {
        SaleId: 7,
        AccessionNo: 'NCL2611000007',
        Patient: { Name: 'Ramesh Joshi' },
        Doctor: { Name: 'Dr Rao' },
        IsStat: false,
      },
    },
  },
})
const begin = async () => {
  const sheet = { WorkSheetId: 3, RowVersion: 1, WorkItems: [item(1, 'Sodium'), item(2, 'Chloride')] }
  await open('/worksheets?WorkSheetId=3', { session: somebody(), read: [['/api/worksheets/3', {}, sheet]] })
  await expect.element(page.getByText('Sodium')).toBeVisible()
}
const seen = (text: string): number =>
  page
    .getByText(text, { exact: true })
    .elements()
    .filter((one) => one.checkVisibility()).length

test('OPS-105 each row has its specimen, instrument, element, accession, patient and doctor; the head of the sale does not name the patient again', async () => {
  await begin()
  expect([...document.querySelectorAll('.work-items thead th')].map((head) => head.textContent)).toEqual([
    'Specimen',
    'Instrument',
    'Element',
    'Accession',
    'Patient',
    'Doctor',
    'Status',
  ])
  const cells = [...(document.querySelector('.work-items tbody tr:not(.group)')?.querySelectorAll('td') ?? [])]
  expect(cells.slice(0, 6).map((cell) => cell.textContent)).toEqual([
    'Serum',
    'Cobas',
    'Sodium',
    'NCL2611000007',
    'Ramesh Joshi',
    'Dr Rao',
  ])
  expect(seen('Ramesh Joshi')).toBe(2)
})

test('on a phone the head names the patient, once', async () => {
  await page.viewport(390, 844)
  await begin()
  expect(seen('Ramesh Joshi')).toBe(1)
})

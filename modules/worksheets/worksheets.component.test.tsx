// The work items of a worksheet on screen: their rows name the patient, or, where they have no room, the head above
// them.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { at, goTo, leave as leaveAddress } from '../../web/screen/address.fixture.tsx'
import { somebody } from '../../web/screen/session.fixture.ts'
import { leave, open } from '../../web/screen/whole-screen.fixture.tsx'
import { workItemStatus } from '../lists/items.model.ts'

afterEach(async () => {
  leave()
  leaveAddress()
  await page.viewport(1280, 800)
})

type Shown = { Specimen: string; Instrument: string; AccessionNo: string; Patient: string; Doctor: string }
const first: Shown = {
  Specimen: 'Serum',
  Instrument: 'Cobas',
  AccessionNo: 'NCL2611000007',
  Patient: 'Ramesh Joshi',
  Doctor: 'Dr Rao',
}
const item = (WorkItemId: number, Element: string, SaleId = 7, shown = first) => ({
  WorkItemId,
  SaleId,
  StatusId: workItemStatus.Pending,
  SampleElement: {
    Element: { Name: Element },
    LabInstrument: { Instrument: { Name: shown.Instrument } },
    Sample: {
      Specimen: { Name: shown.Specimen },
      Sale: {
        SaleId,
        AccessionNo: shown.AccessionNo,
        Patient: { Name: shown.Patient },
        Doctor: { Name: shown.Doctor },
        IsStat: false,
      },
    },
  },
})
const other: Shown = {
  Specimen: 'Plasma',
  Instrument: 'Architect',
  AccessionNo: 'NCL2611000008',
  Patient: 'Mira Patil',
  Doctor: 'Dr Sen',
}
const sheet = {
  WorkSheetId: 3,
  RowVersion: 1,
  WorkItems: [item(1, 'Sodium'), item(2, 'Chloride'), item(3, 'Glucose', 8, other)],
}
const begin = async () => {
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
  const rows = [...document.querySelectorAll('.work-items tbody tr:not(.group)')].map((row) =>
    [...row.querySelectorAll('td')].slice(0, 6).map((cell) => cell.textContent),
  )
  const row = (Element: string, { Specimen, Instrument, AccessionNo, Patient, Doctor }: Shown) => [
    ...[Specimen, Instrument, Element, AccessionNo],
    ...[Patient, Doctor],
  ]
  expect(rows).toEqual([row('Sodium', first), row('Chloride', first), row('Glucose', other)])
  expect(seen('Ramesh Joshi')).toBe(2)
})

test('OPS-106 the results of a sale open from its worksheet under the keys of both, and are read by both', async () => {
  const asked: string[] = []
  await goTo('/worksheets?WorkSheetId=3', somebody(), {
    some: ({ url }) => {
      if (url.pathname === '/api/worksheets/3') return sheet
      if (url.pathname === '/api/testresults') asked.push(url.search)
      return undefined
    },
  })
  await userEvent.click(page.getByRole('link', { name: 'NCL2611000008' }))
  await expect.poll(at).toBe('/testresults?WorkSheetId=3&SaleId=8')
  await expect.poll(() => asked[0]).toBe('?WorkSheetId=3&SaleId=8')
})

test('on a phone the head names the patient, once', async () => {
  await page.viewport(390, 844)
  await begin()
  expect(seen('Ramesh Joshi')).toBe(1)
})

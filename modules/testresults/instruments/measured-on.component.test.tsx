// The instrument of a result on a phone: its card names it, offers another one, and says why it is out of service.
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { answerSome } from '../../../web/screen/no-server.fixture.ts'
import { somebody } from '../../../web/screen/session.fixture.ts'
import { leave, open } from '../../../web/screen/whole-screen.fixture.tsx'
import { aRow } from '../judging/entry.fixture.ts'

afterEach(async () => {
  leave()
  await page.viewport(1280, 800)
})

const cobas = { LabInstrumentId: 1, InstrumentId: 10, Name: 'Cobas', Method: null }
const architect = { LabInstrumentId: 2, InstrumentId: 20, Name: 'Architect', Method: null }
const sheet = [
  aRow({
    SaleId: 7,
    WorkSheetId: 3,
    ReportDate: '2026-11-23T00:00:00Z',
    RowVersion: 4,
    LabInstrumentId: 1,
    Instrument: 'Cobas',
    InService: [architect],
    OutOfService: [{ ...cobas, Reason: 'Lamp broken' }],
    ...{ History: [], Runs: [], LabId: 2, KeeperId: null, OutsideLab: null, Barcode: '1001', Test: 'Potassium' },
    Status: { ItemName: 'Pending', ItemLabel: 'Pending' },
    Reason: null,
    ...{ UnitOfMeasure: 'mmol/L', Specimen: 'Serum', Department: 'Biochemistry', Patient: 'Ramesh Joshi' },
    ...{ Gender: 'Male', BirthDate: '1980-10-01', DoctorName: 'Dr Sawant', DoctorPhone: null, TestId: 1 },
    ...{ Remarks: null, Comments: null, ApprovedByRule: null, Source: null, MeasuredAt: null, Method: null },
    Sale: {
      ...{ SaleId: 7, AccessionNo: 'NCL2611000007', AccessionDate: '2026-11-22T00:00:00Z', IsStat: false },
      ...{ SaleDate: '2026-11-22T00:00:00Z', StatusId: 96 },
      ...{ CollectionDate: '2026-11-22T00:00:00Z', Outstanding: 0, BuyerIsPatient: true },
    },
    Actions: { update: true, note: true },
  }),
]

test('the card offers another instrument, and says why its own is out of service', async () => {
  await page.viewport(390, 844)
  await open('/testresults?WorkSheetId=3&SaleId=7', {
    session: somebody('Technologist'),
    read: [
      ['/api/testresults?WorkSheetId=3&SaleId=7', {}, sheet],
      ['/api/worksheets/3', {}, { WorkItems: [{ SaleId: 7 }] }],
    ],
  })
  const card = page.getByRole('listitem').filter({ hasText: 'Potassium' })
  await expect.element(card.getByText('Cobas is out of service: Lamp broken')).toBeVisible()
  const calls = answerSome(({ method, url }) => {
    if (url.pathname === '/api/testresults') return sheet
    return method === 'PUT' || method === 'POST' ? { message: '1 result is on Architect' } : undefined
  })
  await userEvent.click(card.getByRole('button', { name: 'On another one' }))
  await userEvent.click(page.getByRole('dialog').getByText('Architect: Potassium'))
  await expect
    .poll(() => calls.find(({ url }) => url.pathname.includes('measureon'))?.body)
    .toMatchObject({ WorkItemIds: [1], RowVersions: [4], LabInstrumentId: 2 })
})

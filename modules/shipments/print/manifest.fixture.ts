// A manifest for the tests. All names are made up.
import { LAB } from '../../../server/print/letterhead.fixture.ts'
import type { ManifestData, ManifestTube } from './manifest.model.ts'

export const tube = (changes: Partial<ManifestTube>): ManifestTube => ({
  Barcode: 'NSL2611000233-01',
  Patient: 'Sunanda B Wable',
  AgeSex: 'F 47 y',
  PatientId: 1,
  Tests: ['HbA1c'],
  Collected: '21-Nov-2026 07:10 am',
  Stat: false,
  Specimen: 'Whole blood EDTA',
  Container: 'K2-EDTA tube, lavender cap',
  TemperatureId: 60,
  Temperature: { ItemLabel: 'Ambient 15-25 C' },
  ...changes,
})
const cold = { TemperatureId: 61, Temperature: { ItemLabel: 'Refrigerated 2-8 C' }, Specimen: 'Serum' }
const frozen = { TemperatureId: 62, Temperature: { ItemLabel: 'Frozen <= -20 C' }, Specimen: 'Plasma EDTA' }
const party = (Name: string) => ({ Name, Place: 'Pune', Phone: '0000000002' })
export const MANIFEST: ManifestData = {
  Number: 'SHP000318',
  Letterhead: { ...LAB, LegalName: 'Nivara Diagnostics Pvt Ltd (DEMO)' },
  From: party('Nivara Satellite Laboratory'),
  To: party('Nivara Central Laboratory'),
  Courier: party('Nivara own route'),
  Reference: 'KOT-BOX-14',
  Dispatched: null,
  Due: '21-Nov-2026 02:30 pm',
  Printed: '21-Nov-2026 09:12 am',
  State: null,
  Temperatures: { 61: 4.5 },
  Tubes: [
    tube({}),
    tube({ ...frozen, Barcode: 'NSL2611000238-02', PatientId: 2 }),
    tube({ ...cold, Barcode: 'NSL2611000233-02' }),
    tube({ ...cold, Barcode: 'NSL2611000243-01', PatientId: 3, Stat: true, Specimen: 'Urine (24 hour)' }),
  ],
}

// A worksheet for the tests. All names are made up.
import { LAB } from '../../../server/print/letterhead.fixture.ts'
import type { WorksheetData } from './worksheet.model.ts'

export const WORKSHEET: WorksheetData = {
  Letterhead: LAB,
  WorksheetNo: 'W-000231',
  Department: 'Clinical Biochemistry',
  Instrument: 'Roche cobas c 501',
  Generated: '21-Nov-2026 09:31 AM',
  GeneratedBy: 'Asha Nene',
  Items: Array.from({ length: 24 }, (_, i) => ({
    Barcode: `NCL2611000${String(871 + i)}-02`,
    Patient: i % 5 === 0 ? 'Venkatanarasimharajuvaripeta Subrahmanyeswara Rao' : 'Prakash Madhav Kulkarni',
    AgeSex: 'M 58 y',
    PatientId: `P-000${String(4127 + i)}`,
    Specimen: 'Serum (yellow cap)',
    Stat: i < 2,
    Due: '21-Nov-2026 01:00 PM',
    Tests: [
      {
        Name: 'Kidney function test',
        Elements: ['Urea', 'Creatinine', 'Uric acid', 'Sodium', 'Potassium', 'Chloride'],
      },
      { Name: 'Glucose, fasting', Elements: [] },
    ].slice(0, 1 + (i % 2)),
  })),
}

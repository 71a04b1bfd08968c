// A tube's label for the tests. The name is made up.
import type { LabelData } from './label.rules.ts'

export const LABEL: LabelData = {
  FamilyName: 'Kulkarni',
  GivenNames: 'Prakash Madhav',
  Department: 'HEM',
  AgeSex: 'M 58 y',
  Collected: '21-Nov-2026 07:42 AM',
  Barcode: 'NCL2611000871-01',
  Tube: 'EDTA · LAVENDER',
  PatientId: 'P-0004127',
}

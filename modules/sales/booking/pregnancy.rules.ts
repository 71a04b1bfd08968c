// Of whom pregnancy can be stated.
import { ageAt } from '../../../core/dates.ts'
import { must, yes, type Decision } from '../../../core/refusal.ts'
import { pregnancyOf } from '../../elements/ranges.rules.ts'
import type { SaleDraft } from '../sales.model.ts'

type Patient = { readonly GenderId: number | null; readonly BirthDate: string | null }
type Stated = Pick<SaleDraft, 'PatientId' | 'Pregnancy' | 'CollectionDate'>

/** Whether a patient can be stated to be pregnant. What is stored is not asked again while the patient is the same. */
export const mayBePregnant = (sale: Stated, before: Stated | null, patient: Patient): Decision => {
  const isStored = before?.Pregnancy === 'yes' && before.PatientId === sale.PatientId
  if (sale.Pregnancy !== 'yes' || isStored) return yes
  const age = ageAt(patient.BirthDate, sale.CollectionDate ?? new Date())
  return must(
    pregnancyOf('yes', { genderId: patient.GenderId, ageYears: age?.years ?? null }) === 'yes',
    'Gender or age of this patient rules a pregnancy out. Check the patient, or leave Pregnancy empty',
    { at: 'Pregnancy' },
  )
}

// Of whom a pregnancy, its weeks or a phase of the cycle can be stated.
import { ageAt } from '../../../core/dates.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { cycleOf, pregnancyOf } from '../../elements/draw.rules.ts'
import type { SaleDraft } from '../sales.model.ts'

type Patient = { readonly GenderId: number | null; readonly BirthDate: string | null }
type Stated = Pick<SaleDraft, 'PatientId' | 'Pregnancy' | 'PregnancyWeeks' | 'CyclePhase' | 'CollectionDate'>

/** Whether it can be of a patient. What is stored is not asked again while the patient is the same. */
export const mayBeStated = (sale: Stated, before: Stated | null, patient: Patient): Decision => {
  const age = ageAt(patient.BirthDate, sale.CollectionDate ?? new Date())
  const who = { genderId: patient.GenderId, ageYears: age?.years ?? null }
  const isStored = (name: 'Pregnancy' | 'PregnancyWeeks' | 'CyclePhase'): boolean =>
    before?.PatientId === sale.PatientId && before?.[name] === sale[name]
  const { Pregnancy, PregnancyWeeks = null, CyclePhase = null } = sale
  return allOf(
    must(
      Pregnancy !== 'yes' || isStored('Pregnancy') || pregnancyOf('yes', who) === 'yes',
      'Gender or age of this patient rules a pregnancy out. Check the patient, or leave Pregnancy empty',
      { at: 'Pregnancy' },
    ),
    must(
      PregnancyWeeks === null || Pregnancy === 'yes',
      'Weeks are of a pregnant patient. State Pregnant, or leave Weeks Pregnant empty',
      { at: 'PregnancyWeeks' },
    ),
    must(
      PregnancyWeeks === null || isStored('PregnancyWeeks') || pregnancyOf('yes', who) === 'yes',
      'Gender or age of this patient rules a pregnancy out. Check the patient, or leave Weeks Pregnant empty',
      { at: 'PregnancyWeeks' },
    ),
    must(
      CyclePhase === null || isStored('CyclePhase') || cycleOf(CyclePhase, who) === CyclePhase,
      'Gender or age of this patient rules this phase out. Check the patient, or leave Cycle Phase empty',
      { at: 'CyclePhase' },
    ),
    must(
      CyclePhase === null || isStored('CyclePhase') || Pregnancy !== 'yes',
      'A pregnant patient has no phase of the cycle. Leave Cycle Phase empty',
      { at: 'CyclePhase' },
    ),
  )
}

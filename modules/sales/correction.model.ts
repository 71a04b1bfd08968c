// The fields of correcting a sale whose report was issued: its patient, or what else of it the report prints.
import { boolean, choice, datetime, digits, integer, oneOf, reference, text, type Fields } from '../../core/model.ts'
import { cyclePhases, pregnancies, pregnancyWeeks, treatments } from '../lists/draw.model.ts'
import type { StateName } from '../elements/draw.rules.ts'
import { workItemReasons } from '../lists/items.model.ts'

const why = {
  ReasonId: choice('Reason', workItemReasons, { required: 'Reason is required' }),
  Remarks: text('Remarks', { maxLength: 1000, required: 'Remarks are required' }),
} satisfies Fields

/** States at the draw. */
const states = {
  Pregnancy: oneOf('Pregnancy', pregnancies),
  PregnancyWeeks: integer('Weeks Pregnant', pregnancyWeeks),
  FastingHours: integer('Fasting Hours', { min: 0, max: 72, range: 'Fasting Hours must be between 0 and 72' }),
  CyclePhase: oneOf('Cycle Phase', cyclePhases),
  Treatment: oneOf('Treatment', treatments),
} satisfies Fields

export const correctionFields = {
  PatientId: reference('Patient', 'patient', { required: 'Patient is required' }),
  ...why,
  // of the right patient; what was stated of the other one is gone
  ...states,
} satisfies Fields

/** A state that was stated and is not known; one at a time. */
const takenBack = [
  ['Pregnancy', 'Pregnancy'],
  ['PregnancyWeeks', 'Weeks Pregnant'],
  ['FastingHours', 'Fasting Hours'],
  ['CyclePhase', 'Cycle Phase'],
  ['Treatment', 'Treatment'],
] as const satisfies readonly (readonly [StateName, string])[]

/** Empty: it was right. */
export const detailFields = {
  ReferringDoctorId: reference('Doctor', 'doctor'),
  CollectionDate: datetime('Collected'),
  LRN: digits('LRN', { maxLength: 20, patternMessage: 'LRN accepts digits only' }),
  ...states,
  TakenBack: oneOf('Not Known After All', takenBack),
  ...why,
} satisfies Fields

/** Asked only where the answer makes a difference. */
export const detailQuestions = {
  EarlyCollection: boolean('Collected days before the sale'),
  KeepsValues: boolean('Keep values of tubes that were too old'),
} satisfies Fields

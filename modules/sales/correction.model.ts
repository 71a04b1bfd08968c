// The fields of correcting a sale whose report was issued: its patient, or what else of it the report prints.
import { boolean, choice, datetime, digits, oneOf, reference, text, type Fields } from '../../core/model.ts'
import { pregnancies } from '../elements/elements.model.ts'
import { workItemReasons } from '../lists/items.model.ts'

const why = {
  ReasonId: choice('Reason', workItemReasons, { required: 'Reason is required' }),
  Remarks: text('Remarks', { maxLength: 1000, required: 'Remarks are required' }),
} satisfies Fields

export const correctionFields = {
  PatientId: reference('Patient', 'patient', { required: 'Patient is required' }),
  ...why,
  // of the right patient; what was stated of the other one is gone
  Pregnancy: oneOf('Pregnancy', pregnancies),
} satisfies Fields

/** Empty: it was right. */
export const detailFields = {
  ReferringDoctorId: reference('Doctor', 'doctor'),
  CollectionDate: datetime('Collected'),
  LRN: digits('LRN', { maxLength: 20, patternMessage: 'LRN accepts digits only' }),
  Pregnancy: oneOf('Pregnancy', pregnancies),
  ...why,
} satisfies Fields

/** Asked only where the answer makes a difference. */
export const detailQuestions = {
  EarlyCollection: boolean('Collected days before the sale'),
  KeepsValues: boolean('Keep values of tubes that were too old'),
} satisfies Fields

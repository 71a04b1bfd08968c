// The fields of correcting the patient of a sale, once its report was issued in another name.
import { choice, reference, text, type Fields } from '../../core/model.ts'
import { workItemReasons } from '../lists/items.model.ts'

export const correctionFields = {
  PatientId: reference('Patient', 'patient', { required: 'Patient is required' }),
  ReasonId: choice('Reason', workItemReasons, { required: 'Reason is required' }),
  Remarks: text('Remarks', { maxLength: 1000, required: 'Remarks are required' }),
} satisfies Fields

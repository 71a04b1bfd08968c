// By what a patient is identified at the draw, as the act that records it and its dialog take it.
import { text, type Fields } from '../../../core/model.ts'

export const identity = text('Bill, Birth Date or Phone', { maxLength: 40 })
export const identityFields = {
  Identity: { ...identity, required: 'Scan the bill, or type the birth date or phone as the patient states it' },
} satisfies Fields

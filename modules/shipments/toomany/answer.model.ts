// What the sender answers about a tube that came in a box which did not list it.
import { integer, multiline, oneOf, type Fields } from '../../../core/model.ts'

export const answers = [
  ['packed', 'It was packed'],
  ['not ours', 'Not ours'],
] as const
export const answerFields = {
  ShipmentSampleId: integer('Sample', { required: 'Choose the sample' }),
  Answer: oneOf('Answer', answers, { required: 'Say whether it was packed' }),
  // of a tube that is not theirs
  reason: multiline('Reason', { maxLength: 500 }),
} satisfies Fields

// What acts on batches answer.
import { doesAt } from '../../core/answer/answer.ts'

/** Cash of a batch taken to the bank. */
export const deposited = doesAt('depositbatch/{key}', { BatchOutId: 'integer' })
/** Cash paid out of a batch. */
export const paidOut = doesAt('payoutbatch/{key}', { BatchOutId: 'integer' })
/** Cash of a batch offered as a float. */
export const floatOffered = doesAt('floatbatch/{key}', { FloatOfferId: 'integer' })
/** A batch taken over into the own one. */
export const takenOver = doesAt('transferbatch/{key}', { BatchId: 'integer' })
/** A float taken into the own batch. */
export const floatAccepted = doesAt('acceptfloat/{key}', { BatchId: 'integer' })

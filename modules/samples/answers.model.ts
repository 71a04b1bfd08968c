// What acts on tubes answer.
import { doesAt } from '../../core/answer/answer.ts'

/** Tubes recorded as collected; what speaks against the moment. */
export const tubesCollected = doesAt('collect/samples', { warnings: ['text'] })
/** A tube rejected, and the one to be collected in its place. */
export const tubeRejected = doesAt('reject/samples', { ReplacedById: 'integer?' })

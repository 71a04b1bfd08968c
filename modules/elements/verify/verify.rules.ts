// Whether a user may confirm the reference ranges of an element that came with the starter catalogue.
import { must, type Decision } from '../../../core/refusal.ts'

export const mayVerify = (element: { readonly ToBeVerified?: boolean | null }): Decision =>
  must(element.ToBeVerified === true, 'These reference ranges are confirmed already', { code: 'verified' })

/** The note on an interval that came with the starter catalogue, where a result is judged by it. */
export const notVerified = 'Typical interval, not yet verified by this laboratory'

// Whether a user may confirm the reference ranges of an element that came with the starter catalogue.
import { must, no, yes, type Decision } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'

export const mayVerify = (element: { readonly ToBeVerified?: boolean | null }): Decision =>
  must(element.ToBeVerified === true, 'These reference ranges are confirmed already', { code: 'verified' })

/** Before its first release one person sets up an element; then a pathologist agrees, as to other ranges. */
export const mayConfirm = (isInUse: boolean): Decision =>
  isInUse
    ? no('Results of this element are released: a pathologist agrees that its reference ranges are verified', {
        code: 'ranges-agreed',
        needs: { kind: 'interval', by: [role.Pathologist] },
      })
    : yes

/** The note on an interval that came with the starter catalogue, where a result is judged by it. */
export const notVerified = 'Typical interval, not yet verified by this laboratory'

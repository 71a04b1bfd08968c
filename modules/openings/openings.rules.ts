// Whether what is sensitive may be opened without asking, and as what the opening is noted.
import { isPortal, role } from '../../core/user.ts'
import type { SignedIn } from '../../core/user.ts'
import { closedCode, type Refused } from '../../core/refusal.ts'
import type { Why } from './openings.model.ts'

/** Instead of the name of a sensitive element, in a subject or list that says of what kind its value is. */
export const sensitiveName = 'A sensitive test'

type Facts = {
  /** The reason that this user gave for this sale, while it counts. */
  readonly reason: string | null
  /** It is this user's own open work. */
  readonly isWork: boolean
  /** This user's institution bought the sale, and treats patients. */
  readonly isCareGiver: boolean
}

/** Hours for which a reason opens a sale to who gave it: a day's work, not the next one's. */
export const hoursOpen = 12

/** Outside, the patient and the ordering doctor read it, and an institution that treats patients what it bought. */
const isReader = ({ RoleId }: Pick<SignedIn, 'RoleId'>, isCareGiver: boolean): boolean =>
  RoleId === role.Patient || RoleId === role.Doctor || (RoleId === role.Institution && isCareGiver)

/** As what it is noted; undefined: it stays closed until a reason is given, and outside for good. */
export const whyOf = (user: Pick<SignedIn, 'RoleId'>, { reason, isWork, isCareGiver }: Facts): Why | undefined =>
  isPortal(user)
    ? isReader(user, isCareGiver)
      ? 'portal'
      : undefined
    : isWork
      ? 'work'
      : reason === null
        ? undefined
        : 'reason'

/** The way out is a reason; for who reads outside it is the patient or the ordering doctor. */
export const notOpened = (user: Pick<SignedIn, 'RoleId'>): Refused =>
  isPortal(user)
    ? { ok: false, reason: 'A result of this sale is sensitive: only the patient and the ordering doctor read it here' }
    : {
        ok: false,
        reason: 'A result of this sale is sensitive. Enter why you open it first',
        at: 'Reason',
        code: closedCode,
      }

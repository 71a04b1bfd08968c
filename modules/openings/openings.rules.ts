// Whether what is sensitive may be opened without asking, and as what the opening is noted.
import { isPortal } from '../../core/user.ts'
import type { SignedIn } from '../../core/user.ts'
import { closedCode, type Refused } from '../../core/refusal.ts'
import type { Why } from './openings.model.ts'

/** Instead of the name of a sensitive element, in a subject or list that says of what kind its value is. */
export const sensitiveName = 'A sensitive test'

type Facts = {
  /** The reason that this user gave for this sale. */
  readonly reason: string | null
  /** It is this user's own open work. */
  readonly isWork: boolean
}

/** As what it is noted; undefined: it stays closed until a reason is given. */
export const whyOf = (user: Pick<SignedIn, 'RoleId'>, { reason, isWork }: Facts): Why | undefined =>
  isPortal(user) ? 'portal' : isWork ? 'work' : reason === null ? undefined : 'reason'

export const notOpened: Refused = {
  ok: false,
  reason: 'A result of this sale is sensitive. Enter why you open it first',
  at: 'Reason',
  code: closedCode,
}

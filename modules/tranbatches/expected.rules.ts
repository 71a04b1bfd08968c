// Who sees what a batch should hold. The model asks it, so it brings no more along than roles.
import { isSupervisor, role, type SignedIn } from '../../core/user.ts'

/** Before a batch is closed, supervisors and auditors see what it should hold, unless they count it themselves. */
export const seesExpected = (
  batch: { readonly OwnerId?: unknown; readonly CloseDate?: unknown },
  who: Pick<SignedIn, 'UserId' | 'RoleId'>,
): boolean =>
  (batch.CloseDate ?? null) !== null ||
  (batch.OwnerId !== who.UserId && (isSupervisor(who) || who.RoleId === role.Auditor))

// Who sees what a batch should hold, and its papers. The model asks it, so it brings no more along than roles.
import { must, type Decision } from '../../core/refusal.ts'
import { isSupervisor, role, type SignedIn } from '../../core/user.ts'

/** Before a batch is closed, supervisors and auditors see what it should hold, unless they count it themselves. */
export const seesExpected = (
  batch: { readonly OwnerId?: unknown; readonly CloseDate?: unknown },
  who: Pick<SignedIn, 'UserId' | 'RoleId'>,
): boolean =>
  (batch.CloseDate ?? null) !== null ||
  (batch.OwnerId !== who.UserId && (isSupervisor(who) || who.RoleId === role.Auditor))

/**
 * Who sees what is in a batch, row by row. A desk sees its own and, to take it over, what a desk counted: what a
 * manager or accounts staff took has payers of places that are not the desk's.
 */
export const seesRows = (
  batch: { readonly OwnerId?: unknown; readonly OwnerRoleId?: unknown },
  who: Pick<SignedIn, 'UserId' | 'RoleId'>,
): boolean =>
  batch.OwnerId === who.UserId ||
  isSupervisor(who) ||
  who.RoleId === role.Auditor ||
  batch.OwnerRoleId === role.FrontDesk

type Who = Pick<SignedIn, 'RoleId'>
/** The slips of the bank: the desk deposits no cash. */
export const seesSlips = (who: Who): boolean => isSupervisor(who) || who.RoleId === role.Auditor

/** Also of a closed batch: the bank may stamp a slip later. */
export const mayKeepSlips = (who: Who): Decision =>
  must(isSupervisor(who), 'Only an administrator, a manager or accounts staff can add and remove papers of a batch', {
    code: 'no-supervisor',
  })

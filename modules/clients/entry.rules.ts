// How a new client starts: its type from the list where it is added, and what follows from the type.
import { isPrivileged, type SignedIn } from '../../core/user.ts'
import { parentOf, picksParent, restrictedFields } from './clients.rules.ts'
import type { ClientDraft } from './clients.model.ts'
import { clientType } from '../lists/items.model.ts'

const byList: Readonly<Record<string, number | undefined>> = {
  patients: clientType.Patient,
  doctors: clientType.Doctor,
  referrers: clientType.Referrer,
}
/** Lists of one type of client each. */
export const listsOfTypes: ReadonlySet<string> = new Set(Object.keys(byList))

export const typeOf = (values: Pick<ClientDraft, 'ClientTypeId'>): number | null => values.ClientTypeId ?? null

/**
 * Values of a new client from a list (`patients`). Above role id 2 users add only patients and doctors, so it is a
 * patient unless the list says otherwise.
 */
export const startOf = (
  list: string,
  user: { readonly RoleId: number; readonly EmployerId: number | null; readonly EntityId: number },
  entity: { readonly ClientId: number; readonly Name: string },
): ClientDraft => {
  const type = byList[list] ?? (isPrivileged(user) ? null : clientType.Patient)
  const ParentId = type === null ? null : parentOf(type, user)
  return {
    ClientTypeId: type,
    IsActive: true,
    ParentId,
    ParentClient:
      ParentId !== null && ParentId === entity.ClientId ? { ClientId: entity.ClientId, Name: entity.Name } : null,
    ...(type === clientType.Referrer && { CanRefer: true }),
  }
}

/**
 * A copy is a new client: it leaves out what belongs to one client only and what this role may not set; the parent
 * follows from the type.
 */
export const copyFor = (copied: ClientDraft, user: SignedIn): ClientDraft => {
  const type = typeOf(copied)
  const kept = isPrivileged(user) ? {} : Object.fromEntries(restrictedFields.map((name) => [name, null]))
  const parent = type === null || picksParent(type, user) ? {} : { ParentId: parentOf(type, user), ParentClient: null }
  return {
    ...copied,
    Code: null,
    BillPrefix: null,
    Logo: null,
    LocalName: null,
    FootLine: null,
    UpiId: null,
    IsActive: true,
    ...kept,
    ...parent,
  }
}

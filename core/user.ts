// Who is working: what criteria, rules and scope may know of the signed-in user.
import type { Permit } from './model.ts'

export type PermissionEntry = { Permit: Permit; ModuleId: string; Criteria: string | null; StatementId: number | null }

export type SignedIn = {
  UserId: number
  UserName: string
  FullName: string
  EmployerId: number | null
  RoleId: number
  EntityId: number
  EntityTypeId: number
  Permissions: readonly PermissionEntry[]
}

/** Role id 2 or lower: prices, sale dates, referrers, transaction dates, export. */
export const isPrivileged = (user: Pick<SignedIn, 'RoleId'>): boolean => user.RoleId <= 2

/** Doctor, institution, referrer and patient: roles that look at their own records from outside. */
export const isPortal = (user: Pick<SignedIn, 'RoleId'>): boolean => user.RoleId >= 12
/** Everybody who works in the network. */
export const isStaff = (user: Pick<SignedIn, 'RoleId'>): boolean => !isPortal(user)

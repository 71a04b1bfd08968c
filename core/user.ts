// The signed-in user as criteria, rules and scope see them.
import { idsOf, itemList } from './items.ts'
import type { Permit } from './model.ts'

/**
 * The roles that every network has. A lower id decides more about money; the roles from the doctor on are outside
 * users.
 */
export const roles = {
  Administrator: { id: 1, label: 'Administrator' },
  BusinessManager: { id: 2, label: 'Business manager' },
  Pathologist: { id: 3, label: 'Pathologist' },
  Technologist: { id: 4, label: 'Technologist' },
  FrontDesk: { id: 5, label: 'Front desk' },
  Phlebotomist: { id: 6, label: 'Phlebotomist' },
  Accounts: { id: 7, label: 'Accounts' },
  Logistics: { id: 8, label: 'Logistics' },
  SalesManager: { id: 9, label: 'Sales manager' },
  QualityManager: { id: 10, label: 'Quality manager' },
  Auditor: { id: 11, label: 'Auditor' },
  Doctor: { id: 12, label: 'Doctor' },
  Institution: { id: 13, label: 'Institution' },
  Referrer: { id: 14, label: 'Referrer' },
  Patient: { id: 15, label: 'Patient' },
}
export const role = idsOf(roles)

/** The types of an entity, the client that a user works as. */
export const entityTypes = itemList(101, {
  LegalEntity: { id: 9, label: 'Legal entity' },
  Lab: { id: 10, label: 'Internal lab' },
  Doctor: { id: 11, label: 'Doctor' },
  Patient: { id: 12, label: 'Patient' },
  CollectionCentre: { id: 13, label: 'Collection centre' },
  Referrer: { id: 14, label: 'Referrer' },
  Institution: { id: 16, label: 'Institution (hospital, clinic, corporate)', short: 'Institution' },
  Courier: { id: 19, label: 'Courier' },
  ExternalLab: { id: 20, label: 'External lab' },
})
export const entityType = idsOf(entityTypes.items)

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
export const isPrivileged = (user: Pick<SignedIn, 'RoleId'>): boolean => user.RoleId <= role.BusinessManager

/** Those roles. */
export const managers: readonly number[] = [role.Administrator, role.BusinessManager]

/** Roles that confirm what a money handler alone may not decide. */
export const supervisors: readonly number[] = [role.Administrator, role.BusinessManager, role.Accounts]
export const isSupervisor = (user: Pick<SignedIn, 'RoleId'>): boolean => supervisors.includes(user.RoleId)

/** Doctor, institution, referrer and patient: outside roles that see only their own records. */
export const isPortal = (user: Pick<SignedIn, 'RoleId'>): boolean => user.RoleId >= role.Doctor
/** A courier knows a box and its tubes by their numbers, never whose they are and what is measured in them. */
export const seesPatients = (user: Pick<SignedIn, 'EntityTypeId'>): boolean => user.EntityTypeId !== entityType.Courier
/** The network's own staff. */
export const isStaff = (user: Pick<SignedIn, 'RoleId'>): boolean => !isPortal(user)

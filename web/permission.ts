// What the signed-in user may do in this browser; the server decides again.
import { criteriaHolds } from '../core/expression.criteria.ts'
import type { Permit } from '../core/model.ts'
import type { SignedIn } from '../core/user.ts'
import type { Session } from './session.ts'

/** The signed-in user as criteria and rules know them. */
export const signedIn = ({ User, Role, Entity, Permissions }: Session): SignedIn => ({
  UserId: User.UserId,
  UserName: User.UserName,
  FullName: User.FullName,
  EmployerId: User.EmployerId,
  RoleId: Role.RoleId,
  EntityId: Entity.ClientId,
  EntityTypeId: Entity.ClientTypeId,
  Permissions,
})

type Row = Readonly<Record<string, unknown>>

/** Whether the permit is held for the module; with a row, for that row. */
export const may = (session: Session, moduleId: string, permit: Permit, row?: Row): boolean => {
  const user = signedIn(session)
  return session.Permissions.some(
    (entry) => entry.ModuleId === moduleId && entry.Permit === permit && (row === undefined || criteriaHolds(entry.Criteria, row, user)),
  )
}

/** The statement that lists a module for this session; undefined without the permit. */
export const statementOf = (session: Session, moduleId: string): number | undefined =>
  session.Permissions.find((entry) => entry.ModuleId === moduleId && entry.Permit === 'list' && entry.StatementId !== null)?.StatementId ??
  undefined

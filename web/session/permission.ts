// What the signed-in user may do in this browser; the server decides again.
import type { Permit } from '../../core/model.ts'
import type { SignedIn } from '../../core/user.ts'
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

/** Whether the user has the permit for the module; for which rows, see `web/session/row-permission.ts`. */
export const may = (session: Session, moduleId: string, permit: Permit): boolean =>
  session.Permissions.some((entry) => entry.ModuleId === moduleId && entry.Permit === permit)

/** The statement that lists a module for this session; undefined without the permit. */
export const statementOf = (session: Session, moduleId: string): number | undefined =>
  session.Permissions.find(
    (entry) => entry.ModuleId === moduleId && entry.Permit === 'list' && entry.StatementId !== null,
  )?.StatementId ?? undefined

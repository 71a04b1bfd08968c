// What the signed-in user may do with one row: evaluates criteria, which pages without rows do not load.
import { criteriaHolds } from '../../core/expression/expression.criteria.ts'
import type { Permit } from '../../core/model.ts'
import { signedIn } from './permission.ts'
import type { Session } from './session.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether the user has the permit for that row of the module. */
export const mayWith = (session: Session, moduleId: string, permit: Permit, row: Row): boolean => {
  const user = signedIn(session)
  return session.Permissions.some(
    (entry) => entry.ModuleId === moduleId && entry.Permit === permit && criteriaHolds(entry.Criteria, row, user),
  )
}

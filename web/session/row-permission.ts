// What the signed-in user may do with one row: criteria are read here, which pages without rows do not fetch.
import { criteriaHolds } from '../../core/expression/expression.criteria.ts'
import type { Permit } from '../../core/model.ts'
import { signedIn } from './permission.ts'
import type { Session } from './session.ts'

type Row = Readonly<Record<string, unknown>>

/** Whether the permit is held for that row of the module. */
export const mayWith = (session: Session, moduleId: string, permit: Permit, row: Row): boolean => {
  const user = signedIn(session)
  return session.Permissions.some(
    (entry) => entry.ModuleId === moduleId && entry.Permit === permit && criteriaHolds(entry.Criteria, row, user),
  )
}

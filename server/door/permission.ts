// The one decision whether a user may do something with a record: permit granted, criteria true, status allows it.
import { criteriaHolds } from '../../core/expression/expression.criteria.ts'
import type { Fields, Permit } from '../../core/model.ts'
import { no, type Decision, yes } from '../../core/refusal.ts'
import type { Caller, Loaded } from '../caller.ts'
import type { ServerModule, StoredOf } from '../module.ts'
import { notPermitted } from '../refusal.ts'

/** The caller's grants of a permit for a module. */
export const held = (user: Caller, module: string, permit: Permit) =>
  user.Permissions.filter((entry) => entry.ModuleId === module && entry.Permit === permit)

/** Permit and criteria only. */
export const mayByPermit = (user: Caller, module: string, permit: Permit, record?: Loaded): boolean =>
  held(user, module, permit).some((entry) => record === undefined || criteriaHolds(entry.Criteria, record, user))

export const requirePermit = (user: Caller, module: string, permit: Permit, record?: Loaded): void => {
  if (!mayByPermit(user, module, permit, record)) throw notPermitted()
}

/** The module's own decision in addition to permit and criteria; undefined if it has none. */
export const decisionOf = (
  module: ServerModule,
  permit: Permit,
  record: StoredOf<Fields>,
  user: Caller,
): Decision | undefined =>
  permit === 'create' ? module.decide?.create?.(user) : module.decide?.[permit]?.(record, user)

/** The actions on a record's screen: permit -> true, or the reason why not; permits not granted are absent. */
export const actionsOf = (
  module: ServerModule,
  record: StoredOf<Fields>,
  user: Caller,
): Partial<Record<Permit, true | string>> => {
  const answer: Partial<Record<Permit, true | string>> = {}
  for (const permit of module.model.permits) {
    if (permit === 'list' || held(user, module.model.id, permit).length === 0) continue
    const decision: Decision = mayByPermit(user, module.model.id, permit, record)
      ? (decisionOf(module, permit, record, user) ?? yes)
      : no('Your role may not do this with this record')
    answer[permit] = decision.ok ? true : decision.reason
  }
  return answer
}

// What may be saved of a role: readable criteria, no duplicates, and an administrator who can undo the change.
import { parseExpression } from '../../core/expression/expression.ts'
import type { Permit } from '../../core/model.ts'
import { must, type Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import type { Errors } from '../../core/validate.ts'
import type { Permission, RoleDraft } from './roles.model.ts'

const same = (permission: Permission): string =>
  [permission.ModuleId, permission.Permit, permission.ClientTypeId ?? '', (permission.Criteria ?? '').trim()].join('|')

const wrongIn = (permission: Permission): readonly [field: string, reason: string] | undefined => {
  const criteria = (permission.Criteria ?? '').trim()
  if (criteria === '') return undefined
  const parsed = parseExpression(criteria, { kind: 'criteria' })
  return parsed.ok ? undefined : ['Criteria', parsed.reason]
}

/** What is wrong by field; an empty object when all is right. */
export const roleErrors = ({ Permissions }: Pick<RoleDraft, 'Permissions'>): Errors => {
  const errors: Errors = {}
  const seen = new Set<string>()
  for (const [index, permission] of (Permissions ?? []).entries()) {
    const wrong = wrongIn(permission)
    if (wrong) errors[`Permissions.${index}.${wrong[0]}`] = [wrong[1]]
    if (seen.has(same(permission))) errors[`Permissions.${index}.Permit`] = ['This permission is listed already']
    seen.add(same(permission))
  }
  return errors
}

/** Without these no user could give rights, or correct them. */
const kept: readonly (readonly [module: string, permits: readonly Permit[]])[] = [
  ['roles', ['list', 'read', 'update']],
  ['users', ['list', 'read', 'update']],
]
const isWhole = ({ ClientTypeId, Criteria }: Permission): boolean =>
  (ClientTypeId ?? null) === null && (Criteria ?? '').trim() === ''

export const mayChangeRole = (user: { readonly RoleId: number }): Decision =>
  must(user.RoleId === role.Administrator, 'Only an administrator can change roles')

/** Administrators need the permits that correct all others, without criteria. */
export const keepsAdministrators = (roleId: number, { Permissions }: Pick<RoleDraft, 'Permissions'>): Decision => {
  const missing = kept.flatMap(([module, permits]) =>
    permits.filter(
      (permit) => !(Permissions ?? []).some((one) => one.ModuleId === module && one.Permit === permit && isWhole(one)),
    ),
  )
  return must(
    roleId !== role.Administrator || missing.length === 0,
    'Administrators need list, read and update of roles and users: no other role can restore them',
  )
}

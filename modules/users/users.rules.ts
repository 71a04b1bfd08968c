// What a user may be made: who gives which roles, whose employee somebody is, where they work.
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import type { Errors } from '../../core/validate.ts'
import type { UserDraft } from './users.model.ts'

type Key = 'RoleId' | 'ClientId'
type Rows<K extends Key> = readonly { readonly [N in K]?: number | null }[] | null | undefined
const keysOf = <K extends Key>(rows: Rows<K>, key: K): readonly number[] => (rows ?? []).map((row) => Number(row[key]))

/** Keys that one grid has and the other has not. */
export const keysChanged = <K extends Key>(key: K, before: Rows<K>, after: Rows<K>): readonly number[] => {
  if (after === undefined) return []
  const [was, is] = [keysOf(before, key), keysOf(after, key)]
  return [...is.filter((one) => !was.includes(one)), ...was.filter((one) => !is.includes(one))]
}

/** Who is no administrator makes none, and changes none. */
export const mayKeepUser = (kept: Pick<UserDraft, 'Roles'> | null, user: { readonly RoleId: number }): Decision =>
  must(
    user.RoleId === role.Administrator || !keysOf(kept?.Roles, 'RoleId').includes(role.Administrator),
    'Only an administrator changes an administrator',
  )
/** A forgotten password is reset by somebody else: who knows their own changes it in the profile. */
export const mayReset = (
  kept: Pick<UserDraft, 'UserId' | 'Roles'> | null,
  user: { readonly UserId: number; readonly RoleId: number },
): Decision =>
  allOf(must(kept?.UserId !== user.UserId, 'Your own password is changed in your profile'), mayKeepUser(kept, user))
export const mayGive = (changed: readonly number[], user: { readonly RoleId: number }): Decision =>
  must(
    user.RoleId === role.Administrator || !changed.includes(role.Administrator),
    'Only an administrator gives or takes the role Administrator',
  )

export const employerErrors = ({ EmployerId }: Pick<UserDraft, 'EmployerId'>): Errors =>
  (EmployerId ?? null) === null ? { EmployerId: ['Employer is required'] } : {}

/** What is wrong by field; an empty object when nothing is. */
export const userErrors = (
  kept: Pick<UserDraft, 'UserName' | 'EmployerId' | 'Entities' | 'DefaultEntityId'>,
): Errors => {
  const entities = keysOf(kept.Entities, 'ClientId')
  const name = (kept.UserName ?? '').trim()
  return {
    ...employerErrors(kept),
    ...(!/^[A-Za-z0-9._-]+$/.test(name) && { UserName: ['Letters, digits, dot, dash and underscore only'] }),
    ...(!entities.includes(Number(kept.DefaultEntityId)) && {
      DefaultEntityId: ['Default Entity is required'],
    }),
  }
}

// What may be saved of a user: who gives which roles, whose employee a user is, where they work.
import { allOf, must, yes, type Decision } from '../../core/refusal.ts'
import { sameValue } from '../../core/same.ts'
import { role } from '../../core/user.ts'
import type { Errors } from '../../core/validate.ts'
import type { UserDraft } from './users.model.ts'

type Key = 'RoleId' | 'ClientId'
type Rows<K extends Key> = readonly { readonly [N in K]?: number | null }[] | null | undefined
const keysOf = <K extends Key>(rows: Rows<K>, key: K): readonly number[] => (rows ?? []).map((row) => Number(row[key]))

/** Keys that only one of two grids has. */
export const keysChanged = <K extends Key>(key: K, before: Rows<K>, after: Rows<K>): readonly number[] => {
  if (after === undefined) return []
  const [was, is] = [keysOf(before, key), keysOf(after, key)]
  return [...is.filter((one) => !was.includes(one)), ...was.filter((one) => !is.includes(one))]
}

/** Only an administrator adds or changes an administrator. */
export const mayKeepUser = (kept: Pick<UserDraft, 'Roles'> | null, user: { readonly RoleId: number }): Decision =>
  must(
    user.RoleId === role.Administrator || !keysOf(kept?.Roles, 'RoleId').includes(role.Administrator),
    'Only an administrator can change an administrator',
  )
/** Another user resets a forgotten password; users who know theirs change it in the profile. */
export const mayReset = (
  kept: Pick<UserDraft, 'UserId' | 'Roles'> | null,
  user: { readonly UserId: number; readonly RoleId: number },
): Decision =>
  allOf(must(kept?.UserId !== user.UserId, 'Change your own password in your profile'), mayKeepUser(kept, user))
export const mayGive = (changed: readonly number[], user: { readonly RoleId: number }): Decision =>
  must(
    user.RoleId === role.Administrator || !changed.includes(role.Administrator),
    'Only an administrator can give or take the role Administrator',
  )

type Row = { readonly UserId?: number | null }
type Kept = Pick<UserDraft, 'FullName' | 'Qualification' | 'Signature' | 'Roles' | 'Entities' | 'SignsFor'>
const printed = ['FullName', 'Qualification', 'Signature'] as const

/**
 * How a name is compared with another: a reader sees no difference between blanks, capital letters, and signs that are
 * not shown.
 */
export const readAs = (name: string | null | undefined): string =>
  (name ?? '')
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase()

/** The full name of staff is printed on bills, reports and histories: another user changes it. */
export const mayRename = (before: string, after: string, isStaff: boolean): Decision =>
  must(before === after || !isStaff, 'Your full name is printed on papers. Ask an administrator to change it', {
    at: 'FullName',
    code: 'own-name',
  })

const mandatesOf = (kept: Partial<Kept>): readonly unknown[] =>
  (kept.SignsFor ?? []).map((row) => [row.DepartmentId ?? null, row.FromDate ?? null, row.TillDate ?? null])
/** A mandate that ends before it begins would never hold. */
export const mandateErrors = ({ SignsFor }: Partial<Kept>): Errors =>
  Object.fromEntries(
    (SignsFor ?? []).flatMap((row, index) =>
      (row.TillDate ?? '9999') < (row.FromDate ?? '') ? [[`SignsFor.${index}.TillDate`, ['Till is before From']]] : [],
    ),
  )

/**
 * No user gives themselves roles, places or departments, nor changes their signature. An administrator gives themselves
 * a place.
 */
export const mayChangeOwn = (
  before: (Kept & Row) | null,
  after: Partial<Kept>,
  user: { readonly UserId: number; readonly RoleId: number },
): Decision => {
  if (before?.UserId !== user.UserId) return yes
  return allOf(
    must(
      keysChanged('RoleId', before.Roles, after.Roles).length === 0,
      'You cannot change your own roles. Ask someone else who manages users',
      { at: 'Roles', code: 'own-roles' },
    ),
    must(
      user.RoleId === role.Administrator || keysChanged('ClientId', before.Entities, after.Entities).length === 0,
      'You cannot change your own entities. Ask someone else who manages users',
      { at: 'Entities', code: 'own-entities' },
    ),
    must(
      after.SignsFor === undefined || sameValue(mandatesOf(before), mandatesOf(after)),
      'You cannot change for which departments you sign. Ask someone else who manages users',
      { at: 'SignsFor', code: 'own-departments' },
    ),
    ...printed.map((name) =>
      must(
        after[name] === undefined || (after[name] ?? '') === (before[name] ?? ''),
        'You cannot change your own name and signature on papers. Ask someone else who manages users',
        { at: name, code: 'own-name' },
      ),
    ),
  )
}

/** A signatory of reports needs a qualification: it is printed with the name. */
export const signatoryErrors = (
  before: Pick<UserDraft, 'Roles' | 'Qualification'> | null,
  kept: Pick<UserDraft, 'Roles' | 'Qualification'>,
): Errors => {
  const signs = (one: Pick<UserDraft, 'Roles'> | null): boolean =>
    keysOf(one?.Roles, 'RoleId').includes(role.Pathologist)
  const isQualified = (one: Pick<UserDraft, 'Qualification'> | null): boolean =>
    (one?.Qualification ?? '').trim() !== ''
  // earlier signatories may go on
  return !signs(kept) || isQualified(kept) || (signs(before) && !isQualified(before))
    ? {}
    : { Qualification: ['Qualification is required for a pathologist: it is printed next to the signature'] }
}

export const userNameErrors = (userName: string | null | undefined): Errors =>
  /^[A-Za-z0-9._-]+$/.test((userName ?? '').trim())
    ? {}
    : { UserName: ['Letters, digits, dot, dash and underscore only'] }

export const employerErrors = ({ EmployerId }: Pick<UserDraft, 'EmployerId'>): Errors =>
  (EmployerId ?? null) === null ? { EmployerId: ['Employer is required'] } : {}

/** What is wrong by field; an empty object when all is right. */
export const userErrors = (
  kept: Pick<UserDraft, 'UserName' | 'EmployerId' | 'Entities' | 'DefaultEntityId'>,
): Errors => {
  const entities = keysOf(kept.Entities, 'ClientId')
  return {
    ...employerErrors(kept),
    ...userNameErrors(kept.UserName),
    ...(!entities.includes(Number(kept.DefaultEntityId)) && {
      DefaultEntityId: ['Default Entity is required'],
    }),
  }
}

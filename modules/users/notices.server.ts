// Notices of a changed user: to the user, about roles, places or signature, and to the other signatories.
import { role } from '../../core/user.ts'
import { literal, sql } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import type { SaveContext } from '../../server/module.ts'
import { sameValue } from '../../core/same.ts'
import type { userFields } from './users.model.ts'
import { keysChanged } from './users.rules.ts'

type Saved = SaveContext<typeof userFields>

/** Notifies a user whose roles or places another user changed. */
export const notifyOfRoles = async ({ tx, user, record, before }: Saved, key: number): Promise<void> => {
  const isChanged =
    keysChanged('RoleId', before?.Roles, record.Roles).length > 0 ||
    keysChanged('ClientId', before?.Entities, record.Entities).length > 0
  if (!isChanged || key === user.UserId) return
  await notifyUsers(tx, [key], {
    creater: user.FullName,
    subject: 'Your roles or places have changed',
    content: 'Sign in again to work in them.',
  })
}

/** Notifies a signatory of their changed signature, and the signatories of the same places of a new one. */
export const notifyOfSigning = async ({ tx, user, record, before }: Saved, key: number): Promise<void> => {
  const news = { creater: user.FullName, content: 'If this is wrong, contact your administrator.' }
  const isOther = (['Signature', 'Qualification', 'FullName'] as const).some(
    (name) => record[name] !== undefined && !sameValue(record[name], before?.[name]),
  )
  const signs = (rows: Saved['before']): boolean =>
    (rows?.Roles ?? []).some(({ RoleId }) => RoleId === role.Pathologist)
  if (before && signs(before) && isOther && key !== user.UserId)
    await notifyUsers(tx, [key], { ...news, subject: 'How you sign on reports has changed' })
  const given = keysChanged('RoleId', before?.Roles, record.Roles).includes(role.Pathologist)
  if (!given || (record.Roles ?? []).every(({ RoleId }) => RoleId !== role.Pathologist)) return
  const others = await tx.rows<{ UserId: number }>(sql`
    select distinct
      person.user_id
    from
      users person
      join user_roles held on held.user_id = person.user_id
      and held.role_id = ${literal(role.Pathologist)}
      join user_entities place on place.user_id = person.user_id
      join user_entities same on same.client_id = place.client_id
      and same.user_id = ${key}
    where
      person.is_active
      and person.user_id not in (${key}, ${user.UserId})
  `)
  await notifyUsers(
    tx,
    others.map(({ UserId }) => UserId),
    { ...news, subject: `${record.FullName ?? before?.FullName ?? ''} signs reports now` },
  )
}

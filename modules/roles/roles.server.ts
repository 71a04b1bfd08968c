// Roles on the server: one set for the network, changed by its administrators; every session then reloads its rights.
import { sql, type Tx } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { like } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { invalid, refusedBy } from '../../server/refusal.ts'
import { bumpVersion } from '../../server/session/session.ts'
import { saveShared, sharedOf } from '../lists/keepers.server.ts'
import { roles, type Permission, type roleFields } from './roles.model.ts'
import { keepsAdministrators, mayChangeRole, roleErrors } from './roles.rules.ts'

const place = { model: roles, table: 'roles', alias: 'role', keyColumn: 'role_id' }

const list = listOf(roles, {
  ...recordsOf(place),
  sort: 'RoleId',
  columns: {
    Users: `
        (
          select
            count(*)::int
          from
            user_roles held
            join users person using (user_id)
          where
            held.role_id = role.role_id
            and person.is_active
        )
      `,
    Permissions: '(select count(*)::int from permissions permission where permission.role_id = role.role_id)',
  },
  names: '',
  filters: { Name: like('role.role_name') },
  scope: () => sql`true`,
})

type Known = { readonly ModuleId: string; readonly Permit: string }
/** A module has the permits that some role has held since the network was set up. */
const refuseUnknown = async (tx: Tx, permissions: readonly Permission[]): Promise<void> => {
  const known = await tx.rows<Known>(sql`
    select distinct
      module_id,
      permit
    from
      permissions
  `)
  const there = new Set(known.map((one) => `${one.ModuleId} ${one.Permit}`))
  const errors = permissions.flatMap((one, index): [string, string[]][] =>
    there.has(`${one.ModuleId ?? ''} ${one.Permit ?? ''}`)
      ? []
      : [[`Permissions.${index}.Permit`, [`${one.ModuleId ?? ''} has no ${one.Permit ?? ''}`]]],
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** Every role that may list a module also reads the statement of its list. */
const giveStatements = (tx: Tx, roleId: number): Promise<number> =>
  tx.run(sql`
    update permissions given
    set
      statement_id = (
        select
          min(other.statement_id)
        from
          permissions other
        where
          other.module_id = given.module_id
          and other.permit = 'list'
      )
    where
      given.role_id = ${roleId}
      and given.permit = 'list'
      and given.statement_id is null
  `)

const holdersOf = async (tx: Tx, roleId: number): Promise<number[]> => {
  const rows = await tx.rows<{ UserId: number }>(sql`
    select
      held.user_id
    from
      user_roles held
      join users person using (user_id)
    where
      held.role_id = ${roleId}
      and person.is_active
  `)
  return rows.map((row) => row.UserId)
}

const saveRole = async (context: SaveContext<typeof roleFields>): Promise<number> => {
  const { tx, user, record, before, key } = context
  const kept = { ...before, ...record }
  const errors = roleErrors(kept)
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const decision = keepsAdministrators(key ?? 0, kept)
  if (!decision.ok) throw refusedBy(decision)
  if (record.Permissions) await refuseUnknown(tx, record.Permissions)
  const saved = await saveShared(place, context)
  if (!record.Permissions) return saved
  await giveStatements(tx, saved)
  await bumpVersion(tx, 'permissions')
  const others = (await holdersOf(tx, saved)).filter((id) => id !== user.UserId)
  await notifyUsers(tx, others, {
    creater: user.FullName,
    subject: `Role changed: ${kept.RoleName ?? ''}`,
    content: 'What you may do has changed.',
  })
  return saved
}

export const rolesServer = moduleOf(roles, {
  ...sharedOf(place),
  decide: { update: (_record, user) => mayChangeRole(user) },
  save: saveRole,
  statements: [{ id: 1025, name: 'Roles', module: 'roles', parameters: {}, list }],
})

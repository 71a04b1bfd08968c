// The first administrator of a legal entity, and who adds one.
import { entityType, role } from '../../core/user.ts'
import type { Caller } from '../../server/caller.ts'
import { literal, sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { UserDraft } from './users.model.ts'

/**
 * Role 1 employed by the network's first legal entity, which adds the others; other legal entities are strangers to
 * one another.
 */
export const isNetworkAdministrator = (user: Caller): Sql =>
  user.RoleId === role.Administrator
    ? sql`
        ${user.EmployerId}::int = (
          select
            min(n.client_id)
          from
            clients n
          where
            n.client_type_id = ${literal(entityType.LegalEntity)}
        )
      `
    : sql`false`

/**
 * The administrator of the network adds the first administrator of a legal entity: its employee, who works only
 * there, while no one else can sign in to do so. From then on the entity manages its users itself.
 */
export const isFirstAdministrator = async (tx: Tx, user: Caller, kept: UserDraft): Promise<boolean> => {
  const [place, ...more] = kept.Entities ?? []
  const only = (kept.Roles ?? []).every(({ RoleId }) => RoleId === role.Administrator)
  if (!place || more.length > 0 || !only || kept.Roles?.length !== 1 || place.ClientId !== kept.EmployerId) return false
  return (
    await tx.one<{ may: boolean }>(sql`
      select
        ${isNetworkAdministrator(user)}
        and exists (
          select
            1
          from
            clients
          where
            client_id = ${place.ClientId}
            and client_type_id = ${literal(entityType.LegalEntity)}
            and is_active
          for update
        )
        and not exists (
          select
            1
          from
            users u
            join user_roles r on r.user_id = u.user_id
            and r.role_id = ${literal(role.Administrator)}
          where
            u.is_active
            and u.employer_id = ${place.ClientId}
        ) as may
    `)
  ).may
}

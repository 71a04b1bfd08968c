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
            min(client.client_id)
          from
            clients client
          where
            client.client_type_id = ${literal(entityType.LegalEntity)}
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
    await tx.one<{ May: boolean }>(sql`
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
            users person
            join user_roles held on held.user_id = person.user_id
            and held.role_id = ${literal(role.Administrator)}
          where
            person.is_active
            and person.employer_id = ${place.ClientId}
        ) as may
    `)
  ).May
}

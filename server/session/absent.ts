// The caller of a user without a session: a job runs with the rights that the user has at that time.
import type { Caller } from '../caller.ts'
import { sql, type Tx } from '../db/db.ts'
import { permissionsOf, treeOf, type Chosen } from './session.ts'

type Asked = { readonly userId: number; readonly roleId: number; readonly entityId: number }
type Found = Chosen & { UserName: string; FullName: string; EmployerId: number | null }

/** The user in a role at an entity; undefined when the user no longer has it. */
export const absentUser = async (tx: Tx, asked: Asked, requestId: string): Promise<Caller | undefined> => {
  const found = await tx.maybe<Found>(sql`
    select
      users.user_name,
      users.full_name,
      users.employer_id,
      user_roles.role_id,
      clients.client_id as entity_id,
      clients.client_type_id as entity_type_id,
      coalesce(permissions.value, 0) as permissions_version,
      coalesce(tree.value, 0) as clients_version
    from
      users
      join user_roles on user_roles.user_id = users.user_id
      and user_roles.role_id = ${asked.roleId}
      join user_entities on user_entities.user_id = users.user_id
      and user_entities.client_id = ${asked.entityId}
      join clients on clients.client_id = user_entities.client_id
      left join counters permissions on permissions.name = 'version:permissions'
      left join counters tree on tree.name = 'version:clients'
    where
      users.user_id = ${asked.userId}
      and users.is_active
  `)
  if (!found) return undefined
  return {
    UserId: asked.userId,
    UserName: found.UserName,
    FullName: found.FullName,
    EmployerId: found.EmployerId,
    RoleId: asked.roleId,
    EntityId: asked.entityId,
    EntityTypeId: found.EntityTypeId ?? 0,
    Permissions: await permissionsOf(tx, found),
    Clients: await treeOf(tx, found),
    // of no session, so that no record of a session matches
    tokenHash: Buffer.alloc(0),
    requestId,
  }
}

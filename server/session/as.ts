// Another user as a caller: an act that they asked for is carried out in their name, as far as they may still do it.
import type { Caller } from '../caller.ts'
import { sql, type Tx } from '../db/db.ts'
import { permissionsOf, treeOf, versionOf, type Chosen } from './session.ts'

type Works = Chosen & {
  UserName: string
  FullName: string
  EmployerId: number | null
  RoleId: number
  EntityId: number
}

/** Undefined where they no longer work in the role at the entity. */
export const callerAs = async (
  tx: Tx,
  userId: number,
  roleId: number,
  entityId: number,
  requestId: string,
): Promise<Caller | undefined> => {
  const works = await tx.maybe<Works>(sql`
    select
      person.user_name,
      person.full_name,
      person.employer_id,
      held.role_id,
      place.client_id as entity_id,
      client.client_type_id as entity_type_id,
      ${versionOf('permissions')} as permissions_version,
      ${versionOf('clients')} as clients_version
    from
      users person
      join user_roles held on held.user_id = person.user_id
      and held.role_id = ${roleId}
      join user_entities place on place.user_id = person.user_id
      and place.client_id = ${entityId}
      join clients client on client.client_id = place.client_id
    where
      person.user_id = ${userId}
      and person.is_active
  `)
  return (
    works && {
      UserId: userId,
      UserName: works.UserName,
      FullName: works.FullName,
      EmployerId: works.EmployerId,
      RoleId: works.RoleId,
      EntityId: works.EntityId,
      EntityTypeId: works.EntityTypeId ?? 0,
      Permissions: await permissionsOf(tx, works),
      Clients: await treeOf(tx, works),
      // no session: they need not be signed in
      tokenHash: Buffer.alloc(0),
      requestId,
    }
  )
}

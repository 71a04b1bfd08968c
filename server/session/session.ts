// The caller of a request. A session is read with one statement per request; permissions and the tree of organisations
// are cached by version.
import { createHash } from 'node:crypto'
import { entityType, type PermissionEntry } from '../../core/user.ts'
import { literal, raw, sql, type Sql, type Tx } from '../db/db.ts'
import type { Caller } from '../caller.ts'

/** The `session` was unused for too long (FND-435). */
export const hasIdled = sql`session.last_seen_at <= now() - interval '15 minutes'`
/** The `session` was opened too long ago. */
export const hasAged = sql`session.created_at <= now() - interval '12 hours'`

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

type SessionRow = {
  UserId: number
  UserName: string
  FullName: string
  EmployerId: number | null
  RoleId: number | null
  EntityId: number | null
  EntityTypeId: number | null
  Stale: boolean
  MustChangePassword: boolean
  /** The second factor: to be given or to be set up before any other work; null when neither. */
  Factor: 'asked' | 'wanted' | null
  PermissionsVersion: number
  ClientsVersion: number
}
export type Session = { row: SessionRow; user: Caller | undefined; tokenHash: Buffer }

const permissionCache = new Map<string, readonly PermissionEntry[]>()
const treeCache = new Map<string, readonly number[]>()
const remember = <T>(cache: Map<string, T>, key: string, value: T): T => {
  if (cache.size > 500) cache.clear()
  cache.set(key, value)
  return value
}

/** The keys of cached permissions and trees: the chosen role and entity, and the versions. */
export type Chosen = Pick<SessionRow, 'RoleId' | 'EntityId' | 'EntityTypeId' | 'PermissionsVersion' | 'ClientsVersion'>

/** Permissions of a role at an entity type; entries without a client type apply to all. */
export const permissionsOf = async (tx: Tx, row: Chosen): Promise<readonly PermissionEntry[]> => {
  const key = `${row.PermissionsVersion}:${row.RoleId}:${row.EntityTypeId}`
  const known = permissionCache.get(key)
  if (known) return known
  const rows = await tx.rows<PermissionEntry>(sql`
    select
      permit as "Permit",
      module_id as "ModuleId",
      criteria as "Criteria",
      statement_id as "StatementId"
    from
      permissions
    where
      role_id = ${row.RoleId}
      and (
        client_type_id is null
        or client_type_id = ${row.EntityTypeId}
      )
    order by
      permission_id
  `)
  return remember(permissionCache, key, rows)
}

/** The entity first, then every organisation below it. */
export const treeOf = async (tx: Tx, row: Chosen): Promise<readonly number[]> => {
  const key = `${row.ClientsVersion}:${row.EntityId}`
  const known = treeCache.get(key)
  if (known) return known
  const rows = await tx.rows<{ ClientId: number }>(sql`
    with recursive
      tree as (
        select
          client_id,
          0 as depth
        from
          clients
        where
          client_id = ${row.EntityId}
        union all
        select
          client.client_id,
          above.depth + 1
        from
          clients client
          join tree above on client.parent_id = above.client_id
        where
          client.client_type_id in (${literal(
            entityType.LegalEntity,
            entityType.Lab,
            entityType.CollectionCentre,
            entityType.Institution,
            entityType.Courier,
            entityType.ExternalLab,
          )})
          and above.depth < 12
      )
    select distinct
      client_id
    from
      tree
    order by
      client_id
  `)
  const ids = rows.map((r) => r.ClientId).filter((id) => id !== row.EntityId)
  return remember(treeCache, key, [row.EntityId as number, ...ids])
}

/** The number of changes to data cached by this version. */
export const versionOf = (what: 'permissions' | 'clients'): Sql => sql`
  coalesce(
    (
      select
        value
      from
        counters
      where
        name = ${raw(`'version:${what}'`)}
    ),
    0
  )
`
/** The valid session, with its role and entity if the user still has them. */
const sessionBy = (tokenHash: Buffer): Sql => sql`
  select
    session.user_id,
    person.user_name,
    person.full_name,
    person.employer_id,
    person.must_change_password,
    case
      when factor.confirmed_at is not null
      and session.proved_at is null then 'asked'
      when factor.confirmed_at is null
      and exists (
        select
          1
        from
          user_roles held
          join roles role using (role_id)
        where
          held.user_id = session.user_id
          and role.second_factor
      ) then 'wanted'
    end as factor,
    case
      when user_role.role_id is not null
      and place.client_id is not null then session.role_id
    end as role_id,
    case
      when user_role.role_id is not null
      and place.client_id is not null then session.entity_id
    end as entity_id,
    entity.client_type_id as entity_type_id,
    session.last_seen_at < now() - interval '30 seconds' as stale,
    ${versionOf('permissions')} as permissions_version,
    ${versionOf('clients')} as clients_version
  from
    sessions session
    join users person on person.user_id = session.user_id
    and person.is_active
    left join second_factors factor on factor.user_id = session.user_id
    left join user_roles user_role on user_role.user_id = session.user_id
    and user_role.role_id = session.role_id
    left join user_entities place on place.user_id = session.user_id
    and place.client_id = session.entity_id
    left join clients entity on entity.client_id = session.entity_id
  where
    session.token_hash = ${tokenHash}
    and session.ended_at is null
    and not (${hasIdled})
    and not (${hasAged})
    and (
      session.role_id is null
      or (
        user_role.role_id is not null
        and place.client_id is not null
      )
    )
`
const callerOf = async (
  tx: Tx,
  row: SessionRow & { RoleId: number; EntityId: number },
  tokenHash: Buffer,
  requestId: string,
): Promise<Caller> => ({
  UserId: row.UserId,
  UserName: row.UserName,
  FullName: row.FullName,
  EmployerId: row.EmployerId,
  RoleId: row.RoleId,
  EntityId: row.EntityId,
  EntityTypeId: row.EntityTypeId ?? 0,
  Permissions: await permissionsOf(tx, row),
  Clients: await treeOf(tx, row),
  tokenHash,
  requestId,
})

/**
 * Reads the session of a token; undefined when it has ended, idled (15 minutes) or aged (12 hours), by the database's
 * clock.
 */
export const readSession = async (tx: Tx, token: string, requestId: string): Promise<Session | undefined> => {
  const tokenHash = hashToken(token)
  const row = await tx.maybe<SessionRow>(sessionBy(tokenHash))
  if (!row) return undefined
  const { RoleId, EntityId } = row
  // a second factor and a password that must be changed come before any work
  if (RoleId === null || EntityId === null || row.MustChangePassword || row.Factor !== null)
    return { row, user: undefined, tokenHash }
  return { row, user: await callerOf(tx, { ...row, RoleId, EntityId }, tokenHash, requestId), tokenHash }
}

export const touchSession = (tx: Tx, tokenHash: Buffer): Promise<number> =>
  tx.run(sql`
    update sessions
    set
      last_seen_at = now()
    where
      token_hash = ${tokenHash}
  `)

/** Raises the version that sessions are read with, after permissions or organisations changed. */
export const bumpVersion = (tx: Tx, what: 'permissions' | 'clients'): Promise<number> =>
  tx.run(sql`
    insert into
      counters (name, value)
    values
      (${`version:${what}`}, 1)
    on conflict (name) do update
    set
      value = counters.value + 1
  `)

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
  user_id: number
  user_name: string
  full_name: string
  employer_id: number | null
  role_id: number | null
  entity_id: number | null
  entity_type_id: number | null
  stale: boolean
  must_change_password: boolean
  /** The second factor: to be given or to be set up before any other work; null when neither. */
  factor: 'asked' | 'wanted' | null
  permissions_version: number
  clients_version: number
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
export type Chosen = Pick<
  SessionRow,
  'role_id' | 'entity_id' | 'entity_type_id' | 'permissions_version' | 'clients_version'
>

/** Permissions of a role at an entity type; entries without a client type apply to all. */
export const permissionsOf = async (tx: Tx, row: Chosen): Promise<readonly PermissionEntry[]> => {
  const key = `${row.permissions_version}:${row.role_id}:${row.entity_type_id}`
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
      role_id = ${row.role_id}
      and (
        client_type_id is null
        or client_type_id = ${row.entity_type_id}
      )
    order by
      permission_id
  `)
  return remember(permissionCache, key, rows)
}

/** The entity first, then every organisation below it. */
export const treeOf = async (tx: Tx, row: Chosen): Promise<readonly number[]> => {
  const key = `${row.clients_version}:${row.entity_id}`
  const known = treeCache.get(key)
  if (known) return known
  const rows = await tx.rows<{ client_id: number }>(sql`
    with recursive
      tree as (
        select
          client_id,
          0 as depth
        from
          clients
        where
          client_id = ${row.entity_id}
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
  const ids = rows.map((r) => r.client_id).filter((id) => id !== row.entity_id)
  return remember(treeCache, key, [row.entity_id as number, ...ids])
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
  row: SessionRow & { role_id: number; entity_id: number },
  tokenHash: Buffer,
  requestId: string,
): Promise<Caller> => ({
  UserId: row.user_id,
  UserName: row.user_name,
  FullName: row.full_name,
  EmployerId: row.employer_id,
  RoleId: row.role_id,
  EntityId: row.entity_id,
  EntityTypeId: row.entity_type_id ?? 0,
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
  const { role_id, entity_id } = row
  // a second factor and a password that must be changed come before any work
  if (role_id === null || entity_id === null || row.must_change_password || row.factor !== null)
    return { row, user: undefined, tokenHash }
  return { row, user: await callerOf(tx, { ...row, role_id, entity_id }, tokenHash, requestId), tokenHash }
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

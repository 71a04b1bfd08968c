// Sign-in, sessions, throttle, role and entity. A session is read with one statement per request; permissions and the tree of organisations are kept by version.
import { createHash, randomBytes } from 'node:crypto'
import type { PermissionEntry } from '../core/user.ts'
import { sql, type Database, type Tx } from './db.ts'
import type { Caller } from './module.ts'
import { passwordFits } from './passwords.ts'
import { invalid, notSignedIn, Refusal, refused } from './refusal.ts'

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()
const newToken = (): string => randomBytes(32).toString('base64url')

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

/** Permissions of a role at an entity type; entries without a client type hold at any. */
const permissionsOf = async (tx: Tx, row: SessionRow): Promise<readonly PermissionEntry[]> => {
  const key = `${row.permissions_version}:${row.role_id}:${row.entity_type_id}`
  const known = permissionCache.get(key)
  if (known) return known
  const rows =
    await tx.rows<PermissionEntry>(sql`select permit as "Permit", module_id as "ModuleId", criteria as "Criteria", statement_id as "StatementId"
    from permissions where role_id = ${row.role_id} and (client_type_id is null or client_type_id = ${row.entity_type_id}) order by permission_id`)
  return remember(permissionCache, key, rows)
}

/** The entity first, then every organisation below it. */
const treeOf = async (tx: Tx, row: SessionRow): Promise<readonly number[]> => {
  const key = `${row.clients_version}:${row.entity_id}`
  const known = treeCache.get(key)
  if (known) return known
  const rows = await tx.rows<{ client_id: number }>(sql`with recursive tree as (
      select client_id, 0 as depth from clients where client_id = ${row.entity_id}
      union all select c.client_id, t.depth + 1 from clients c join tree t on c.parent_id = t.client_id
      where c.client_type_id in (9, 10, 13, 16, 19, 20) and t.depth < 12)
    select distinct on (client_id) client_id, depth from tree order by client_id`)
  const ids = rows.map((r) => r.client_id).filter((id) => id !== row.entity_id)
  return remember(treeCache, key, [row.entity_id as number, ...ids])
}

/** Reads the session of a token; undefined when it has ended, idled (15 minutes) or aged (12 hours), by the database's clock. */
export const readSession = async (tx: Tx, token: string, requestId: string): Promise<Session | undefined> => {
  const tokenHash = hashToken(token)
  const row = await tx.maybe<SessionRow>(sql`select s.user_id, u.user_name, u.full_name, u.employer_id, u.must_change_password,
      case when ur.role_id is not null and ue.client_id is not null then s.role_id end as role_id,
      case when ur.role_id is not null and ue.client_id is not null then s.entity_id end as entity_id,
      c.client_type_id as entity_type_id, s.last_seen_at < now() - interval '30 seconds' as stale,
      coalesce((select value from counters where name = 'version:permissions'), 0) as permissions_version,
      coalesce((select value from counters where name = 'version:clients'), 0) as clients_version
    from sessions s join users u on u.user_id = s.user_id and u.is_active
    left join user_roles ur on ur.user_id = s.user_id and ur.role_id = s.role_id
    left join user_entities ue on ue.user_id = s.user_id and ue.client_id = s.entity_id
    left join clients c on c.client_id = s.entity_id
    where s.token_hash = ${tokenHash} and s.ended_at is null and s.last_seen_at > now() - interval '15 minutes' and s.created_at > now() - interval '12 hours'
      and (s.role_id is null or (ur.role_id is not null and ue.client_id is not null))`)
  if (!row) return undefined
  // a password that must be changed comes before any work
  if (row.role_id === null || row.entity_id === null || row.must_change_password) return { row, user: undefined, tokenHash }
  const user: Caller = {
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
  }
  return { row, user, tokenHash }
}

export const touchSession = (tx: Tx, tokenHash: Buffer): Promise<number> =>
  tx.run(sql`update sessions set last_seen_at = now() where token_hash = ${tokenHash}`)

/** Raises the version that sessions are read with, after permissions or organisations changed. */
export const bumpVersion = (tx: Tx, what: 'permissions' | 'clients'): Promise<number> =>
  tx.run(
    sql`insert into counters (name, value) values (${`version:${what}`}, 1) on conflict (name) do update set value = counters.value + 1`,
  )

const tooMany = (seconds: number): Refusal =>
  new Refusal(429, 'Too many failed sign-ins. Please wait and try again.', { retryAfter: seconds })

// failures of a name that nobody has are counted beside those of the addresses
const unknownKey = (name: string): string => `name:${createHash('sha256').update(name).digest('hex')}`
/** Seconds until a name may be tried again. One that nobody has waits as an account would, so that waiting tells nobody which names there are. */
const waitOf = async (tx: Tx, name: string, account: Account | undefined): Promise<number> =>
  (
    await tx.one<{ wait: number }>(
      account
        ? sql`select greatest(extract(epoch from next_sign_in_at - now()), 0)::float8 as wait from users where user_id = ${account.user_id}`
        : sql`select case when count(*) > 5 then greatest(extract(epoch from max(at) + least(power(2, least(count(*) - 6, 12)) * interval '1 second', interval '15 minutes') - now()), 0) else 0 end::float8 as wait
        from sign_in_attempts where address = ${unknownKey(name)} and at > now() - interval '1 day'`,
    )
  ).wait

/** 20 failures a minute for an address; a name waits longer with each failure after the fifth, up to 15 minutes. */
const checkThrottle = async (tx: Tx, address: string, wait: number): Promise<void> => {
  const { failures } = await tx.one<{ failures: number }>(
    sql`select count(*)::int as failures from sign_in_attempts where address = ${address} and at > now() - interval '1 minute'`,
  )
  if (failures >= 20) throw tooMany(60)
  if (wait > 0) throw tooMany(Math.ceil(wait))
}

type Account = { user_id: number; password_hash: string | null; is_active: boolean }

/** Checks name and password and opens a session without role and entity; 401 with the same words whatever was wrong. */
export const signIn = async (
  db: Database,
  userName: string,
  password: string,
  address: string,
): Promise<{ token: string; userId: number }> => {
  const name = userName.trim().toLowerCase()
  const account = await db.transaction((tx) =>
    tx.maybe<Account>(sql`select user_id, password_hash, is_active from users where lower(user_name) = ${name}`),
  )
  await db.transaction(async (tx) => checkThrottle(tx, address, await waitOf(tx, name, account)))
  const fits = (await passwordFits(account?.password_hash, password)) && account?.is_active === true
  return db
    .transaction(async (tx) => {
      // many guesses at once are answered one after another, each after the failures before it
      await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
      const wait = await waitOf(tx, name, account)
      if (wait > 0) throw tooMany(Math.ceil(wait))
      if (!fits || !account) {
        await tx.run(sql`insert into sign_in_attempts (address) values (${address})`)
        // a day without a failure forgets them
        if (account)
          await tx.run(sql`update users u set failed_sign_ins = f.before + 1,
          next_sign_in_at = case when f.before >= 5 then now() + least(power(2, least(f.before - 5, 12)) * interval '1 second', interval '15 minutes') end
          from (select case when next_sign_in_at < now() - interval '1 day' then 0 else failed_sign_ins end as before from users where user_id = ${account.user_id} for update) f where u.user_id = ${account.user_id}`)
        else await tx.run(sql`insert into sign_in_attempts (address) values (${unknownKey(name)})`)
        return undefined
      }
      await tx.run(
        sql`update users set failed_sign_ins = 0, next_sign_in_at = null where user_id = ${account.user_id} and failed_sign_ins > 0`,
      )
      await tx.run(sql`delete from sign_in_attempts where at < now() - interval '1 day'`)
      const token = newToken()
      await tx.run(sql`insert into sessions (token_hash, user_id) values (${hashToken(token)}, ${account.user_id})`)
      return { token, userId: account.user_id }
    })
    .then((answer) => {
      if (!answer) throw new Refusal(401, 'Invalid user name or password', { errors: { Password: ['Invalid user name or password'] } })
      return answer
    })
}

/** Ends sessions and frees their locks. */
export const endSession = async (tx: Tx, tokenHash: Buffer): Promise<void> => {
  await tx.run(sql`delete from locks where token_hash = ${tokenHash}`)
  await tx.run(sql`update sessions set ended_at = now() where token_hash = ${tokenHash} and ended_at is null`)
}
export const endSessionsOf = async (tx: Tx, userId: number): Promise<void> => {
  await tx.run(sql`delete from locks where user_id = ${userId}`)
  await tx.run(sql`update sessions set ended_at = now() where user_id = ${userId} and ended_at is null`)
}

/** Role and entity of the session, both held by the user; the session goes on under a new id. */
export const chooseRole = async (tx: Tx, session: Session, roleId: unknown, entityId: unknown): Promise<string> => {
  const errors: Record<string, string[]> = {}
  if (!Number.isInteger(roleId)) errors['RoleId'] = ['Role is required']
  if (!Number.isInteger(entityId)) errors['EntityId'] = ['Entity is required']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const holds = await tx.maybe(sql`select 1 from user_roles r join user_entities e on e.user_id = r.user_id
    where r.user_id = ${session.row.user_id} and r.role_id = ${roleId} and e.client_id = ${entityId}`)
  if (!holds) throw refused('You do not hold this role and entity')
  const token = newToken()
  await tx.run(sql`delete from locks where token_hash = ${session.tokenHash}`)
  const moved =
    await tx.run(sql`update sessions set token_hash = ${hashToken(token)}, role_id = ${roleId}, entity_id = ${entityId}, last_seen_at = now()
    where token_hash = ${session.tokenHash} and ended_at is null`)
  if (moved === 0) throw notSignedIn()
  return token
}

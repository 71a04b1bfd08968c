// Notifications and "the list has changed", sent through PostgreSQL so that every process hears them.
import type { RecordPath } from '../../core/record-path.ts'
import { sql, type Database, type Tx } from './db.ts'

/**
 * `list`: of one employer, null for all; `end`: one session (sha256 of its token) or all of a user; `access`:
 * permissions changed; `network`: settings changed.
 */
export type Heard =
  | { kind: 'list'; module: string; employer: number | null }
  | { kind: 'notification' | 'job'; user: number }
  | { kind: 'end'; session?: string; user?: number }
  | { kind: 'access' | 'network' }

const changed = new Map<string, { module: string; employer: number | null }>()
/**
 * Announces "the list has changed" outside the transaction, a few times a second at most: NOTIFY makes commits wait for
 * one another, and a hint for a failed change only refreshes a list needlessly.
 */
export const announceList = (module: string, employer: number | null = null): void =>
  void changed.set(`${module} ${String(employer)}`, { module, employer })

/** Notifies every process that a session ended, so that its streams end too. */
export const announceEnd = (tx: Tx, whose: { session: string } | { user: number }): Promise<number> =>
  tx.run(sql`
    select
      pg_notify ('aliquot', ${JSON.stringify({ kind: 'end', ...whose })})
  `)

/** Notifies a user's screens of the progress or end of their job. */
export const announceJob = (tx: Tx, user: number): Promise<number> =>
  tx.run(sql`
    select
      pg_notify ('aliquot', ${JSON.stringify({ kind: 'job', user })})
  `)

export type News = { creater: string; subject: string; content: string; path?: RecordPath }
export type Told = { readonly userIds: readonly number[]; readonly news: News }
/**
 * Writes notifications in the business transaction, with two statements for any number. Content is text; it is escaped
 * here, the only place that writes it.
 */
export const notifyAll = async (tx: Tx, told: readonly Told[]): Promise<void> => {
  const rows = told.flatMap(({ userIds, news }) => [...new Set(userIds)].map((user) => ({ user, ...news })))
  if (rows.length === 0) return
  const contents = rows.map(({ content }) => content.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'))
  await tx.run(sql`
    insert into
      notifications (user_id, creater, subject, content, path)
    select
      *
    from
      unnest(
        ${rows.map(({ user }) => user)}::int[],
        ${rows.map(({ creater }) => creater)}::text[],
        ${rows.map(({ subject }) => subject)}::text[],
        ${contents}::text[],
        ${rows.map(({ path }) => path ?? null)}::text[]
      )
  `)
  const users = [...new Set(rows.map(({ user }) => user))]
  await tx.run(sql`
    select
      pg_notify ('aliquot', told)
    from
      unnest(${users.map((user) => JSON.stringify({ kind: 'notification', user }))}::text[]) told
  `)
}
/** Notifies each user. */
export const notifyUsers = (tx: Tx, userIds: readonly number[], news: News): Promise<void> =>
  notifyAll(tx, [{ userIds, news }])
/** Active users with one of the roles at each of these clients. */
export const usersAtEach = async (
  tx: Tx,
  clientIds: readonly number[],
  roleIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> => {
  const rows = await tx.rows<{ ClientId: number; UserId: number }>(sql`
    select distinct
      place.client_id,
      person.user_id
    from
      users person
      join user_entities place on place.user_id = person.user_id
      and place.client_id = any (${[...new Set(clientIds)]})
      join user_roles held on held.user_id = person.user_id
      and held.role_id = any (${[...roleIds]})
    where
      person.is_active
  `)
  const byClient = Map.groupBy(rows, (row) => row.ClientId)
  return new Map([...byClient].map(([client, held]) => [client, held.map((row) => row.UserId)]))
}
/** Active users with one of the roles at a client. */
export const usersAt = async (tx: Tx, clientId: number, roleIds: readonly number[]): Promise<readonly number[]> =>
  (await usersAtEach(tx, [clientId], roleIds)).get(clientId) ?? []

/** Notifies the users with one of the roles at a client, except the author. */
export const tellOthers = async (
  tx: Tx,
  user: { readonly UserId: number; readonly FullName: string },
  clientId: number,
  roleIds: readonly number[],
  news: Omit<News, 'creater'>,
): Promise<void> => {
  const others = (await usersAt(tx, clientId, roleIds)).filter((id) => id !== user.UserId)
  await notifyUsers(tx, others, { creater: user.FullName, ...news })
}

export type Listener = {
  subscribe(heard: (news: Heard) => void): () => void
  /** Whether the listener is connected; otherwise notifications are missed. */
  isHeard(): boolean
  close(): Promise<void>
}
/** Opens the process's one listener, to which others subscribe. */
export const openNews = async (db: Database): Promise<Listener> => {
  // announced before this listener: no screen of this server has seen it
  changed.clear()
  const subscribers = new Set<(news: Heard) => void>()
  let isHeard = false
  const stop = await db.listen(
    'aliquot',
    (payload) => {
      const news = JSON.parse(payload) as Heard
      for (const heard of subscribers) heard(news)
    },
    (now) => {
      // notifications may have been missed: subscribers drop what they have cached
      for (const heard of subscribers) {
        heard({ kind: 'access' })
        if (now) heard({ kind: 'network' })
      }
      isHeard = now
    },
  )
  const told = setInterval(() => {
    if (changed.size === 0) return
    const lists = [...changed.values()]
    changed.clear()
    // outside any request, so on the pool itself
    void db.pool
      .query(`select pg_notify('aliquot', x) from unnest($1::text[]) x`, [
        lists.map((list) => JSON.stringify({ kind: 'list', ...list })),
      ])
      .catch(() => undefined)
  }, 300)
  told.unref()
  return {
    isHeard: () => isHeard,
    subscribe(heard) {
      subscribers.add(heard)
      return () => subscribers.delete(heard)
    },
    async close() {
      clearInterval(told)
      await stop()
    },
  }
}

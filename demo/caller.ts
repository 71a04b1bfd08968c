// Signs a demo user in for the loader: a real session, so that permits, scope and audit are the user's.
import { randomBytes } from 'node:crypto'
import { sql, type Database } from '../server/db/db.ts'
import type { Caller } from '../server/caller.ts'
import type { Meta } from '../server/door/once.ts'
import { hashToken, readSession } from '../server/session/session.ts'

/** The request data of a write by the user, sent once. */
export const metaFor = (user: Caller): Meta => ({ user, idempotencyKey: undefined, ifMatch: undefined, tab: '' })

/** Who is signed in already, by user, role and place: the loader changes no rights. */
const signedIn = new WeakMap<Database, Map<string, Promise<Caller>>>()

/** A signed-in user for the door; one session for the whole load. */
export const callerFor = (db: Database, userName: string, roleId: number, entityId: number): Promise<Caller> => {
  const known = signedIn.get(db) ?? new Map<string, Promise<Caller>>()
  signedIn.set(db, known)
  const key = JSON.stringify([userName, roleId, entityId])
  const caller = known.get(key) ?? signIn(db, userName, roleId, entityId)
  known.set(key, caller)
  return caller
}
const signIn = async (db: Database, userName: string, roleId: number, entityId: number): Promise<Caller> => {
  const token = randomBytes(32).toString('base64url')
  await db.transaction((tx) =>
    tx.run(sql`
      insert into
        sessions (token_hash, user_id, role_id, entity_id)
      select
        ${hashToken(token)},
        user_id,
        ${roleId},
        ${entityId}
      from
        users
      where
        user_name = ${userName}
    `),
  )
  const session = await db.transaction((tx) => readSession(tx, token, 'demo'))
  if (!session?.user) throw new Error(`Demo user ${userName} cannot work as role ${roleId} at ${entityId}`)
  return session.user
}

// The start of a session with name and password, and the choice of role and entity.
import { randomBytes } from 'node:crypto'
import { sql, type Database, type Tx } from '../db/db.ts'
import { announceEnd } from '../db/notify.ts'
import { writeAccess } from '../door/audit.ts'
import { invalid, notSignedIn, Refusal, refused } from '../refusal.ts'
import { networkOf } from './address.ts'
import { endSession } from './ending.ts'
import { provenUser } from './guesses.ts'
import { hashToken, type Session } from './session.ts'

const newToken = (): string => randomBytes(32).toString('base64url')

/** Most sessions of one user; one more ends the longest unused one. */
const mostSessions = 20

/**
 * Checks name and password and opens a session without role and entity; 401 with the same message for a wrong name or
 * password.
 */
export const signIn = async (
  db: Database,
  userName: string,
  password: string,
  from: { address: string; requestId: string },
): Promise<{ token: string; userId: number }> => {
  const userId = await provenUser(db, userName, password, from)
  if (userId === undefined)
    throw new Refusal(401, 'Invalid user name or password', { errors: { Password: ['Invalid user name or password'] } })
  const token = newToken()
  await db.transaction(async (tx) => {
    await tx.run(sql`
      insert into
        sessions (token_hash, user_id, address)
      values
        (
          ${hashToken(token)},
          ${userId},
          ${networkOf(from.address)}
        )
    `)
    const piled = await tx.rows<{ TokenHash: Buffer }>(sql`
      select
        token_hash
      from
        sessions
      where
        user_id = ${userId}
        and ended_at is null
        and token_hash <> ${hashToken(token)}
      order by
        last_seen_at desc
      offset
        ${mostSessions - 1}
    `)
    for (const { TokenHash } of piled) await endSession(tx, TokenHash, 'replaced')
    await writeAccess(
      tx,
      { UserId: userId, EntityId: null, requestId: from.requestId },
      'sign-in',
      'users',
      userId,
      from.address,
    )
  })
  return { token, userId }
}

/** Sets role and entity of the session, which the user must have; the session continues under a new id. */
export const chooseRole = async (tx: Tx, session: Session, roleId: unknown, entityId: unknown): Promise<string> => {
  const errors = {
    ...(!Number.isInteger(roleId) && { RoleId: ['Role is required'] }),
    ...(!Number.isInteger(entityId) && { EntityId: ['Entity is required'] }),
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const holds = await tx.maybe(sql`
    select
      1
    from
      user_roles held
      join user_entities place on place.user_id = held.user_id
    where
      held.user_id = ${session.row.UserId}
      and held.role_id = ${roleId}
      and place.client_id = ${entityId}
  `)
  if (!holds) throw refused('You do not have this role at this entity. Choose another')
  const token = newToken()
  await announceEnd(tx, { session: session.tokenHash.toString('hex') })
  await tx.run(sql`
    delete from locks
    where
      token_hash = ${session.tokenHash}
  `)
  const moved = await tx.run(sql`
    update sessions
    set
      token_hash = ${hashToken(token)},
      role_id = ${roleId},
      entity_id = ${entityId},
      last_seen_at = now()
    where
      token_hash = ${session.tokenHash}
      and ended_at is null
  `)
  if (moved === 0) throw notSignedIn()
  return token
}

// The end of sessions: frees their locks, notifies their streams, and stores the reason for the user.
import type { Ended, SignedOut } from '../../core/entrance/signed-out.ts'
import { announceEnd } from '../db/notify.ts'
import { sql, type Tx } from '../db/db.ts'
import { hasAged, hashToken, hasIdled } from './session.ts'

/** Ends one session and frees its locks. */
export const endSession = async (tx: Tx, tokenHash: Buffer, why: Ended): Promise<void> => {
  await announceEnd(tx, { session: tokenHash.toString('hex') })
  await tx.run(sql`
    delete from locks
    where
      token_hash = ${tokenHash}
  `)
  await tx.run(sql`
    update sessions
    set
      ended_at = now(),
      end_reason = ${why}
    where
      token_hash = ${tokenHash}
      and ended_at is null
  `)
}

/** Ends all sessions of a user except one. */
export const endOthersOf = async (tx: Tx, userId: number, tokenHash: Buffer, why: Ended): Promise<void> => {
  const others = await tx.rows<{ TokenHash: Buffer }>(sql`
    select
      token_hash
    from
      sessions
    where
      user_id = ${userId}
      and ended_at is null
      and token_hash <> ${tokenHash}
  `)
  for (const { TokenHash } of others) await endSession(tx, TokenHash, why)
}

/** Ends all sessions of a user and frees their locks. */
export const endSessionsOf = async (tx: Tx, userId: number, why: Ended): Promise<void> => {
  await announceEnd(tx, { user: userId })
  await tx.run(sql`
    delete from locks
    where
      user_id = ${userId}
  `)
  await tx.run(sql`
    update sessions
    set
      ended_at = now(),
      end_reason = ${why}
    where
      user_id = ${userId}
      and ended_at is null
  `)
}

/** Why the session of a token is no longer valid; undefined for an unknown token, or one from long ago. */
export const whySignedOut = async (tx: Tx, token: string): Promise<SignedOut | undefined> => {
  const found = await tx.maybe<{ Why: SignedOut }>(sql`
    select
      case
        when session.ended_at is not null then coalesce(session.end_reason, 'gone')
        when not person.is_active then 'switched-off'
        when ${hasIdled} then 'idle'
        when ${hasAged} then 'aged'
        else 'role-changed'
      end as why
    from
      sessions session
      join users person using (user_id)
    where
      session.token_hash = ${hashToken(token)}
  `)
  return found?.Why
}

// How sessions end: locks are freed and what listens is told.
import { announceEnd } from '../db/notify.ts'
import { sql, type Tx } from '../db/db.ts'

/** Ends one session and frees its locks. */
export const endSession = async (tx: Tx, tokenHash: Buffer): Promise<void> => {
  await announceEnd(tx, { session: tokenHash.toString('hex') })
  await tx.run(sql`
    delete from locks
    where
      token_hash = ${tokenHash}
  `)
  await tx.run(sql`
    update sessions
    set
      ended_at = now()
    where
      token_hash = ${tokenHash}
      and ended_at is null
  `)
}

/** Ends the sessions of a user but one. */
export const endOthersOf = async (tx: Tx, userId: number, tokenHash: Buffer): Promise<void> => {
  const others = await tx.rows<{ token_hash: Buffer }>(sql`
    select
      token_hash
    from
      sessions
    where
      user_id = ${userId}
      and ended_at is null
      and token_hash <> ${tokenHash}
  `)
  for (const { token_hash } of others) await endSession(tx, token_hash)
}

/** Ends all sessions of a user and frees their locks. */
export const endSessionsOf = async (tx: Tx, userId: number): Promise<void> => {
  await announceEnd(tx, { user: userId })
  await tx.run(sql`
    delete from locks
    where
      user_id = ${userId}
  `)
  await tx.run(sql`
    update sessions
    set
      ended_at = now()
    where
      user_id = ${userId}
      and ended_at is null
  `)
}

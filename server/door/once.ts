// Idempotency of writes: the same user, key and body have one effect and one answer, even when the network repeats
// them.
import { createHash } from 'node:crypto'
import { sql, type Database, type Tx } from '../db/db.ts'
import type { Caller, Loaded } from '../caller.ts'
import { malformed, refused } from '../refusal.ts'

export type Meta = { user: Caller; idempotencyKey: string | undefined; ifMatch: number | undefined; tab: string }
export type Saved = { status: number; json: Loaded }

/**
 * Same key and body: the stored answer; same key and another body: 422. A second request with the key waits for the
 * first.
 */
export const once = async (
  db: Database,
  meta: Meta,
  what: string,
  body: unknown,
  work: (tx: Tx) => Promise<Saved>,
): Promise<Saved> =>
  db.transaction(async (tx) => {
    if (meta.idempotencyKey === undefined) return work(tx)
    if (meta.idempotencyKey.length > 200) throw malformed('Idempotency-Key is too long')
    const bodyHash = createHash('sha256')
      .update(`${what}\n${JSON.stringify(body)}`)
      .digest()
    const taken = await tx.run(sql`
      insert into
        idempotency (user_id, key, body_hash)
      values
        (
          ${meta.user.UserId},
          ${meta.idempotencyKey},
          ${bodyHash}
        )
      on conflict do nothing
    `)
    if (taken === 0) {
      const known = await tx.one<{ BodyHash: Buffer; Status: number; Answer: Loaded }>(sql`
        select
          body_hash,
          status,
          answer
        from
          idempotency
        where
          user_id = ${meta.user.UserId}
          and key = ${meta.idempotencyKey}
      `)
      if (!known.BodyHash.equals(bodyHash)) throw refused('This request was already sent with other contents')
      return { status: known.Status, json: known.Answer }
    }
    const saved = await work(tx)
    tx.last(sql`
      update idempotency
      set
        status = ${saved.status},
        answer = ${JSON.stringify(saved.json)}::jsonb
      where
        user_id = ${meta.user.UserId}
        and key = ${meta.idempotencyKey}
    `)
    return saved
  })

// What a batch is over or short is posted once: each count corrects what was posted for the batch before.
import { lessAmounts } from '../../core/money.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { postDifference } from '../ledger/post.server.ts'
import { denominationsOf } from '../settings/settings.rules.ts'

/** How the network counts: the values of its notes and coins, and the difference that one person may close. */
export const countSettings = async (tx: Tx): Promise<{ inUse: readonly number[]; limit: number }> => {
  const { cash_notes, difference_limit } = await tx.one<{ cash_notes: string | null; difference_limit: number }>(sql`
    select
      cash_notes,
      difference_limit
    from
      network_settings
  `)
  return { inUse: denominationsOf(cash_notes), limit: difference_limit }
}

/** Posts what is missing to `amount`, over above zero and short below. */
export const settleDifference = async (tx: Tx, batchId: number, placeId: number, amount: number): Promise<void> => {
  const { posted } = await tx.one<{ posted: number }>(sql`
    select
      coalesce(sum(debit - credit), 0) as posted
    from
      ledger_entries
    where
      batch_id = ${batchId}
      and account = 'money'
  `)
  await postDifference(tx, { batchId, placeId, amount: lessAmounts(amount, posted) })
}

/** The place at which a batch was closed. */
export const placeOf = async (tx: Tx, batchId: number, present: number): Promise<number> =>
  (
    await tx.one<{ place: number | null }>(sql`
      select
        place_id as place
      from
        tran_batches
      where
        batch_id = ${batchId}
    `)
  ).place ?? present

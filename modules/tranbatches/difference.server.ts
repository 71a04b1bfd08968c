// What a batch is over or short is posted once: each count corrects what was posted for the batch before.
import { startOfDay } from '../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../core/money.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { postDifference } from '../ledger/post.server.ts'
import { denominationsOf } from '../settings/settings.rules.ts'
import { holdDay } from '../transactions/drawer/limits.server.ts'
import { keptCounts, receivedOf, wrongBy, type Count, type Counted } from './count.rules.ts'

/** How the network counts: the values of its notes and coins, and the difference that one person may close. */
export const countSettings = async (tx: Tx): Promise<{ inUse: readonly number[]; limit: number }> => {
  const { CashNotes, DifferenceLimit } = await tx.one<{ CashNotes: string | null; DifferenceLimit: number }>(sql`
    select
      cash_notes,
      difference_limit
    from
      network_settings
  `)
  return { inUse: denominationsOf(CashNotes), limit: DifferenceLimit }
}

/**
 * What this user was over and short today without a second person, in their own batches and in those they took over. Of
 * two counts of one person the second waits, and sees what the first recorded.
 */
export const wrongToday = async (tx: Tx, user: Caller): Promise<number> => {
  await holdDay(tx, user)
  const from = startOfDay(now())
  const counts = await tx.rows<{ Counted: Count[] | null; Received: Counted[] | null; Own: boolean }>(sql`
    select
      batch.counted,
      batch.received,
      true as own
    from
      tran_batches batch
    where
      batch.owner_id = ${user.UserId}
      and batch.confirmed_at >= ${from}
      and batch.confirmed_by_id is null
      -- each side by its index; nobody takes over a batch of their own
    union all
    select
      batch.counted,
      batch.received,
      false
    from
      tran_batches batch
    where
      batch.taken_over_by_id = ${user.UserId}
      and batch.taken_over_at >= ${from}
  `)
  return sumAmounts(
    counts.map(({ Counted, Received, Own }) =>
      wrongBy(Own ? keptCounts(Counted) : receivedOf(keptCounts(Counted), Received ?? [])),
    ),
  )
}

/** Posts what is missing to `amount`, over above zero and short below. */
export const settleDifference = async (tx: Tx, batchId: number, placeId: number, amount: number): Promise<void> => {
  const { Posted } = await tx.one<{ Posted: number }>(sql`
    select
      coalesce(sum(debit - credit), 0) as posted
    from
      ledger_entries
    where
      batch_id = ${batchId}
      and account = 'money'
  `)
  await postDifference(tx, { batchId, placeId, amount: lessAmounts(amount, Posted) })
}

/** The place at which a batch was closed. */
export const placeOf = async (tx: Tx, batchId: number, present: number): Promise<number> =>
  (
    await tx.one<{ Place: number | null }>(sql`
      select
        place_id as place
      from
        tran_batches
      where
        batch_id = ${batchId}
    `)
  ).Place ?? present

// Sums of the ledger by month, kept a few entries behind it: a sale that is booked waits for no sum.
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { ScheduledJob } from '../../server/job.ts'

/** Most entries of a run, which is one statement. */
const most = 500_000

/**
 * Adds what was posted before `moment`. Numbers of entries are taken in no strict order, so a moment has to be far
 * enough back for every transaction that began before it to have ended.
 */
export const sumLedger = (tx: Tx, moment: string): Promise<number> =>
  tx.run(sql`
    with
      known as (
        select
          up_to
        from
          ledger_summed
        for update
      ),
      next as (
        select
          least(known.up_to + ${most}, newest.up_to) as up_to
        from
          known
          cross join lateral (
            select
              e.ledger_entry_id as up_to
            from
              ledger_entries e
            where
              e.at < ${moment}
            order by
              e.ledger_entry_id desc
            limit
              1
          ) newest
        where
          newest.up_to > known.up_to
      ),
      summed as (
        insert into
          ledger_sums as sums (seller_id, account, bank_account_id, month, debit, credit)
        select
          e.seller_id,
          e.account,
          coalesce(e.bank_account_id, 0),
          date_trunc('month', e.entry_date, 'UTC'),
          sum(e.debit),
          sum(e.credit)
        from
          ledger_entries e
        where
          e.ledger_entry_id > (
            select
              up_to
            from
              known
          )
          and e.ledger_entry_id <= (
            select
              up_to
            from
              next
          )
        group by
          1,
          2,
          3,
          4
        on conflict (seller_id, account, bank_account_id, month) do update
        set
          debit = sums.debit + excluded.debit,
          credit = sums.credit + excluded.credit
      )
    update ledger_summed
    set
      up_to = next.up_to
    from
      next
  `)

export const sumTheLedger: ScheduledJob = {
  name: 'sum-ledger',
  summary: 'Sums of the ledger by month',
  schedule: '*/10 * * * *',
  run: async ({ db }) => {
    const anHourAgo = new Date(now().getTime() - 3_600_000).toISOString()
    await db.transaction((tx) => sumLedger(tx, anHourAgo))
  },
}

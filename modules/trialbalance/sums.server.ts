// Sums of the ledger by month and by party, kept a few entries behind it: a sale that is booked waits for no sum.
import { now } from '../../server/clock.ts'
import { raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { ScheduledJob } from '../../server/job.ts'

export type Mark = 'parties_up_to' | 'up_to'
/** The entries `entry` that are in no sum yet. */
export const sinceSummed = (mark: Mark): Sql => sql`
  entry.ledger_entry_id > (
    select
      ${raw(mark)}
    from
      ledger_summed
  )
  -- a range is planned as one, which its beginning alone is not
  and entry.ledger_entry_id <= (
    select
      max(newest.ledger_entry_id)
    from
      ledger_entries newest
  )
`

/** Most entries of a run, which is one statement for each kind of sums. */
const most = 500_000

/**
 * Adds what was posted before `moment` to sums that have a mark of their own. `add` inserts what the rows `entry` of a
 * condition come to.
 */
const addUp = (tx: Tx, moment: string, mark: Mark, add: (entries: Sql) => Sql): Promise<number> =>
  tx.run(sql`
    with
      known as (
        select
          ${raw(mark)} as up_to
        from
          ledger_summed
      ),
      next as (
        select
          least(known.up_to + ${most}, newest.up_to) as up_to
        from
          known
          cross join lateral (
            select
              entry.ledger_entry_id as up_to
            from
              ledger_entries entry
            where
              entry.at < ${moment}
            order by
              entry.ledger_entry_id desc
            limit
              1
          ) newest
        where
          newest.up_to > known.up_to
      ),
      summed as (${add(sql`
        entry.ledger_entry_id > (
          select
            up_to
          from
            known
        )
        and entry.ledger_entry_id <= (
          select
            up_to
          from
            next
        )
      `)})
    update ledger_summed
    set
      ${raw(mark)} = next.up_to
    from
      next
  `)

const byMonth = (entries: Sql): Sql => sql`
  insert into
    ledger_sums as sums (seller_id, account, bank_account_id, ledger_account_id, month, debit, credit)
  select
    entry.seller_id,
    entry.account,
    coalesce(entry.bank_account_id, 0),
    coalesce(entry.ledger_account_id, 0),
    date_trunc('month', entry.entry_date, 'UTC'),
    sum(entry.debit),
    sum(entry.credit)
  from
    ledger_entries entry
  where
    ${entries}
  group by
    1,
    2,
    3,
    4,
    5
  on conflict (seller_id, account, bank_account_id, ledger_account_id, month) do update
  set
    debit = sums.debit + excluded.debit,
    credit = sums.credit + excluded.credit
`
/** The sums of the same parties at other places come along: they may be shared from now on, or no longer. */
const byParty = (entries: Sql): Sql => sql`
  insert into
    party_sums as sums (party_id, seller_id, owed, is_shared)
  with
    posted as (
      select
        entry.party_id,
        entry.seller_id,
        sum(entry.debit - entry.credit) as owed
      from
        ledger_entries entry
      where
        ${entries}
        and entry.account = 'party'
        and entry.referral_id is null
      group by
        1,
        2
    ),
    total as (
      select
        part.party_id,
        part.seller_id,
        sum(part.posted) as posted,
        sum(part.owed) as owed
      from
        (
          select
            posted.party_id,
            posted.seller_id,
            posted.owed as posted,
            posted.owed
          from
            posted
          union all
          select
            known.party_id,
            known.seller_id,
            0,
            known.owed
          from
            party_sums known
          where
            known.party_id in (
              select
                posted.party_id
              from
                posted
            )
        ) part
      group by
        1,
        2
    )
  select
    total.party_id,
    total.seller_id,
    total.posted,
    count(*) filter (
      where
        total.owed <> 0
    ) over (
      partition by
        total.party_id
    ) > 1
  from
    total
  on conflict (party_id, seller_id) do update
  set
    owed = sums.owed + excluded.owed,
    is_shared = excluded.is_shared
`

/**
 * Adds what was posted before `moment`; 0 when all of it is summed. Numbers of entries are taken in no strict order, so
 * a moment has to be far enough back for every transaction that began before it to have ended.
 */
export const sumLedger = async (tx: Tx, moment: string): Promise<number> => {
  // alone, so that each statement after it sees what another run has summed
  await tx.rows(sql`
    select
      up_to
    from
      ledger_summed
    for update
  `)
  return Math.max(await addUp(tx, moment, 'up_to', byMonth), await addUp(tx, moment, 'parties_up_to', byParty))
}

export const sumTheLedger: ScheduledJob = {
  name: 'sum-ledger',
  summary: 'Sums of the ledger by month and by party',
  schedule: '*/10 * * * *',
  run: async ({ db }) => {
    const anHourAgo = new Date(now().getTime() - 3_600_000).toISOString()
    await db.transaction((tx) => sumLedger(tx, anHourAgo))
  },
}

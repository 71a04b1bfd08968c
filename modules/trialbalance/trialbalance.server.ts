// The trial balance on the server: the sums of each account of the places that the user works for.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { accountOfEntry, accountNames, moment, ownerOf, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { sinceSummed, sumTheLedger } from './sums.server.ts'
import { trialbalance } from './trialbalance.model.ts'
import { trialBalanceTotals } from './answers.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null; EntityId?: number | null }

/** The beginning of the month of a moment, or of a later one, in UTC as the sums are kept. */
const month = (moment: Sql, later = 0): Sql => sql`
  (
    (
      date_trunc('month', ${moment} at time zone 'UTC') + make_interval(months => ${later}::int)
    ) at time zone 'UTC'
  )
`
/**
 * Entries (`entry`) of the places that are asked for, and sums of them: by account, and whether before the period.
 * Whole months are read as sums, and what is in no sum yet; the entries are read of the months that the period begins
 * and ends in.
 */
const entries = ({ FromDate, ToDate, EntityId }: Asked, user: Caller): Sql => {
  const first = moment(FromDate, '-infinity')
  const last = moment(ToDate, 'infinity')
  const begins = month(sql`least(${first}, ${last})`)
  const ends = month(last)
  const places = placesOf(user, EntityId)
  const inPart = sql`
    (
      (
        entry.entry_date >= ${begins}
        and entry.entry_date < ${month(sql`least(${first}, ${last})`, 1)}
      )
      or (
        entry.entry_date >= ${ends}
        and entry.entry_date <= ${last}
      )
    )
  `
  return sql`
    select
      sums.account,
      nullif(sums.bank_account_id, 0) as bank_account_id,
      nullif(sums.ledger_account_id, 0) as ledger_account_id,
      sums.month < ${begins} as is_before,
      sums.debit,
      sums.credit
    from
      ledger_sums sums
    where
      sums.seller_id = any (${places})
      and sums.month <> ${begins}
      and sums.month < ${ends}
    union all
    select
      entry.account,
      entry.bank_account_id,
      entry.ledger_account_id,
      entry.entry_date < ${begins},
      entry.debit,
      entry.credit
    from
      ledger_entries entry
    where
      ${sinceSummed('up_to')}
      and entry.seller_id = any (${places})
      and entry.entry_date <= ${last}
      and not ${inPart}
    union all
    select
      entry.account,
      entry.bank_account_id,
      entry.ledger_account_id,
      entry.entry_date < ${first},
      entry.debit,
      entry.credit
    from
      ledger_entries entry
    where
      entry.seller_id = any (${places})
      and entry.entry_date <= ${last}
      and ${inPart}
  `
}

/**
 * A row for each account, each bank account of the money and each own account; a debit is above zero, so all of them
 * add up to zero.
 */
const rows = (asked: Asked, user: Caller): Sql => sql`
  select
    row_number() over (
      order by
        account,
        bank_account_id nulls first,
        own.code,
        own.entity_id
    )::int as line,
    account,
    bank_account_id,
    ledger_account_id,
    ${ownerOf(placesOf(user, asked.EntityId))} as owner,
    opening,
    debit,
    credit,
    opening + debit - credit as closing
  from
    (
      select
        account,
        bank_account_id,
        ledger_account_id,
        coalesce(
          sum(debit - credit) filter (
            where
              is_before
          ),
          0
        ) as opening,
        coalesce(
          sum(debit) filter (
            where
              not is_before
          ),
          0
        ) as debit,
        coalesce(
          sum(credit) filter (
            where
              not is_before
          ),
          0
        ) as credit
      from
        (${entries(asked, user)}) entered
      group by
        account,
        bank_account_id,
        ledger_account_id
    ) sums
    left join ledger_accounts own using (ledger_account_id)
`

const list = listOf(trialbalance, {
  from: rows,
  alias: 'entry',
  key: 'entry.line',
  sort: 'Line',
  columns: {
    Account: `${accountOfEntry} || entry.owner`,
    OpeningBalance: 'entry.opening',
    Debit: 'entry.debit',
    Credit: 'entry.credit',
    ClosingBalance: 'entry.closing',
  },
  names: accountNames,
  filters: { FromDate: null, ToDate: null, EntityId: null },
  scope: () => sql`true`,
})

export const trialbalanceServer = reportOf(
  trialbalance,
  [
    { id: 1070, name: trialbalance.name, module: 'trialbalance', parameters: {}, list },
    totalsOf(list, {
      ...trialBalanceTotals,
      name: 'Totals of the trial balance',
      module: 'trialbalance',
    }),
  ],
  { jobs: [sumTheLedger] },
)

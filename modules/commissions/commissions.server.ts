// Commission payable on the server: the entries of those who were ever owed a commission, by seller.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { moment, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { commissions } from './commissions.model.ts'
import { commissionTotals } from './answers.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null; EntityId?: number | null }

/** What is owed is above zero. Entries of a merged referrer are those of the one that was kept. */
const rows = ({ FromDate, ToDate, EntityId }: Asked, user: Caller): Sql => {
  const from = moment(FromDate, '-infinity')
  return sql`
    select
      row_number() over (
        order by
          sum(entry.credit - entry.debit) desc,
          owed.referrer_id,
          owed.seller_id
      )::int as line,
      owed.referrer_id,
      owed.seller_id,
      coalesce(
        sum(entry.credit - entry.debit) filter (
          where
            entry.entry_date < ${from}
        ),
        0
      ) as opening,
      coalesce(
        sum(entry.credit - entry.debit) filter (
          where
            entry.entry_date >= ${from}
            and entry.transaction_id is null
            and entry.tds_deduction_id is null
        ),
        0
      ) as earned,
      coalesce(
        sum(entry.debit - entry.credit) filter (
          where
            entry.entry_date >= ${from}
            and (
              entry.transaction_id is not null
              or entry.tds_deduction_id is not null
            )
        ),
        0
      ) as paid,
      sum(entry.credit - entry.debit) as closing
    from
      (
        select distinct
          entered.party_id,
          referred.seller_id,
          referred.referrer_id
        from
          (
            select
              earned.party_id,
              earned.seller_id,
              coalesce(kept.kept_id, earned.party_id) as referrer_id
            from
              ledger_entries earned
              left join merged_clients kept on kept.client_id = earned.party_id
            where
              earned.account = 'commission'
              and earned.seller_id = any (${placesOf(user, EntityId)})
          ) referred
          cross join lateral (
            values
              (referred.party_id),
              (referred.referrer_id)
          ) entered (party_id)
      ) owed
      join ledger_entries entry on entry.party_id = owed.party_id
      and entry.seller_id = owed.seller_id
    where
      entry.account = 'party'
      and entry.entry_date <= ${moment(ToDate, 'infinity')}
    group by
      owed.referrer_id,
      owed.seller_id
  `
}

const list = listOf(commissions, {
  from: rows,
  alias: 'owed',
  key: 'owed.line',
  sort: 'Line',
  columns: {
    Referrer: 'referrer.name',
    Seller: 'place.name',
    OpeningBalance: 'owed.opening',
    Earned: 'owed.earned',
    PaidAmount: 'owed.paid',
    ClosingBalance: 'owed.closing',
    ClientId: 'owed.referrer_id',
  },
  names: `
    join clients referrer on referrer.client_id = owed.referrer_id
    join clients place on place.client_id = owed.seller_id
  `,
  filters: { FromDate: null, ToDate: null, EntityId: null, ReferrerId: equals('owed.referrer_id') },
  scope: () => sql`true`,
})

export const commissionsServer = reportOf(commissions, [
  { id: 1075, name: commissions.name, module: 'commissions', parameters: {}, list },
  totalsOf(list, {
    ...commissionTotals,
    name: 'Totals of commission payable',
    module: 'commissions',
  }),
])

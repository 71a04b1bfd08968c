// Settled without money, on the server: the accounts of it by customer and quarter of the financial year.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { withoutMoney } from '../ledger/accounts.rules.ts'
import { accountName, moment, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { settlements } from './settlements.model.ts'
import { settlementTotals } from './answers.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null; EntityId?: number | null }

/** By the first day of the quarter; the first quarter of a financial year begins in April. */
const rows = ({ FromDate, ToDate, EntityId }: Asked, user: Caller): Sql => sql`
  select
    row_number() over (
      order by
        quarter desc,
        party_id,
        seller_id,
        account
    )::int as line,
    to_char(quarter - interval '3 months', '"FY "YYYY"-"') || to_char(quarter + interval '9 months', 'YY') as year,
    to_char(quarter - interval '3 months', '" Q"Q') as quarter,
    party_id,
    seller_id,
    account,
    amount
  from
    (
      select
        date_trunc('quarter', network_day (entry.entry_date)::timestamp) as quarter,
        coalesce(kept.kept_id, entry.party_id) as party_id,
        entry.seller_id,
        entry.account,
        sum(entry.debit - entry.credit) as amount
      from
        ledger_entries entry
        left join merged_clients kept on kept.client_id = entry.party_id
      where
        entry.account = any (${[...withoutMoney]})
        -- which the index of the small accounts asks for
        and entry.account not in ('party', 'sales')
        and entry.seller_id = any (${placesOf(user, EntityId)})
        and entry.entry_date >= ${moment(FromDate, '-infinity')}
        and entry.entry_date <= ${moment(ToDate, 'infinity')}
      group by
        1,
        2,
        3,
        4
    ) sums
  where
    amount <> 0
`

const list = listOf(settlements, {
  from: rows,
  alias: 'settled',
  key: 'settled.line',
  sort: 'Line',
  columns: {
    Quarter: 'settled.year || settled.quarter',
    Customer: 'customer.name',
    Seller: 'place.name',
    Account: accountName('settled.account'),
    Amount: 'settled.amount',
    ClientId: 'settled.party_id',
  },
  names: `
    join clients customer on customer.client_id = settled.party_id
    join clients place on place.client_id = settled.seller_id
  `,
  filters: {
    FromDate: null,
    ToDate: null,
    EntityId: null,
    CustomerId: equals('settled.party_id'),
    Account: equals('settled.account'),
  },
  scope: () => sql`true`,
})

export const settlementsServer = reportOf(settlements, [
  { id: 1076, name: settlements.name, module: 'settlements', parameters: {}, list },
  totalsOf(list, {
    ...settlementTotals,
    name: 'Totals of what is settled without money',
    module: 'settlements',
  }),
])

// Collections on the server: the money account of the user's places, by day and mode. What is settled without money is
// in none.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { moment, placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { noMoneyModes } from '../transactions/transactions.rules.ts'
import { collections } from './collections.model.ts'
import { collectionTotals } from './answers.model.ts'

type Asked = { FromDate?: string | null; ToDate?: string | null; EntityId?: number | null }

/** With one who buys; what a supplier, a referrer or the government is paid is no money given back. */
const ofBuyer = sql`coalesce(buys (party.client_type_id), false)`

const rows = ({ FromDate, ToDate, EntityId }: Asked, user: Caller): Sql => sql`
  select
    row_number() over (
      order by
        day desc,
        seller_id,
        payment_mode_id
    )::int as line,
    sums.*
  from
    (
      select
        network_day (entry.entry_date) as day,
        entry.seller_id,
        payment.payment_mode_id,
        coalesce(
          sum(entry.debit) filter (
            where
              ${ofBuyer}
          ),
          0
        ) as received,
        coalesce(
          sum(entry.credit) filter (
            where
              ${ofBuyer}
          ),
          0
        ) as paid_back,
        coalesce(
          sum(entry.credit - entry.debit) filter (
            where
              not ${ofBuyer}
          ),
          0
        ) as paid_out,
        sum(entry.debit - entry.credit) as net
      from
        ledger_entries entry
        join transactions payment on payment.transaction_id = entry.transaction_id
        left join clients party on party.client_id = entry.party_id
      where
        entry.account = 'money'
        and entry.seller_id = any (${placesOf(user, EntityId)})
        and entry.entry_date >= ${moment(FromDate, '-infinity')}
        and entry.entry_date <= ${moment(ToDate, 'infinity')}
        and payment.payment_mode_id not in (${literal(...noMoneyModes)})
      group by
        network_day (entry.entry_date),
        entry.seller_id,
        payment.payment_mode_id
    ) sums
`

const list = listOf(collections, {
  from: rows,
  alias: 'collected',
  key: 'collected.line',
  sort: 'Line',
  columns: {
    Day: 'collected.day',
    Place: 'place.name',
    PaymentMode: 'mode.item_label',
    Received: 'collected.received',
    PaidBack: 'collected.paid_back',
    PaidOut: 'collected.paid_out',
    NetAmount: 'collected.net',
  },
  names: `
    join clients place on place.client_id = collected.seller_id
    left join list_items mode on mode.list_item_id = collected.payment_mode_id
  `,
  filters: { FromDate: null, ToDate: null, EntityId: null, PaymentModeId: equals('collected.payment_mode_id') },
  scope: () => sql`true`,
})

export const collectionsServer = reportOf(collections, [
  { id: 1074, name: collections.name, module: 'collections', parameters: {}, list },
  totalsOf(list, {
    ...collectionTotals,
    name: 'Totals of collections',
    module: 'collections',
  }),
])

// Ageing on the server: what the buyers of the user's places owed at the end of a day, and what it adds up to.
import { now } from '../../server/clock.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, isSo } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { ageing } from './ageing.model.ts'

/** What is late by so many days; what is owed without an invoice is late since it was posted. */
const late = (from: number, till?: number): Sql => sql`
  coalesce(
    sum(owed) filter (
      where
        owed > 0
        and days >= ${from}
        and days <= ${till ?? 1_000_000}
    ),
    0
  )
`

/** A row for each buyer and seller. Paid beyond an invoice is on account, too. */
const rows = ({ ToDate, EntityId }: { ToDate?: string | null; EntityId?: number | null }, user: Caller): Sql => {
  const moment = sql`${ToDate ?? now().toISOString()}::timestamptz`
  return sql`
    select
      row_number() over (
        order by
          sum(owed) desc,
          party_id,
          seller_id
      )::int as line,
      party_id,
      seller_id,
      coalesce(
        sum(owed) filter (
          where
            owed > 0
            and days <= 0
        ),
        0
      ) as not_due,
      ${late(1, 30)} as till_30,
      ${late(31, 60)} as till_60,
      ${late(61, 90)} as till_90,
      ${late(91)} as over_90,
      coalesce(
        sum(owed) filter (
          where
            owed < 0
        ),
        0
      ) as on_account,
      sum(owed) as total
    from
      (
        select
          due.party_id,
          due.seller_id,
          due.owed,
          network_day (${moment}) - coalesce(
            due.due_on,
            -- of one that was paid since
            (
              select
                invoice.due_date
              from
                invoices invoice
              where
                invoice.invoice_id = due.invoice_id
            ),
            (
              select
                network_day (min(entry.entry_date))
              from
                ledger_entries entry
              where
                due.owed > 0
                and entry.account = 'party'
                and entry.party_id = due.party_id
                and entry.seller_id = due.seller_id
                and entry.invoice_id is null
                and entry.debit > 0
                and entry.voucher_type in ('Opening balance', 'Transfer')
                and entry.entry_date <= ${moment}
            ),
            network_day (${moment})
          ) as days
        from
          dues_as_of (${placesOf(user, EntityId)}, ${moment}) due
      ) aged
    group by
      party_id,
      seller_id
  `
}

const list = listOf(ageing, {
  from: rows,
  alias: 'aged',
  key: 'aged.line',
  sort: 'Line',
  columns: [
    'Line',
    {
      Buyer: 'buyer.name',
      Seller: 'place.name',
      NotDue: 'aged.not_due',
      UpToThirtyDays: 'aged.till_30',
      UpToSixtyDays: 'aged.till_60',
      UpToNinetyDays: 'aged.till_90',
      OverNinetyDays: 'aged.over_90',
      OnAccount: 'aged.on_account',
      Total: 'aged.total',
      ClientId: 'aged.party_id',
    },
  ],
  names: `
    join clients buyer on buyer.client_id = aged.party_id
    join clients place on place.client_id = aged.seller_id
  `,
  filters: {
    ToDate: null,
    EntityId: null,
    BuyerId: equals('aged.party_id'),
    IsLate: isSo('(aged.till_30 + aged.till_60 + aged.till_90 + aged.over_90 > 0)'),
  },
  scope: () => sql`true`,
})

export const ageingServer = reportOf(ageing, [
  { id: 1072, name: ageing.name, module: 'ageing', parameters: {}, list },
  totalsOf(list, {
    id: 2152,
    name: 'Totals of ageing',
    module: 'ageing',
    columns: ['NotDue', 'UpToThirtyDays', 'UpToSixtyDays', 'UpToNinetyDays', 'OverNinetyDays', 'OnAccount', 'Total'],
  }),
])

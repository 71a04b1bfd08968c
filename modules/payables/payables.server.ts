// Payables on the server: what the user's places owed suppliers at the end of a day, by bill and due day,
// less what was paid ahead. Its sum is the balance in the ledger.
import { now } from '../../server/clock.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, isSo } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { supplierTypes } from '../lists/items.model.ts'
import { payables } from './payables.model.ts'

/** What is late by so many days. */
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

/**
 * What is open today and what was posted since, by bill: an earlier day is as it was. What is on no bill is paid
 * ahead.
 */
const owedThen = (moment: Sql, places: Sql): Sql => sql`
  select
    change.supplier_id,
    change.place_id,
    change.bill_id,
    sum(change.owed) as owed
  from
    (
      select
        bill.supplier_id,
        bill.buyer_id as place_id,
        bill.purchase_bill_id as bill_id,
        bill.total_amount as owed
      from
        purchase_bills bill
      where
        bill.buyer_id = any (${places})
        and bill.cancelled_at is null
      union all
      -- posted later: taken off here
      select
        entry.party_id,
        entry.seller_id,
        entry.purchase_bill_id,
        entry.debit - entry.credit
      from
        ledger_entries entry
      where
        entry.seller_id = any (${places})
        and entry.account = 'party'
        and entry.purchase_bill_id is not null
        and entry.entry_date > ${moment}
      union all
      select
        paid.party_id,
        paid.seller_id,
        paid.to_bill_id,
        - paid.amount
      from
        allocations paid
      where
        paid.seller_id = any (${places})
        and paid.to_bill_id is not null
        and paid.created_at <= ${moment}
        and (
          paid.undone_at is null
          or paid.undone_at > ${moment}
        )
      union all
      select
        paid.party_id,
        paid.seller_id,
        null,
        paid.amount
      from
        allocations paid
      where
        paid.seller_id = any (${places})
        and paid.to_bill_id is not null
        and paid.created_at <= ${moment}
        and (
          paid.undone_at is null
          or paid.undone_at > ${moment}
        )
      union all
      select
        entry.party_id,
        entry.seller_id,
        null,
        entry.credit - entry.debit
      from
        ledger_entries entry
        join clients supplier on supplier.client_id = entry.party_id
        and supplier.client_type_id in (${literal(...supplierTypes)})
      where
        entry.seller_id = any (${places})
        and entry.account = 'party'
        and entry.purchase_bill_id is null
        and entry.entry_date <= ${moment}
    ) change
  group by
    change.supplier_id,
    change.place_id,
    change.bill_id
  having
    sum(change.owed) <> 0
`

type Asked = { readonly ToDate?: string | null; readonly EntityId?: number | null }
const rows = ({ ToDate, EntityId }: Asked, user: Caller): Sql => {
  const moment = sql`${ToDate ?? now().toISOString()}::timestamptz`
  return sql`
    select
      row_number() over (
        order by
          sum(owed) desc,
          supplier_id,
          place_id
      )::int as line,
      supplier_id,
      place_id,
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
      ) as paid_ahead,
      sum(owed) as total
    from
      (
        select
          due.supplier_id,
          due.place_id,
          due.owed,
          network_day (${moment}) - coalesce(bill.due_date, network_day (${moment})) as days
        from
          (${owedThen(moment, placesOf(user, EntityId))}) due
          left join purchase_bills bill on bill.purchase_bill_id = due.bill_id
      ) aged
    group by
      supplier_id,
      place_id
  `
}

const list = listOf(payables, {
  from: rows,
  alias: 'aged',
  key: 'aged.line',
  sort: 'Line',
  columns: [
    'Line',
    {
      Supplier: 'supplier.name',
      Place: 'place.name',
      NotDue: 'aged.not_due',
      UpToThirtyDays: 'aged.till_30',
      UpToSixtyDays: 'aged.till_60',
      UpToNinetyDays: 'aged.till_90',
      OverNinetyDays: 'aged.over_90',
      PaidAhead: 'aged.paid_ahead',
      Total: 'aged.total',
      ClientId: 'aged.supplier_id',
    },
  ],
  names: `
    join clients supplier on supplier.client_id = aged.supplier_id
    join clients place on place.client_id = aged.place_id
  `,
  filters: {
    ToDate: null,
    EntityId: null,
    SupplierId: equals('aged.supplier_id'),
    IsLate: isSo('(aged.till_30 + aged.till_60 + aged.till_90 + aged.over_90 > 0)'),
  },
  scope: () => sql`true`,
})

export const payablesServer = reportOf(payables, [
  { id: 1080, name: payables.name, module: 'payables', parameters: {}, list },
  totalsOf(list, {
    id: 2161,
    name: 'Totals of payables',
    module: 'payables',
    columns: ['NotDue', 'UpToThirtyDays', 'UpToSixtyDays', 'UpToNinetyDays', 'OverNinetyDays', 'PaidAhead', 'Total'],
  }),
])

// Payables on the server: what the user's places owed suppliers at the end of a day, by bill and due day,
// less what was paid ahead. Its sum is the balance in the ledger. It reads what is open, and of an earlier day what
// changed since.
import { dayOf } from '../../core/dates.ts'
import { empty, literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { equals, isSo } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { isOfToday, momentOf } from '../ageing/open.server.ts'
import { placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { supplierTypes } from '../lists/items.model.ts'
import { payables } from './payables.model.ts'
import { payablesTotals } from './answers.model.ts'

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

type Asked = { readonly ToDate?: string | null; readonly EntityId?: number | null }
const suppliers = sql`
  array(
    select
      client_id
    from
      clients
    where
      client_type_id in (${literal(...supplierTypes)})
  )
`
/** What is open: bills, and on no bill what was paid ahead, less what a supplier gave back. */
const openNow = (places: Sql): Sql => sql`
  select
    supplier_id,
    buyer_id as place_id,
    purchase_bill_id as bill_id,
    outstanding as owed
  from
    purchase_bill_facts
  where
    is_open
    and buyer_id = any (${places})
  union all
  select
    receiver_id,
    giver_id,
    null,
    allocated - amount
  from
    transactions
  where
    invoice_id is null
    and kind = 'Refund'
    and counts
    and allocated < amount
    and giver_id = any (${places})
    and receiver_id = any (${suppliers})
  union all
  select
    party_id,
    seller_id,
    null,
    - owed
  from
    party_dues
  where
    kind <> 'sale'
    and seller_id = any (${places})
    and party_id = any (${suppliers})
`
/** What was posted, put on bills and taken off since, to be taken off what is open now. A merge moved documents. */
const changedSince = (moment: Sql, places: Sql): Sql => sql`
  select
    coalesce(supplier.kept_id, entry.party_id),
    coalesce(place.kept_id, entry.seller_id),
    entry.purchase_bill_id,
    entry.debit - entry.credit
  from
    ledger_entries entry
    left join merged_clients supplier on supplier.client_id = entry.party_id
    left join merged_clients place on place.client_id = entry.seller_id
  where
    entry.seller_id = any (${places})
    and entry.account = 'party'
    and entry.entry_date > ${moment}
    and entry.party_id = any (${suppliers})
  union all
  select
    paid.party_id,
    paid.seller_id,
    side.bill_id,
    side.sign * case
      when paid.undone_at is null then paid.amount
      else - paid.amount
    end
  from
    allocations paid
    cross join lateral (
      values
        (paid.to_bill_id, 1),
        (null, -1)
    ) side (bill_id, sign)
  where
    paid.seller_id = any (${places})
    and paid.to_bill_id is not null
    and (
      paid.undone_at is null
      and paid.created_at > ${moment}
      or paid.undone_at > ${moment}
      and paid.created_at <= ${moment}
    )
`
/** What was owed at the end of a day, by bill: what is open, and of an earlier day less what changed since. */
const owedThen = ({ ToDate }: Asked, places: Sql): Sql => sql`
  select
    change.supplier_id,
    change.place_id,
    change.bill_id,
    sum(change.owed) as owed
  from
    (${openNow(places)} ${isOfToday({ ToDate })
      ? empty
      : sql`
          union all
          ${changedSince(sql`${momentOf({ ToDate })}::timestamptz`, places)}
        `}) change
  group by
    change.supplier_id,
    change.place_id,
    change.bill_id
  having
    sum(change.owed) <> 0
`

const rows = ({ ToDate, EntityId }: Asked, user: Caller): Sql => {
  const day = sql`${dayOf(momentOf({ ToDate }))}::date`
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
          ${day} - coalesce(bill.due_date, ${day}) as days
        from
          (${owedThen({ ToDate }, placesOf(user, EntityId))}) due
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
  columns: {
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
    ...payablesTotals,
    name: 'Totals of payables',
    module: 'payables',
  }),
])

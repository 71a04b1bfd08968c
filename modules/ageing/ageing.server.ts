// Ageing on the server: what the buyers of the user's places owed at the end of a day, and what it adds up to. A
// million buyers may owe: they are added up in the order of an index; what adds up to the same is not grouped at all.
import { addDays, dayOf } from '../../core/dates.ts'
import { join, raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { isSo } from '../../server/read/conditions.ts'
import { listOf } from '../../server/read/list.ts'
import { totalsOf } from '../../server/read/totals.ts'
import { placesOf } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { ageing } from './ageing.model.ts'
import { besides, invoiced, isOfToday, momentOf, openThen, type Asked } from './open.server.ts'
import { ageingTotals } from './answers.model.ts'

type Filter = { ToDate?: string | null; EntityId?: number | null; BuyerId?: number | null }
const askedOf = ({ ToDate, EntityId, BuyerId }: Filter, user: Caller): Asked => ({
  ToDate,
  sellers: placesOf(user, EntityId),
  buyer: BuyerId == null ? undefined : sql`${BuyerId}::int`,
})

/** The columns of sums, each with what of `owed` and `due_on` it is of. Paid beyond an invoice is on account, too. */
const partsOf = (asked: Asked): readonly (readonly [string, Sql])[] => {
  const back = (days: number): Sql => sql`${addDays(dayOf(momentOf(asked)), -days)}::date`
  const late = (from: number, till: number): Sql => sql`
    due_on <= ${back(from)}
    and due_on >= ${back(till)}
    and owed > 0
  `
  const isDue = sql`
    due_on >= ${back(0)}
    and owed > 0
  `
  const isOld = sql`
    due_on <= ${back(91)}
    and owed > 0
  `
  return [
    ['not_due', isDue],
    ['till_30', late(1, 30)],
    ['till_60', late(31, 60)],
    ['till_90', late(61, 90)],
    ['over_90', isOld],
    ['on_account', sql`owed < 0`],
    ['total', sql`true`],
  ]
}
const columns = (asked: Asked, column: (name: string, part: Sql) => Sql): Sql =>
  join(
    partsOf(asked).map(([name, part]) => sql`${column(name, part)} as ${raw(name)}`),
    ', ',
  )

/** A row for each buyer and seller of these dues. */
const byBuyer = (asked: Asked, dues: Sql): Sql => sql`
  select
    seller_id,
    party_id,
    ${columns(
      asked,
      (_, part) => sql`
        coalesce(
          sum(owed) filter (
            where
              ${part}
          ),
          0
        )
      `,
    )}
  from
    (${dues}) due
  group by
    seller_id,
    party_id
`
/** What is on no invoice joins what is invoiced: sorted together, the order of the index would be lost. */
const rows = (asked: Asked): Sql =>
  isOfToday(asked)
    ? sql`
        select
          seller_id,
          party_id,
          ${columns(
            asked,
            (name) => sql`
              case
                when more.total is null then bill.${raw(name)}
                else coalesce(bill.${raw(name)}, 0) + more.${raw(name)}
              end
            `,
          )}
        from
          (${byBuyer(asked, invoiced(asked))}) bill
          full join (${byBuyer(asked, besides(asked))}) more using (seller_id, party_id)
      `
    : byBuyer(asked, openThen(asked))

/** The buyers and sellers of the rows. */
const keys = (asked: Asked): Sql =>
  isOfToday(asked)
    ? sql`
        select distinct
          bill.seller_id,
          bill.party_id
        from
          (${invoiced(asked)}) bill
        union all
        select
          more.seller_id,
          more.party_id
        from
          (${besides(asked)}) more
        where
          not exists (
            select
            from
              invoice_facts invoice
            where
              invoice.is_open
              and invoice.buyer_id = more.party_id
              and invoice.seller_id = more.seller_id
          )
      `
    : sql`
        select distinct
          due.seller_id,
          due.party_id
        from
          (${openThen(asked)}) due
      `
/** What is open, not grouped. */
const open = (asked: Asked): Sql => sql`
  ${invoiced(asked)}
  union all
  ${besides(asked)}
`
/** What the rows are the sums of. */
const dues = (asked: Asked): Sql => sql`
  select
    ${columns(
      asked,
      (_, part) => sql`
        case
          when ${part} then owed
        end
      `,
    )}
  from
    (${isOfToday(asked) ? open(asked) : openThen(asked)}) due
`

/** The buyer and seller of a row that was cut (`cut`). */
const cutOf = (ToDate: string | null | undefined): Asked => ({
  ToDate,
  sellers: sql`array[cut.seller_id]`,
  buyer: sql`cut.party_id`,
})

const filters = { ToDate: null, EntityId: null, BuyerId: null }
const list = listOf(ageing, {
  from: (filter, user) => rows(askedOf(filter, user)),
  alias: 'aged',
  // of two who owe as much the one with the smaller number is first
  key: '(- (aged.party_id * 4294967296 + aged.seller_id))',
  sort: '-Total',
  columns: {
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
    SellerId: 'aged.seller_id',
  },
  names: `
    join clients buyer on buyer.client_id = aged.party_id
    join clients place on place.client_id = aged.seller_id
  `,
  filters: { ...filters, IsLate: isSo('(aged.till_30 + aged.till_60 + aged.till_90 + aged.over_90 > 0)') },
  counted: ({ IsLate }) =>
    IsLate == null ? { from: (filter, user) => keys(askedOf(filter, user)), filters } : undefined,
  // what all owe is added up for its order, by how late it is for those of the page alone
  reread: ({ ToDate }) =>
    isOfToday({ ToDate })
      ? {
          columns: ['aged.seller_id', 'aged.party_id'],
          row: byBuyer(cutOf(ToDate), open(cutOf(ToDate))),
        }
      : undefined,
  scope: () => sql`true`,
})

export const ageingServer = reportOf(ageing, [
  { id: 1072, name: ageing.name, module: 'ageing', parameters: {}, list },
  totalsOf(list, {
    ...ageingTotals,
    name: 'Totals of ageing',
    module: 'ageing',
    added: ({ IsLate }) =>
      IsLate == null ? { from: (filter, user) => dues(askedOf(filter, user)), filters } : undefined,
  }),
])

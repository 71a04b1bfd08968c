// What buyers owe as ageing reads it: a row `due` (party_id, seller_id, owed, due_on) for each thing owed, below zero
// what is on account.
import { dayOf, endOfDay } from '../../core/dates.ts'
import { now } from '../../server/clock.ts'
import { empty, literal, raw, sql, type Sql } from '../../server/db/db.ts'
import { buyerTypes, clientType } from '../lists/items.model.ts'

export type Asked = {
  readonly ToDate?: string | null | undefined
  /** An array of the sellers. */
  readonly sellers: Sql
  /** Of all buyers without one. */
  readonly buyer?: Sql | undefined
}
export const momentOf = ({ ToDate }: Pick<Asked, 'ToDate'>): string => ToDate ?? now().toISOString()

/** Whether it is what is open now: no document has a day after today. */
export const isOfToday = ({ ToDate }: Pick<Asked, 'ToDate'>): boolean =>
  ToDate == null || Date.parse(ToDate) >= Date.parse(endOfDay(now().toISOString()))

const noBuyers = Object.values(clientType).filter((type) => !buyerTypes.includes(type))
/** Those that are asked for, and buyers alone: who is none is few, so that no type is looked up. */
const isAsked = ({ sellers, buyer }: Asked, party: string): Sql => sql`
  seller_id = any (${sellers})
  and ${raw(party)} not in (
    select
      other.client_id
    from
      clients other
    where
      other.client_type_id in (${literal(...noBuyers)})
  ) ${buyer ? sql`and ${raw(party)} = ${buyer}` : empty}
`

/** The day of what is on no invoice (`due`): late since it was posted as an opening balance, else not late. */
const openedOn = (asked: Asked): Sql => sql`
  select
    coalesce(network_day (min(entry.entry_date)), ${dayOf(momentOf(asked))}::date) as day
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
    and entry.entry_date <= ${momentOf(asked)}::timestamptz
`

/** Invoices that are open, read from an index in the order of sellers and buyers. */
export const invoiced = (asked: Asked): Sql => sql`
  select
    buyer_id as party_id,
    seller_id,
    outstanding as owed,
    due_date as due_on
  from
    invoice_facts
  where
    is_open
    and ${isAsked(asked, 'buyer_id')}
`
/** What is on no invoice: a row for each buyer and seller. */
export const besides = (asked: Asked): Sql => sql`
  select
    due.party_id,
    due.seller_id,
    due.owed,
    opened.day as due_on
  from
    (
      select
        party_id,
        seller_id,
        sum(owed) as owed
      from
        party_dues
      where
        kind in ('opening', 'account', 'refund')
        and ${isAsked(asked, 'party_id')}
      group by
        party_id,
        seller_id
      having
        sum(owed) <> 0
    ) due
    cross join lateral (${openedOn(asked)}) opened
`
/** What was open at the end of an earlier day. */
export const openThen = (asked: Asked): Sql => sql`
  select
    due.party_id,
    due.seller_id,
    due.owed,
    due.due_on
  from
    (
      select
        due.party_id,
        due.seller_id,
        due.owed,
        coalesce(
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
          (${openedOn(asked)})
        ) as due_on
      from
        dues_as_of (${asked.sellers}, ${momentOf(asked)}::timestamptz) due
      where
        ${asked.buyer ? sql`due.party_id = ${asked.buyer}` : sql`true`}
      offset
        0
    ) due
`

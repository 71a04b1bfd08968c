// The party ledger on the server: opening, entries and closing of each party, with the running balance, page by page.
import { datetime, reference, references } from '../../core/model.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import { plannedOnce } from '../../server/db/statements.ts'
import type { Caller } from '../../server/caller.ts'
import { listOf } from '../../server/read/list.ts'
import { moment } from '../ledger/books.server.ts'
import { reportOf } from '../ledger/report.server.ts'
import { gstr1 } from './gst/gst.server.ts'
import { payGst } from './gst/pay.server.ts'
import { partyledger } from './partyledger.model.ts'

const parameters = {
  StartDate: datetime('From Date', { required: 'StartDate is missing' }),
  EndDate: datetime('To Date', { required: 'EndDate is missing' }),
  ClientIdList: references('Clients', 'client', { required: 'ClientIdList is missing' }),
  SellerId: reference('Seller', 'seller'),
}
type Asked = {
  StartDate?: string | null
  EndDate?: string | null
  ClientIdList?: number[] | null
  SellerId?: number | null
}
/**
 * Entries (`entry`) of organisations that the user works for, and of the user's own client as the other side; of one
 * seller when it is asked for.
 */
const inScope = (user: Caller, { SellerId }: Asked): Sql => sql`
  (
    entry.seller_id = any (${[...user.Clients]})
    or entry.party_id = any (${[...user.Clients]})
  )
  and (
    ${SellerId ?? null}::int is null
    or entry.seller_id = ${SellerId ?? null}
  )
`

/** The requested parties, with what they owed when the days begin. */
const opened = (asked: Asked, user: Caller): Sql => sql`
  select
    party.client_id,
    party.name,
    (
      select
        coalesce(sum(entry.debit - entry.credit), 0)
      from
        party_entries entry
      where
        entry.party_id = party.client_id
        and ${inScope(user, asked)}
        and entry.entry_date < ${moment(asked.StartDate, '-infinity')}
    ) as balance
  from
    clients party
  where
    party.client_id = any (${asked.ClientIdList ?? []})
    and (
      party.client_id = any (${[...user.Clients]})
      or exists (
        select
          1
        from
          party_entries entry
        where
          entry.party_id = party.client_id
          and ${inScope(user, {})}
      )
    )
`

/** Opening, entries and closing of each party, in order. */
const lines = (asked: Asked, user: Caller): Sql => sql`
  select
    client_id,
    name,
    0 as place,
    ${moment(asked.StartDate, '-infinity')} as at,
    0::bigint as entry,
    greatest(balance, 0) as debit,
    greatest(- balance, 0) as credit
  from
    opened
  union all
  select
    opened.client_id,
    opened.name,
    1,
    entry.entry_date,
    entry.ledger_entry_id,
    entry.debit,
    entry.credit
  from
    opened opened
    join party_entries entry on entry.party_id = opened.client_id
  where
    ${inScope(user, asked)}
    and entry.entry_date >= ${moment(asked.StartDate, '-infinity')}
    and entry.entry_date <= ${moment(asked.EndDate, 'infinity')}
  union all
  select
    client_id,
    name,
    2,
    ${moment(asked.EndDate, 'infinity')},
    0,
    0,
    0
  from
    opened
`

/** The lines numbered, each with the balance after it: documents and names are read for one page only. */
const rows = (asked: Asked, user: Caller): Sql => sql`
  with
    opened as (${opened(asked, user)}) ${raw(plannedOnce)}
  select
    row_number() over whole::int as line,
    client_id,
    name,
    place,
    at,
    entry,
    debit,
    credit,
    sum(debit - credit) over (
      partition by
        client_id
      order by
        place,
        at,
        entry
    ) as balance
  from
    (${lines(asked, user)}) lines
  window
    whole as (
      order by
        name,
        client_id,
        place,
        at,
        entry
    )
`

/** What a line is, which an entry says itself (`shown`, `entry`). */
const ofLine = (opening: string, entry: string, closing: string): string =>
  `case shown.place when 0 then ${opening} when 1 then ${entry} else ${closing} end`

const list = listOf(
  { ...partyledger, filters: {} },
  {
    from: rows,
    alias: 'shown',
    key: 'shown.line',
    sort: 'Line',
    columns: {
      Line: 'shown.line',
      ClientId: 'shown.client_id',
      Client: 'shown.name',
      Date: 'shown.at',
      VoucherType: ofLine(`'Opening'`, 'entry.voucher_type', `'Closing'`),
      VoucherNo: 'entry.voucher_no',
      Particulars: ofLine(`'Opening balance'`, 'entry.particulars', `'Closing balance'`),
      Seller: 'place.name',
      Debit: 'shown.debit',
      Credit: 'shown.credit',
      Balance: 'shown.balance',
      DueDate: 'entry.due_date',
    },
    names: `
      left join party_entries entry on entry.ledger_entry_id = shown.entry and shown.place = 1
      left join clients place on place.client_id = entry.seller_id
    `,
    filters: {},
    scope: () => sql`true`,
  },
)

export const partyledgerServer = reportOf(
  partyledger,
  [{ id: 1032, name: 'Party Ledger', module: 'partyledger', parameters, list }],
  { routes: [gstr1], actions: [payGst] },
)

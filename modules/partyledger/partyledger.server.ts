// The party ledger on the server: opening, entries and closing of each party, with the running balance.
import { datetime, references } from '../../core/model.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf } from '../../server/module.ts'
import { statementOf } from '../../server/read/statement.ts'
import { partyledger } from './partyledger.model.ts'

const parameters = {
  StartDate: datetime('From Date', { required: 'StartDate is missing' }),
  EndDate: datetime('To Date', { required: 'EndDate is missing' }),
  ClientIdList: references('Clients', 'client', { required: 'ClientIdList is missing' }),
}
/** Entries of organisations that the user works for, and of the user's own client as the other side. */
const inScope = (user: Caller): Sql => sql`
  (
    e.seller_id = any (${[...user.Clients]})
    or e.party_id = any (${[...user.Clients]})
  )
`

type Asked = { StartDate?: string | null; EndDate?: string | null; ClientIdList?: number[] | null }

/** The requested parties, with what they owed when the days begin. */
const opened = (asked: Asked, user: Caller): Sql => sql`
  select
    c.client_id,
    c.name,
    (
      select
        coalesce(sum(e.debit - e.credit), 0)
      from
        party_entries e
      where
        e.party_id = c.client_id
        and ${inScope(user)}
        and e.entry_date < ${asked.StartDate}
    ) as balance
  from
    clients c
  where
    c.client_id = any (${asked.ClientIdList ?? []})
    and (
      c.client_id = any (${[...user.Clients]})
      or exists (
        select
          1
        from
          party_entries e
        where
          e.party_id = c.client_id
          and ${inScope(user)}
      )
    )
`

const entries = (asked: Asked, user: Caller): Sql => sql`
  select
    o.client_id,
    o.name,
    1 as place,
    e.entry_date as at,
    e.ledger_entry_id as entry,
    e.voucher_type,
    e.voucher_no,
    e.particulars,
    e.debit,
    e.credit,
    e.due_date
  from
    opened o
    join party_entries e on e.party_id = o.client_id
  where
    ${inScope(user)}
    and e.entry_date >= ${asked.StartDate}
    and e.entry_date <= ${asked.EndDate}
`

const ledger = statementOf({
  id: 1032,
  name: 'Party Ledger',
  module: 'partyledger',
  parameters,
  query: (asked, user) => sql`
    with
      opened as (${opened(asked, user)}),
      entry as (${entries(asked, user)}),
      rows as (
        select
          client_id,
          name,
          0 as place,
          ${asked.StartDate}::timestamptz as at,
          0::bigint as entry,
          'Opening' as voucher_type,
          null::text as voucher_no,
          'Opening balance' as particulars,
          greatest(balance, 0) as debit,
          greatest(- balance, 0) as credit,
          null::date as due_date
        from
          opened
        union all
        select
          *
        from
          entry
        union all
        select
          client_id,
          name,
          2,
          ${asked.EndDate}::timestamptz,
          0,
          'Closing',
          null,
          'Closing balance',
          0,
          0,
          null
        from
          opened
      )
    select
      client_id as "ClientId",
      name as "Client",
      at as "Date",
      voucher_type as "VoucherType",
      voucher_no as "VoucherNo",
      particulars as "Particulars",
      debit as "Debit",
      credit as "Credit",
      sum(debit - credit) over (
        partition by
          client_id
        order by
          place,
          at,
          entry
      ) as "Balance",
      due_date as "DueDate"
    from
      rows
    order by
      name,
      client_id,
      place,
      at,
      entry
  `,
})

export const partyledgerServer = moduleOf(partyledger, {
  // it has no records: a request by key finds none
  table: 'ledger_entries',
  alias: 'x',
  keyColumn: 'ledger_entry_id',
  scope: () => sql`false`,
  read: () => sql`
    select
    where
      false
  `,
  statements: [ledger],
})

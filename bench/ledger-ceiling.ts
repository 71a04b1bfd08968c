// The best hand-written SQL for the party ledger of one buyer over a year: opening, entries, balance running.
import { buyer } from './accounts.ts'
import { till } from './network.ts'

export const aYearAgo = new Date(Date.parse(till) - 365 * 86_400_000).toISOString()

export const ledgerCeiling = `
  with
    opening as (
      select coalesce(sum(debit - credit), 0) as balance
      from ledger_entries
      where account = 'party' and party_id = ${buyer} and entry_date < '${aYearAgo}'
    )
  select json_agg(row_to_json(x))::text
  from (
    select e.entry_date, e.voucher_type, i.invoice_no, e.particulars, e.debit, e.credit,
      o.balance + sum(e.debit - e.credit) over (order by e.entry_date, e.ledger_entry_id) as balance
    from ledger_entries e
    cross join opening o
    left join invoices i on i.invoice_id = e.invoice_id
    where e.account = 'party' and e.party_id = ${buyer} and e.entry_date between '${aYearAgo}' and '${till}'
    order by e.entry_date, e.ledger_entry_id
  ) x;
`
  .trim()
  .replaceAll(/\s+/g, ' ')

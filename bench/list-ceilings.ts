// The best hand-written SQL for the lists of the laboratory and the party ledger, on the same tables, for pgbench: a
// page of 100 with its names, and the count up to 10,001; as a user at the central lab sees them.
import { buyer } from './network/accounts.ts'
import { from30, till } from './network/network.ts'

/** The central lab and the centres below it. */
const own = '(2, 11, 12, 13, 14)'
const days = (column: string): string => `${column} between '${from30}' and '${till}'`

type Listed = { readonly columns: string; readonly page: string; readonly names: string; readonly order: string }
/** The page is cut before names are joined. On one line, as pgbench requires. */
const listed = ({ columns, page, names, order }: Listed): string =>
  `
    select
      (
        select json_agg(row_to_json(t))::text
        from (
          select ${columns}
          from (${page} order by ${order} limit 100) x
          ${names}
        ) t
      ),
      (select count(*) from (${page} limit 10001) c);
  `
    .trim()
    .replaceAll(/\s+/g, ' ')

const samples = listed({
  columns: `
    x.sample_id, x.barcode, s.patient_name, s.lrn, p.name, o.name as owner, l.name as lab, x.collection_date,
    s.sale_date, x.status_id,
    (
      select max(w.status_id)
      from sample_elements e
      join work_items w on w.sample_element_id = e.sample_element_id
      where e.sample_id = x.sample_id
    ) as work`,
  page: `
    select t.*
    from samples t
    join sales z on z.sale_id = t.sale_id
    where ${days('z.sale_date')}
      and (t.owner_id in ${own} or t.performing_lab_id in ${own} or z.seller_id in ${own})`,
  names: `
    join sales s on s.sale_id = x.sale_id
    join specimens p on p.specimen_id = x.specimen_id
    join clients o on o.client_id = x.owner_id
    join clients l on l.client_id = x.performing_lab_id`,
  order: 't.sample_id desc',
})
const shipments = listed({
  columns: `
    x.shipment_id, x.created_at, a.name as consignor, b.name as consignee, c.name as courier, x.dispatch_date,
    x.status_id,
    (select count(*) from shipment_samples i where i.shipment_id = x.shipment_id) as samples`,
  page: `
    select h.*
    from shipments h
    where ${days('h.created_at')} and (h.consignor_id in ${own} or h.consignee_id in ${own})`,
  names: `
    join clients a on a.client_id = x.consignor_id
    join clients b on b.client_id = x.consignee_id
    join clients c on c.client_id = x.courier_id`,
  order: 'h.shipment_id desc',
})
const worksheets = listed({
  columns: `
    x.work_sheet_id, x.created_at, d.name as department, l.name as lab, u.full_name,
    (select count(*) from work_items w where w.work_sheet_id = x.work_sheet_id) as items`,
  page: `select ws.* from worksheets ws where ws.lab_id in ${own} and ws.department_id = 3`,
  names: `
    join departments d on d.department_id = x.department_id
    join clients l on l.client_id = x.lab_id
    join users u on u.user_id = x.user_id`,
  order: 'ws.work_sheet_id desc',
})
const results = listed({
  columns: `
    x.work_sheet_id, x.sale_id, s.accession_no, s.patient_name, d.name as department, s.report_date, x.items,
    x.pending, x.critical`,
  page: `
    select ws.work_sheet_id, ws.department_id, i.sale_id, i.items, i.pending, i.critical
    from worksheets ws
    cross join lateral (
      select w.sale_id, count(*) as items, count(*) filter (where w.status_id in (150, 155, 156)) as pending,
        count(*) filter (where r.flag in ('LL', 'HH', 'AA')) as critical
      from work_items w
      left join results r on r.result_id = w.result_id
      where w.work_sheet_id = ws.work_sheet_id
      group by w.sale_id
    ) i
    join sales z on z.sale_id = i.sale_id
    where ws.lab_id in ${own} and ws.created_at >= '${from30}'::timestamptz - interval '1 day'
      and ${days('z.sale_date')}`,
  names: `
    join sales s on s.sale_id = x.sale_id
    join departments d on d.department_id = x.department_id`,
  order: 'ws.work_sheet_id desc, i.sale_id desc',
})
const reports = listed({
  columns: `
    x.sale_id, x.accession_no, x.patient_name, x.lrn, x.sale_date, d.name as doctor, e.name as seller, r.version,
    r.state, r.created_at, x.status_id`,
  page: `
    select s.*
    from sales s
    where ${days('s.sale_date')} and s.seller_id in ${own}
      and exists (select 1 from reports p where p.sale_id = s.sale_id)`,
  names: `
    left join clients d on d.client_id = x.referring_doctor_id
    left join clients e on e.client_id = x.seller_id
    left join lateral (
      select p.version, p.state, p.created_at
      from reports p
      where p.sale_id = x.sale_id
      order by p.version desc
      limit 1
    ) r on true`,
  order: 's.sale_date desc, s.sale_id desc',
})

/** By the list's name. */
export const listCeilings = { samples, shipments, worksheets, results, reports }

export const aYearAgo = new Date(Date.parse(till) - 365 * 86_400_000).toISOString()

/** The party ledger of one buyer over a year: opening, entries, balance running. */
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

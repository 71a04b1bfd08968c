// The documents that were issued in a month, by series of numbers, for GSTR-1.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { places, type Asked } from './supplies.server.ts'
import type { Cells } from './tables.server.ts'

type Series = { Nature: string; First: string; Last: string; Total: number; Cancelled: string[] | null }
/**
 * Each series of numbers of the month; one that was cancelled by its end stays in its series. Later it is taken off the
 * later month, and what was credited is no cancelled document.
 */
export const documents = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Series>(sql`
    with
      place as (${places(asked)}),
      document as (
        select
          'Invoices for outward supply' as nature,
          invoice.invoice_no as no,
          (
            invoice.is_cancelled
            or exists (
              select
                1
              from
                sales sale
              where
                sale.invoice_id = invoice.invoice_id
                and invoice.is_single_sale
                and sale.status_id = ${literal(saleStatus.Cancelled)}
            )
          )
          and (
            select
              coalesce(sum(entry.credit - entry.debit), 0)
            from
              ledger_entries entry
            where
              entry.invoice_id = invoice.invoice_id
              and entry.account = 'sales'
              and entry.credit_note_id is null
              and entry.entry_date <= ${asked.till}
          ) = 0 as is_cancelled
        from
          invoices invoice
          join place on place.client_id = invoice.seller_id
        where
          invoice.invoice_date >= ${asked.from}
          and invoice.invoice_date <= ${asked.till}
        union all
        select
          'Credit Note',
          note.credit_note_no,
          false
        from
          credit_notes note
          join invoices invoice using (invoice_id)
          join place on place.client_id = invoice.seller_id
        where
          note.credit_date >= ${asked.from}
          and note.credit_date <= ${asked.till}
      )
    select
      nature,
      min(no collate "C") as first,
      max(no collate "C") as last,
      count(*)::int as total,
      json_agg(
        no
        order by
          no
      ) filter (
        where
          is_cancelled
      ) as cancelled
    from
      document
    group by
      nature,
      -- the prefix and the year
      regexp_replace(no, '/[^/]*$', '')
    order by
      nature desc,
      min(no)
  `)
  return rows.map(({ Nature, First, Last, Total, Cancelled }) => {
    const gone = Cancelled ?? []
    return [Nature, First, Last, Total, gone.length, Total - gone.length, gone.join(' ')]
  })
}

// What an invoice posts of GST: the prices of what is taxed have it in them, so it leaves the sales account.
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { post } from './posting.server.ts'

type Change = {
  readonly seller_id: number
  readonly party_id: number
  readonly gst_rate: number
  readonly value: number
  readonly tax: number
}
/** What the sales of an invoice are taxed now, less what is posted for it, by buyer and rate. */
const changesOf = (tx: Tx, invoiceId: number): Promise<Change[]> =>
  tx.rows<Change>(sql`
    select
      seller_id,
      party_id,
      gst_rate,
      sum(value) as value,
      sum(tax) as tax
    from
      (
        select
          invoice.seller_id,
          invoice.buyer_id as party_id,
          supply.gst_rate,
          supply.amount - supply.tax as value,
          supply.tax
        from
          invoices invoice
          cross join sale_supplies supply
        where
          invoice.invoice_id = ${invoiceId}
          -- as a list, which the view is read by; a join would add up the lines of each sale there is
          and supply.sale_id = any (
            array(
              select
                sale.sale_id
              from
                sales sale
              where
                sale.invoice_id = ${invoiceId}
                and exists (
                  select
                    1
                  from
                    sale_products line
                  where
                    line.sale_id = sale.sale_id
                    and line.gst_rate is not null
                )
            )
          )
          and supply.tax <> 0
        union all
        select
          coalesce(place.kept_id, entry.seller_id),
          coalesce(kept.kept_id, entry.party_id),
          entry.gst_rate,
          - entry.gst_value,
          entry.debit - entry.credit
        from
          ledger_entries entry
          left join merged_clients place on place.client_id = entry.seller_id
          left join merged_clients kept on kept.client_id = entry.party_id
        where
          entry.invoice_id = ${invoiceId}
          and entry.account = 'gst payable'
      ) change
    group by
      seller_id,
      party_id,
      gst_rate
    having
      sum(tax) <> 0
    order by
      tax,
      gst_rate
  `)

type Of = { readonly creditNoteId?: number; readonly date?: string }
/**
 * The GST of an invoice follows its sales: called once these, and its buyer, are what they are now. Posted on its day
 * (`date`, ISO) as it is issued, later on the day of the change.
 */
export const followGst = async (tx: Tx, invoiceId: number, { creditNoteId, date }: Of = {}): Promise<void> => {
  for (const { seller_id, party_id, gst_rate, value, tax } of await changesOf(tx, invoiceId))
    await post(tx, {
      date: date ?? now().toISOString(),
      voucherType: creditNoteId === undefined ? 'Invoice' : 'Credit note',
      invoiceId,
      transactionId: null,
      ...(creditNoteId !== undefined && { creditNoteId }),
      sellerId: seller_id,
      partyId: party_id,
      debit: { account: 'sales' },
      credit: { account: 'gst payable', gst: { rate: gst_rate, value } },
      amount: tax,
      particulars: `GST ${gst_rate} %`,
    })
}

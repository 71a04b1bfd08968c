// What an invoice supplied, kept by code and rate of GST as it was issued; and the tax in it, which leaves the sales
// account, since the prices of what is taxed have it in them.
import { now } from '../../server/clock.ts'
import { sumAmounts } from '../../core/money.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { post } from './posting.server.ts'

export type Change = {
  readonly SellerId: number
  readonly PartyId: number
  readonly Sac: string
  readonly GstRate: number | null
  readonly Value: number
  readonly Tax: number
}
/** `creditNoteId`: by which it is taken back; `date` (ISO) of the invoice as it is issued; absent: today's. */
type Of = { readonly creditNoteId?: number; readonly date?: string; readonly isCancellation?: boolean }

/** Keeps what the sales of an invoice supply now, less what is kept of it, by buyer, code and rate. */
const keepChanges = (tx: Tx, invoiceId: number, { creditNoteId, isCancellation }: Of, date: string) =>
  tx.rows<Change>(sql`
    insert into
      invoice_supplies (
        invoice_id,
        credit_note_id,
        seller_id,
        party_id,
        entry_date,
        is_cancellation,
        sac,
        gst_rate,
        value,
        tax
      )
    select
      ${invoiceId}::int,
      ${creditNoteId ?? null}::int,
      seller_id,
      party_id,
      ${date}::timestamptz,
      ${isCancellation === true},
      sac,
      gst_rate,
      sum(value),
      sum(tax)
    from
      (
        select
          invoice.seller_id,
          invoice.buyer_id as party_id,
          supply.sac,
          case
            when supply.is_taxed then supply.gst_rate
          end as gst_rate,
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
            )
          )
          and (
            exists (
              select
                1
              from
                invoice_supplies kept
              where
                kept.invoice_id = ${invoiceId}
            )
            or exists (
              select
                1
              from
                sales sale
                join sale_products line using (sale_id)
              where
                sale.invoice_id = ${invoiceId}
                and line.gst_rate is not null
            )
          )
        union all
        select
          coalesce(place.kept_id, kept.seller_id),
          coalesce(buyer.kept_id, kept.party_id),
          kept.sac,
          kept.gst_rate,
          - kept.value,
          - kept.tax
        from
          invoice_supplies kept
          left join merged_clients place on place.client_id = kept.seller_id
          left join merged_clients buyer on buyer.client_id = kept.party_id
        where
          kept.invoice_id = ${invoiceId}
      ) change
    group by
      seller_id,
      party_id,
      sac,
      gst_rate
    having
      sum(tax) <> 0
      or sum(value) <> 0
    returning
      seller_id,
      party_id,
      sac,
      gst_rate,
      value,
      tax
  `)

/**
 * Supplies and GST of an invoice follow its sales: called once these, and its buyer, are what they are now. Kept and
 * posted on its day as it is issued, later on the day of the change. Answers what changed.
 */
export const followGst = async (tx: Tx, invoiceId: number, of: Of = {}): Promise<readonly Change[]> => {
  const date = of.date ?? now().toISOString()
  const changes = await keepChanges(tx, invoiceId, of, date)
  const taxed = changes.filter((change) => change.Tax !== 0)
  const byRate = Map.groupBy(taxed, (change) => `${change.SellerId} ${change.PartyId} ${change.GstRate ?? ''}`)
  for (const [, [first, ...others]] of byRate)
    if (first)
      await post(tx, {
        date,
        voucherType: of.creditNoteId === undefined ? 'Invoice' : 'Credit note',
        invoiceId,
        transactionId: null,
        ...(of.creditNoteId !== undefined && { creditNoteId: of.creditNoteId }),
        sellerId: first.SellerId,
        partyId: first.PartyId,
        debit: { account: 'sales' },
        credit: { account: 'gst payable' },
        amount: sumAmounts([first, ...others].map((change) => change.Tax)),
        particulars: `GST ${first.GstRate ?? 0} %`,
      })
  return changes
}

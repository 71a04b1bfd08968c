// The invoice of a single sale follows it: net and buyer, or a credit note where its books are closed.
import { compareAmounts, lessAmounts, shareOf } from '../../../core/money.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { refused, type Refusal } from '../../../server/refusal.ts'
import { noneAllocated } from '../../transactions/allocations/on-account.server.ts'
import { followGst, type Change } from '../../ledger/gst.server.ts'
import { postInvoice } from '../../ledger/post.server.ts'
import { writeCreditNote } from '../credit-note.server.ts'

type InvoiceRow = { InvoiceId: number; InvoiceNo: string; SellerId: number; BuyerId: number; NetAmount: number }
/**
 * Net in rupees. `rounding`: what the bill was rounded by before. `isRightPatient`: the wrong patient had been picked,
 * and the buyer is corrected with it.
 */
type Changed = {
  readonly buyerId: number
  readonly net: number
  readonly rounding: number | null
  readonly isRightPatient?: boolean
}
type Followed = InvoiceRow & { IsClosed: boolean }
const heldInvoice = (tx: Tx, invoiceId: number): Promise<Followed> =>
  tx.one<Followed>(sql`
    select
      invoice.invoice_id,
      invoice.invoice_no,
      invoice.seller_id,
      invoice.buyer_id,
      invoice.net_amount,
      coalesce(network_day (invoice.invoice_date) <= entity.books_closed_till, false) as is_closed
    from
      invoices invoice
      join clients seller on seller.client_id = invoice.seller_id
      join clients entity on entity.client_id = coalesce(seller.legal_entity_id, seller.client_id)
    where
      invoice.invoice_id = ${invoiceId}
    for update of
      invoice
  `)

const closedOver = (invoiceNo: string, wayOut: string): Refusal =>
  refused(`The books are closed over the day of invoice ${invoiceNo}: it can only be credited. ${wayOut}`)

/** Rupees: what sharing a bill among its parts, each in whole paise, leaves on one of them. */
const ofSharing = 0.05

/** Of each of these codes and rates what the invoice keeps of it now. */
const keptNow = (tx: Tx, invoiceId: number): Promise<readonly Kept[]> =>
  tx.rows<Kept>(sql`
    select
      sac,
      gst_rate,
      sum(value + tax) as amount
    from
      invoice_supplies
    where
      invoice_id = ${invoiceId}
    group by
      sac,
      gst_rate
  `)
type Kept = Pick<Change, 'Sac' | 'GstRate'> & { readonly Amount: number }
type Billed = { readonly Net: number; readonly Rounding: number }

const billedNow = (tx: Tx, invoiceId: number): Promise<Billed> =>
  tx.one<Billed>(sql`
    select
      coalesce(sum(net_amount), 0) as net,
      coalesce(sum(net_amount - (gross_amount - discount - addl_discount)), 0) as rounding
    from
      sales
    where
      invoice_id = ${invoiceId}
  `)

/** A part without what rounding of its bill added to it: each has the same share of that. */
const beforeRounding = (amount: number, { Net, Rounding }: Billed): number =>
  lessAmounts(amount, shareOf(Rounding, amount, Net))

/**
 * No code and rate of an invoice of a closed period rises, also not with another buyer. What rounds the bill falls on
 * the parts that are left, so they are compared without it. @throws 422
 */
const noneRises = async (tx: Tx, invoice: Followed, sale: Changed, changes: readonly Change[]): Promise<void> => {
  const partOf = ({ Sac, GstRate }: Pick<Change, 'Sac' | 'GstRate'>): string => `${Sac} ${GstRate ?? ''}`
  const parts = Map.groupBy(changes, partOf)
  const wasBilled = { Net: invoice.NetAmount, Rounding: sale.rounding ?? 0 }
  const isBilled = await billedNow(tx, invoice.InvoiceId)
  const rises = (await keptNow(tx, invoice.InvoiceId)).map((kept) => {
    const change = (parts.get(partOf(kept)) ?? []).flatMap(({ Value, Tax }) => [Value, Tax])
    const before = lessAmounts(kept.Amount, ...change)
    return lessAmounts(beforeRounding(kept.Amount, isBilled), beforeRounding(before, wasBilled))
  })
  if (rises.some((rise) => compareAmounts(rise, ofSharing) > 0))
    throw closedOver(
      invoice.InvoiceNo,
      'What is taxed otherwise is not exchanged in it. Cancel what is not wanted, and book the other as a new sale',
    )
}

/**
 * An invoice of a period whose books are closed is what that period says: it is credited today, and never rises, also
 * not by what is exchanged in it, nor changes its buyer. @throws 422
 */
const creditClosed = async (tx: Tx, userId: number, invoice: Followed, sale: Changed): Promise<void> => {
  const off = lessAmounts(invoice.NetAmount, sale.net)
  if (invoice.BuyerId !== sale.buyerId || off < 0)
    throw closedOver(invoice.InvoiceNo, 'Book what is added, or the other buyer, as a new sale')
  const note =
    off > 0 ? await writeCreditNote(tx, userId, invoice, off, 'Its sale was changed or cancelled') : undefined
  const changes = await followGst(tx, invoice.InvoiceId, note && { creditNoteId: note.CreditNoteId, date: note.date })
  await noneRises(tx, invoice, sale, changes)
}

/**
 * Once its lines are what they are now: under the same number, the single-sale invoice takes over the sale's new net
 * and buyer; the ledger gets the difference, today. A patient is corrected whatever is closed: the report waits for it;
 * the parts of the bill are not.
 */
export const followSale = async (tx: Tx, userId: number, invoiceId: number, sale: Changed): Promise<void> => {
  const invoice = await heldInvoice(tx, invoiceId)
  const isOnlyCorrected = sale.isRightPatient === true && sale.net === invoice.NetAmount
  if (invoice.IsClosed && !isOnlyCorrected) return creditClosed(tx, userId, invoice, sale)
  // for the same price something else, which may be taxed otherwise
  if (invoice.BuyerId === sale.buyerId && compareAmounts(invoice.NetAmount, sale.net) === 0) {
    await followGst(tx, invoiceId)
    return
  }
  // of one moment: at the end of a month its parts would be of two
  const date = now().toISOString()
  if (invoice.BuyerId !== sale.buyerId) {
    await noneAllocated(tx, invoiceId)
    await postInvoice(tx, invoice, -invoice.NetAmount, date)
    await postInvoice(tx, { ...invoice, BuyerId: sale.buyerId }, sale.net, date)
  } else await postInvoice(tx, invoice, lessAmounts(sale.net, invoice.NetAmount), date)
  await tx.run(sql`
    update invoices
    set
      buyer_id = ${sale.buyerId},
      due_date = case
        when buyer_id = ${sale.buyerId} then due_date
        else due_day (${sale.buyerId}, invoice_date)
      end,
      (buyer_gstin, buyer_state) = (
        select
          case
            when buyer_id = ${sale.buyerId} then buyer_gstin
            else taxed.gstin
          end,
          case
            when buyer_id = ${sale.buyerId} then buyer_state
            else taxed.state
          end
        from
          taxed_as (${sale.buyerId}) taxed
      ),
      net_amount = ${sale.net},
      row_version = row_version + 1
    where
      invoice_id = ${invoiceId}
  `)
  const changes = await followGst(tx, invoiceId, { date })
  if (invoice.IsClosed) await noneRises(tx, invoice, sale, changes)
}

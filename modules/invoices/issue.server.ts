// Issuing an invoice of several sales, cancelling it, and crediting sales of it: numbers without gaps, ledger today.
import { financialYear } from '../../core/dates.ts'
import { sumAmounts } from '../../core/money.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { invalid, refused } from '../../server/refusal.ts'
import { putOnOldest, undo } from '../transactions/allocations/free.server.ts'
import { holdFree } from '../ledger/hold.server.ts'
import { booksOpen } from '../transactions/books.server.ts'
import { followGst } from '../ledger/gst.server.ts'
import { postInvoice } from '../ledger/post.server.ts'
import { allocatePaid } from '../transactions/paid.server.ts'
import type { Invoice } from './invoices.model.ts'
import { queueChange, queueLetter } from './letters/queue.server.ts'
import { prefixOf, writeCreditNote } from './credit-note.server.ts'
import { nextNumber } from './numbers.server.ts'
import { pendingSales } from './pending.server.ts'

type Sale = { SaleId: number; NetAmount: number }
type Asked = { sellerId: number; buyerId: number; date: string; sales: readonly number[] }

/** The sales, locked: of this seller and buyer, on no invoice, sold by then. @throws 400 naming the others' rows */
const holdSales = async (tx: Tx, { sellerId, buyerId, date, sales }: Asked): Promise<readonly Sale[]> => {
  const found = await tx.rows<Sale>(sql`
    select
      sale.sale_id,
      sale.net_amount
    from
      sale_facts sale
    where
      sale.sale_id = any (${[...sales]})
      and ${pendingSales(sellerId, buyerId, date)}
    order by
      sale.sale_id
    for update
  `)
  const there = new Set(found.map((sale) => sale.SaleId))
  const errors: Record<string, string[]> = {}
  for (const [at, id] of sales.entries())
    if (!there.has(id)) errors[`Sales.${at}.SaleId`] = [`Sale ${id} cannot be invoiced here`]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return found
}

/** Issues an invoice of several sales under the seller's next number; answers its key. */
export const issueInvoice = async (tx: Tx, user: Caller, asked: Asked): Promise<number> => {
  await booksOpen(tx, asked.sellerId, [{ at: 'InvoiceDate', date: asked.date }])
  // before the number, for which other invoices of the seller wait
  await holdFree(tx, [asked.buyerId])
  const sales = await holdSales(tx, asked)
  const prefix = await prefixOf(tx, asked.sellerId)
  const year = financialYear(asked.date).label
  const net = sumAmounts(sales.map((sale) => sale.NetAmount))
  const { InvoiceId } = await tx.one<{ InvoiceId: number }>(sql`
    insert into
      invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount, created_by)
    values
      (
        -- no number yet: that one is taken last
        gen_random_uuid()::text,
        ${asked.date},
        ${asked.sellerId},
        ${asked.buyerId},
        ${net},
        ${user.UserId}
      )
    returning
      invoice_id
  `)
  await tx.run(sql`
    update sales
    set
      invoice_id = ${InvoiceId},
      row_version = row_version + 1
    where
      sale_id = any (${sales.map((sale) => sale.SaleId)})
  `)
  // what the buyer paid on account before pays it
  await putOnOldest(tx, user.UserId, asked)
  // other bills of this seller wait for the counter, so it is taken after the work on the sales
  const number = await nextNumber(tx, `invoice:${prefix}/${year}`)
  const { InvoiceNo } = await tx.one<{ InvoiceNo: string }>(sql`
    update invoices
    set
      invoice_no = ${`${prefix}/${year}/`}::text || number_in_series (${number})
    where
      invoice_id = ${InvoiceId}
    returning
      invoice_no
  `)
  await postInvoice(tx, { InvoiceId, InvoiceNo, SellerId: asked.sellerId, BuyerId: asked.buyerId }, net, asked.date)
  await followGst(tx, InvoiceId, { date: asked.date })
  await queueLetter(tx, InvoiceId)
  return InvoiceId
}

const keyed = (invoice: Invoice) => ({
  InvoiceId: Number(invoice.InvoiceId),
  InvoiceNo: String(invoice.InvoiceNo),
  SellerId: Number(invoice.SellerId),
  BuyerId: Number(invoice.BuyerId),
})

/** Cancels an invoice: its number is not reused, its sales are pending again, the ledger is reversed today. */
export const cancelInvoice = async (tx: Tx, user: Caller, invoice: Invoice, reason: string): Promise<void> => {
  const { InvoiceId, BuyerId } = keyed(invoice)
  await holdFree(tx, [BuyerId])
  await undo(tx, user.UserId, { toInvoiceId: InvoiceId }, `Invoice cancelled: ${reason}`)
  await tx.run(sql`
    insert into
      cancelled_invoice_sales (invoice_id, sale_id, net_amount)
    select
      invoice_id,
      sale_id,
      net_amount
    from
      sales
    where
      invoice_id = ${InvoiceId}
  `)
  await tx.run(sql`
    update sales
    set
      invoice_id = null,
      row_version = row_version + 1
    where
      invoice_id = ${InvoiceId}
  `)
  const date = now().toISOString()
  await postInvoice(tx, keyed(invoice), -Number(invoice.NetAmount), date)
  await followGst(tx, InvoiceId, { isCancellation: true, date })
  await tx.run(sql`
    update invoices
    set
      is_cancelled = true,
      cancel_reason = ${reason}
    where
      invoice_id = ${InvoiceId}
  `)
  await queueChange(tx, InvoiceId, null)
}

/** Credits whole sales of an invoice under a number of its own; they are pending again. Answers that number. */
export const creditSales = async (
  tx: Tx,
  user: Caller,
  invoice: Invoice,
  sales: readonly number[],
  reason: string,
): Promise<string> => {
  const { InvoiceId } = keyed(invoice)
  const amount = sumAmounts(
    invoice.Sales.filter((sale) => sales.includes(Number(sale.SaleId))).map((sale) => sale.NetAmount),
  )
  if (amount === 0) throw refused('These sales cost nothing, so they need no credit note')
  const note = await writeCreditNote(tx, user.UserId, keyed(invoice), amount, reason)
  const { CreditNoteId, creditNo, date } = note
  await tx.run(sql`
    with
      kept as (
        insert into
          credit_note_sales (credit_note_id, sale_id, net_amount)
        select
          ${CreditNoteId},
          sale.sale_id,
          sale.net_amount
        from
          sales sale
        where
          sale.invoice_id = ${InvoiceId}
          and sale.sale_id = any (${[...sales]})
      )
    update sales
    set
      invoice_id = null,
      paid = 0,
      row_version = row_version + 1
    where
      invoice_id = ${InvoiceId}
      and sale_id = any (${[...sales]})
  `)
  await followGst(tx, InvoiceId, { creditNoteId: CreditNoteId, date })
  await allocatePaid(tx, InvoiceId)
  return creditNo
}

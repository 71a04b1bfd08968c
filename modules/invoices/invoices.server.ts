// Invoices: gapless numbers, and the single-sale invoice that follows its sale.
import { financialYear } from '../../core/dates.ts'
import { lessAmounts } from '../../core/money.ts'
import { sql, type Tx } from '../../server/db.ts'
import { refused } from '../../server/refusal.ts'
import { postInvoice } from '../transactions/ledger.server.ts'

/** A counter row in the same transaction: the next number, gapless per seller and financial year, also when the transaction fails. */
export const nextNumber = async (tx: Tx, name: string): Promise<number> =>
  (await tx.one<{ value: number }>(sql`insert into counters (name, value) values (${name}, 1) on conflict (name) do update set value = counters.value + 1 returning value`)).value

/** `NCL/26-27/000123`: bill prefix of the seller, financial year, six digits. */
export const nextInvoiceNo = async (tx: Tx, sellerId: number, date: string): Promise<string> => {
  const seller = await tx.one<{ bill_prefix: string | null; name: string }>(sql`select bill_prefix, name from clients where client_id = ${sellerId}`)
  if (seller.bill_prefix === null) throw refused(`${seller.name} has no bill prefix, so no invoice can be numbered`)
  const year = financialYear(date).label
  return `${seller.bill_prefix}/${year}/${String(await nextNumber(tx, `invoice:${sellerId}:${year}`)).padStart(6, '0')}`
}

type Sale = { saleId: number; sellerId: number; buyerId: number; net: number; date: string; userId: number }
type InvoiceRow = { invoice_id: number; invoice_no: string; invoice_date: string; seller_id: number; buyer_id: number; net_amount: number }

/** The invoice made with a walk-in or cash sale; answers its key. */
export const makeSingleInvoice = async (tx: Tx, sale: Sale): Promise<number> => {
  const number = await nextInvoiceNo(tx, sale.sellerId, sale.date)
  const invoice = await tx.one<InvoiceRow>(sql`insert into invoices (invoice_no, invoice_date, seller_id, buyer_id, net_amount, is_single_sale, created_by)
    values (${number}, ${sale.date}, ${sale.sellerId}, ${sale.buyerId}, ${sale.net}, true, ${sale.userId}) returning invoice_id, invoice_no, invoice_date, seller_id, buyer_id, net_amount`)
  await tx.run(sql`update sales set invoice_id = ${invoice.invoice_id} where sale_id = ${sale.saleId}`)
  await postInvoice(tx, invoice, sale.net)
  return invoice.invoice_id
}

/** Under the same number, the single-sale invoice takes over the sale's new net, seller and buyer; the ledger gets the difference. */
export const followSale = async (tx: Tx, invoiceId: number, sale: Pick<Sale, 'buyerId' | 'net'>): Promise<void> => {
  const invoice = await tx.one<InvoiceRow>(sql`select invoice_id, invoice_no, invoice_date, seller_id, buyer_id, net_amount from invoices where invoice_id = ${invoiceId} for update`)
  if (invoice.buyer_id !== sale.buyerId) {
    await postInvoice(tx, invoice, -invoice.net_amount)
    await postInvoice(tx, { ...invoice, buyer_id: sale.buyerId }, sale.net)
  } else await postInvoice(tx, invoice, lessAmounts(sale.net, invoice.net_amount))
  await tx.run(sql`update invoices set buyer_id = ${sale.buyerId}, net_amount = ${sale.net}, row_version = row_version + 1 where invoice_id = ${invoiceId}`)
}

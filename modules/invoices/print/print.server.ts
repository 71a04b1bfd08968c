// An invoice on paper, and the statement of what its buyer owes its seller: A4, made as PDF.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { dayOf, daysBetween, formatDate } from '../../../core/dates.ts'
import { currencySign, formatMoney, sumAmounts } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { letterTypeset, renderPdf } from '../../../server/print/render.ts'
import { notFound } from '../../../server/refusal.ts'
import { printerOf } from '../../../server/routes/print.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { partyOf } from '../../clients/letterhead/party.server.ts'
import { isCounted } from '../../transactions/transactions.rules.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'
import { invoices, type Invoice } from '../invoices.model.ts'
import { ageing } from './ageing.rules.ts'
import type { InvoiceData, InvoiceLine, StatementData } from './invoice.model.ts'

const files = {
  Template: new URL('./invoice.typ', import.meta.url).href,
  Typeset: letterTypeset,
}
const money = (amount: unknown): string => formatMoney(Number(amount ?? 0))

type LineRow = { sale_id: number; tests: string | null }
const testsOf = async (tx: Tx, sales: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await tx.rows<LineRow>(sql`
    select
      line.sale_id,
      string_agg(
        product.name,
        ', '
        order by
          line.sequence,
          line.sale_product_id
      ) as tests
    from
      sale_products line
      join products product using (product_id)
    where
      line.sale_id = any (${[...sales]})
      and line.status_id <> ${literal(lineStatus.Cancelled)}
    group by
      line.sale_id
  `)
  return new Map(rows.map((row) => [row.sale_id, row.tests ?? '']))
}

/** The printed data of an invoice. */
export const invoiceOf = async (tx: Tx, invoice: Invoice): Promise<InvoiceData> => {
  const [sellerId, buyerId] = [Number(invoice.SellerId), Number(invoice.BuyerId)]
  const sales = invoice.Sales.map((sale) => Number(sale.SaleId))
  const [letterhead, seller, buyer, tests] = [
    await readLetterhead(tx, sellerId),
    await partyOf(tx, sellerId),
    await partyOf(tx, buyerId),
    await testsOf(tx, sales),
  ]
  const date = invoice.InvoiceDate ?? now().toISOString()
  const credited = sumAmounts(invoice.CreditNotes.map((note) => note.Amount))
  return {
    Kind: 'invoice',
    Letterhead: letterhead,
    State: invoice.IsCancelled ? 'CANCELLED' : null,
    InvoiceNo: invoice.InvoiceNo ?? '',
    InvoiceDate: formatDate(date),
    DueDate: invoice.IsCancelled ? null : formatDate(invoice.DueDate),
    Seller: seller,
    Buyer: buyer,
    Sac: '999316',
    PlaceOfSupply: buyer.State ?? seller.State,
    Currency: currencySign(),
    Lines: invoice.Sales.map((sale): InvoiceLine => ({
      SaleNo: String(sale.SaleId),
      Date: formatDate(sale.SaleDate),
      Patient: sale.Patient ?? '',
      Tests: tests.get(Number(sale.SaleId)) ?? '',
      Amount: money(sale.NetAmount),
      IsCancelled: sale.StatusId === saleStatus.Cancelled,
    })),
    Net: money(invoice.NetAmount),
    AmountInWords: amountInWords(Number(invoice.NetAmount)),
    TaxNote: 'Health care services by a clinical establishment are exempt from GST (notification 12/2017, entry 74).',
    Settled: [
      ...invoice.Transactions.filter(isCounted).map((row) => ({
        Label: [formatDate(row.Date), row.PaymentMode?.ItemLabel, row.PaymentRef].filter(Boolean).join(', '),
        Amount: money(row.Amount),
      })),
      ...(credited === 0 ? [] : [{ Label: 'Credited, taken off above', Amount: money(credited) }]),
    ],
    Due: money(invoice.Outstanding),
    SignedFor: letterhead.Name,
    SignedBy: network.billSignatory,
  }
}

type Due = {
  kind: string
  owed: number
  invoice_no: string | null
  invoice_date: string | null
  due_date: string | null
  net_amount: number | null
  paid: number | null
}
/** What a buyer owes a seller now, invoice by invoice, oldest first, less what is on account. */
const statementFor = async (tx: Tx, sellerId: number, buyerId: number): Promise<StatementData> => {
  const [letterhead, buyer] = [await readLetterhead(tx, sellerId), await partyOf(tx, buyerId)]
  const dues = await tx.rows<Due>(sql`
    select
      due.kind,
      sum(due.owed) as owed,
      invoice.invoice_no,
      invoice.invoice_date,
      invoice.due_date,
      invoice.net_amount,
      invoice.paid
    from
      party_dues due
      left join invoices invoice on invoice.invoice_id = due.invoice_id
    where
      due.party_id = ${buyerId}
      and due.seller_id = ${sellerId}
    group by
      due.kind,
      invoice.invoice_id
    order by
      invoice.invoice_date,
      invoice.invoice_id
  `)
  const sumOf = (kind: string): number => sumAmounts(dues.filter((due) => due.kind === kind).map((due) => due.owed))
  const amountOf = (kind: string): string | null => (sumOf(kind) === 0 ? null : money(sumOf(kind)))
  const today = dayOf(now())
  const owed = dues.flatMap((due) => {
    if (due.invoice_date === null || due.due_date === null) return []
    const day = due.due_date
    return [{ ...due, date: due.invoice_date, day, late: daysBetween(day, today), due: due.owed }]
  })
  const due = sumOf('invoice')
  const all = sumAmounts(dues.map((one) => one.owed))
  return {
    Kind: 'statement',
    Letterhead: letterhead,
    Buyer: buyer,
    At: formatDate(today),
    Currency: currencySign(),
    Lines: owed.map((row) => ({
      InvoiceNo: row.invoice_no ?? '',
      InvoiceDate: formatDate(row.date),
      DueDate: formatDate(row.day),
      Net: money(row.net_amount),
      Settled: money(row.paid),
      Due: money(row.due),
      Late: row.late > 0 ? row.late : null,
    })),
    Ages: ageing(owed).map((age) => ({ Label: age.Label, Amount: money(age.due) })),
    Due: money(due),
    AmountInWords: amountInWords(Math.max(due, 0)),
    Uninvoiced: amountOf('sale'),
    Opening: amountOf('opening'),
    OnAccount: amountOf('account'),
    Refunded: amountOf('refund'),
    Owed: all === due ? null : money(all),
    SignedFor: letterhead.Name,
  }
}

export const invoicePdf = (data: InvoiceData | StatementData): Promise<Uint8Array> => renderPdf(files, data)
const fileOf = (data: InvoiceData | StatementData): string =>
  data.Kind === 'invoice'
    ? `invoice-${data.InvoiceNo.replaceAll('/', '-')}.pdf`
    : `statement-${data.Buyer.Name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')}.pdf`

export const printInvoice = printerOf(invoices, async ({ db, record, layout }) => {
  if (record.SellerId === null || record.BuyerId === null) throw notFound('This invoice has no parties')
  const data =
    layout === 'statement'
      ? await statementFor(db.read, record.SellerId, record.BuyerId)
      : await invoiceOf(db.read, record)
  return { pdf: await invoicePdf(data), name: fileOf(data) }
})

// An invoice on paper, and the statement of what its buyer owes its seller: A4, made as PDF.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { addDays, dayOf, daysBetween, formatDate } from '../../../core/dates.ts'
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
import { creditDays } from '../invoices.rules.ts'
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
      l.sale_id,
      string_agg(
        p.name,
        ', '
        order by
          l.sequence,
          l.sale_product_id
      ) as tests
    from
      sale_products l
      join products p using (product_id)
    where
      l.sale_id = any (${[...sales]})
      and l.status_id <> ${literal(lineStatus.Cancelled)}
    group by
      l.sale_id
  `)
  return new Map(rows.map((row) => [row.sale_id, row.tests ?? '']))
}

/** The due day: a month later for a buyer on credit, else at once. */
const dueOf = (invoiceDate: string, isOnCredit: boolean): string =>
  addDays(dayOf(invoiceDate), isOnCredit ? creditDays : 0)

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
    DueDate: invoice.IsCancelled ? null : formatDate(dueOf(date, buyer.isOnCredit)),
    Seller: seller,
    Buyer: buyer,
    Sac: '999317',
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

type Open = { invoice_no: string; invoice_date: string; net_amount: number; paid: number }
/** What a buyer owes a seller now, invoice by invoice, oldest first. */
const statementFor = async (tx: Tx, sellerId: number, buyerId: number): Promise<StatementData> => {
  const [letterhead, buyer] = [await readLetterhead(tx, sellerId), await partyOf(tx, buyerId)]
  const open = await tx.rows<Open>(sql`
    select
      invoice_no,
      invoice_date,
      net_amount,
      paid
    from
      invoices
    where
      seller_id = ${sellerId}
      and buyer_id = ${buyerId}
      and not is_cancelled
      and net_amount <> paid
    order by
      invoice_date,
      invoice_id
  `)
  const { uninvoiced } = await tx.one<{ uninvoiced: number }>(sql`
    select
      coalesce(sum(net_amount), 0) as uninvoiced
    from
      sale_facts
    where
      seller_id = ${sellerId}
      and buyer_id = ${buyerId}
      and is_uninvoiced
  `)
  const today = dayOf(now())
  const owed = open.map((row) => {
    const day = dueOf(row.invoice_date, buyer.isOnCredit)
    return { ...row, day, late: daysBetween(day, today), due: sumAmounts([row.net_amount, -row.paid]) }
  })
  const due = sumAmounts(owed.map((row) => row.due))
  return {
    Kind: 'statement',
    Letterhead: letterhead,
    Buyer: buyer,
    At: formatDate(today),
    Currency: currencySign(),
    Lines: owed.map((row) => ({
      InvoiceNo: row.invoice_no,
      InvoiceDate: formatDate(row.invoice_date),
      DueDate: formatDate(row.day),
      Net: money(row.net_amount),
      Settled: money(row.paid),
      Due: money(row.due),
      Late: row.late > 0 ? row.late : null,
    })),
    Ages: ageing(owed).map((age) => ({ Label: age.Label, Amount: money(age.due) })),
    Due: money(due),
    AmountInWords: amountInWords(Math.max(due, 0)),
    Uninvoiced: Number(uninvoiced) === 0 ? null : money(uninvoiced),
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

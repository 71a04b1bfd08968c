// The data of an invoice on paper: its sales as they were invoiced, what is received and credited since, what is due.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { formatDate } from '../../../core/dates.ts'
import { currencySign, formatMoney, sumAmounts } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { IssuedPaper } from '../../../server/print/issued.ts'
import { letterTypeset, renderPdf } from '../../../server/print/render.ts'
import { buyerOf, sellerOf } from '../../clients/letterhead/party.server.ts'
import { payCodeOf, payeeOf } from '../../clients/letterhead/upi.server.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'
import { isCounted } from '../../transactions/transactions.rules.ts'
import type { Invoice } from '../invoices.model.ts'
import type { InvoiceData, InvoiceLine } from './invoice.model.ts'
import { invoicedParts } from './supplies.server.ts'

export const money = (amount: unknown): string => formatMoney(Number(amount ?? 0))

/** What was ordered by each sale, by name; of a cancelled sale what had been. */
const testsOf = async (tx: Tx, sales: readonly number[]): Promise<ReadonlyMap<number, string>> => {
  const rows = await tx.rows<{ SaleId: number; Tests: string | null }>(sql`
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
      join sales sale using (sale_id)
    where
      line.sale_id = any (${[...sales]})
      and (
        line.status_id <> ${literal(lineStatus.Cancelled)}
        or sale.status_id = ${literal(saleStatus.Cancelled)}
      )
    group by
      line.sale_id
  `)
  return new Map(rows.map((row) => [row.SaleId, row.Tests ?? '']))
}

type Row = { SaleId: number; SaleDate: string; Patient: string; NetAmount: number; mark: string | null }
/** Lines of sales for a paper; `mark`: a word beside the tests. */
export const linesOf = async (tx: Tx, rows: readonly Row[]): Promise<InvoiceLine[]> => {
  const tests = await testsOf(
    tx,
    rows.map((row) => row.SaleId),
  )
  return rows.map((row) => ({
    SaleNo: String(row.SaleId),
    Date: formatDate(row.SaleDate),
    Patient: row.Patient,
    Tests: tests.get(row.SaleId) ?? '',
    Amount: money(row.NetAmount),
    Mark: row.mark,
  }))
}

type Credited = { CreditNoteId: number; SaleId: number; SaleDate: string; Patient: string; NetAmount: number }
/** The sales that were credited of an invoice, with their note. */
export const creditedSales = (tx: Tx, invoiceId: number): Promise<Credited[]> =>
  tx.rows<Credited>(sql`
    select
      credited.credit_note_id,
      sale.sale_id as "SaleId",
      sale.sale_date as "SaleDate",
      sale.patient_name as "Patient",
      credited.net_amount as "NetAmount"
    from
      credit_notes note
      join credit_note_sales credited using (credit_note_id)
      join sales sale using (sale_id)
    where
      note.invoice_id = ${invoiceId}
    order by
      credited.credit_note_id,
      sale.sale_date,
      sale.sale_id
  `)

/** The lines as they were invoiced: those that were credited since are among them. */
const invoicedLines = async (tx: Tx, invoice: Invoice): Promise<InvoiceLine[]> => {
  const credited = await creditedSales(tx, Number(invoice.InvoiceId))
  // a note without sales takes its amount off the only one
  const offSale = sumAmounts([
    ...invoice.CreditNotes.map((note) => note.Amount ?? 0),
    ...credited.map((one) => -one.NetAmount),
  ])
  const rows = invoice.Sales.map((sale, at): Row => ({
    SaleId: Number(sale.SaleId),
    SaleDate: String(sale.SaleDate),
    Patient: sale.Patient ?? '',
    NetAmount: sumAmounts([sale.NetAmount ?? 0, at === 0 ? offSale : 0]),
    mark: sale.StatusId === saleStatus.Cancelled ? 'CANCELLED' : null,
  }))
  return linesOf(tx, [...rows, ...credited.map((one) => ({ ...one, mark: 'CREDITED' }))])
}

/** What pays it or is taken off it, in order. */
const settledOf = (invoice: Invoice): InvoiceData['Settled'] => [
  ...invoice.Transactions.filter(isCounted).map((row) => ({
    Label: [formatDate(row.Date), row.PaymentMode?.ItemLabel, row.PaymentRef].filter(Boolean).join(', '),
    Amount: money(row.Amount),
  })),
  ...invoice.Allocations.filter((one) => !one.UndoneAt).map((one) => ({
    Label: `${formatDate(one.AllocatedAt)}, ${one.Document ?? ''}`,
    Amount: money(one.Amount),
  })),
  ...invoice.CreditNotes.map((note) => ({
    Label: `Credited by ${note.CreditNoteNo ?? ''} of ${formatDate(note.CreditDate)}`,
    Amount: money(note.Amount),
  })),
  ...(invoice.IsCancelled
    ? [{ Label: ['Cancelled', invoice.CancelReason].filter(Boolean).join(': '), Amount: money(invoice.NetAmount) }]
    : []),
]

const invoiceOf = async (tx: Tx, invoice: Invoice, versionText: string | null): Promise<InvoiceData> => {
  const [sellerId, buyerId] = [Number(invoice.SellerId), Number(invoice.BuyerId)]
  const { letterhead, seller } = await sellerOf(tx, Number(invoice.InvoiceId), sellerId)
  const [buyer, lines] = [await buyerOf(tx, Number(invoice.InvoiceId), buyerId), await invoicedLines(tx, invoice)]
  const { Title, Sac, Taxed, TaxNote } = await invoicedParts(tx, Number(invoice.InvoiceId))
  const net = sumAmounts([invoice.NetAmount ?? 0, ...invoice.CreditNotes.map((note) => note.Amount ?? 0)])
  return {
    Letterhead: letterhead,
    State: invoice.IsCancelled ? 'CANCELLED' : null,
    VersionText: versionText,
    InvoiceNo: invoice.InvoiceNo ?? '',
    InvoiceDate: formatDate(invoice.InvoiceDate ?? now().toISOString()),
    DueDate: invoice.IsCancelled ? null : formatDate(invoice.DueDate),
    Seller: seller,
    Buyer: buyer,
    Title,
    Sac,
    Taxed,
    TaxNote,
    PlaceOfSupply: buyer.State ?? seller.State,
    Currency: currencySign(),
    Lines: lines,
    Net: money(net),
    AmountInWords: amountInWords(net),
    Settled: settledOf(invoice),
    Due: money(invoice.Outstanding),
    Pay: await payCodeOf(tx, sellerId, {
      name: letterhead.Name,
      amount: invoice.Outstanding ?? 0,
      no: invoice.InvoiceNo ?? '',
    }),
    SignedFor: letterhead.Name,
    SignedBy: network.billSignatory,
  }
}

export const letterFiles = (template: string) => ({
  Template: new URL(`./${template}`, import.meta.url).href,
  Typeset: letterTypeset,
})

/** The tax in it, of one that has any: for the same net another. */
const taxSaid = async (tx: Tx, invoiceId: number): Promise<unknown[]> => {
  const { Taxed } = await invoicedParts(tx, invoiceId)
  return Taxed.length > 0 ? [Taxed] : []
}
/** An invoice as it is issued and kept. */
export const invoicePaper = async (tx: Tx, invoice: Invoice): Promise<IssuedPaper> => ({
  kind: 'invoice',
  documentId: Number(invoice.InvoiceId),
  paperNo: invoice.InvoiceNo ?? '',
  says: [
    [invoice.BuyerId, invoice.NetAmount, invoice.Paid, invoice.IsCancelled],
    invoice.Sales.map((sale) => [
      ...[sale.SaleId, sale.Patient, sale.NetAmount],
      sale.StatusId === saleStatus.Cancelled,
    ]),
    invoice.Transactions.map((row) => [row.TransactionId, row.Amount, row.Clearing ?? null]),
    invoice.Allocations.map((one) => [one.AllocationId, one.Amount, Boolean(one.UndoneAt)]),
    invoice.CreditNotes.map((note) => [note.CreditNoteNo, note.Amount]),
    await payeeOf(tx, Number(invoice.SellerId), invoice.Outstanding ?? 0),
    ...(await taxSaid(tx, Number(invoice.InvoiceId))),
  ],
  draw: async (versionText) => ({
    pdf: await renderPdf(letterFiles('invoice.typ'), await invoiceOf(tx, invoice, versionText)),
  }),
})

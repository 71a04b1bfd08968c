// Credit notes on paper, as CGST rule 53 asks: number and day, the invoice and its day, the buyer, what is credited.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { formatDate } from '../../../core/dates.ts'
import { currencySign } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import type { Tx } from '../../../server/db/db.ts'
import type { IssuedPaper } from '../../../server/print/issued.ts'
import { renderPdf } from '../../../server/print/render.ts'
import { buyerOf, sellerOf } from '../../clients/letterhead/party.server.ts'
import type { Invoice } from '../invoices.model.ts'
import type { CreditNoteData, InvoiceLine, TaxedParts } from './invoice.model.ts'
import { creditedSales, letterFiles, linesOf, money } from './invoice.server.ts'
import { creditedParts } from './supplies.server.ts'

type Note = Invoice['CreditNotes'][number]

/** The credited sales; a note without sales lowers what the only sale of the invoice comes to. */
const creditedLines = async (tx: Tx, invoice: Invoice, note: Note): Promise<InvoiceLine[]> => {
  const credited = (await creditedSales(tx, Number(invoice.InvoiceId))).filter(
    (one) => one.CreditNoteId === note.CreditNoteId,
  )
  if (credited.length > 0)
    return linesOf(
      tx,
      credited.map((one) => ({ ...one, mark: null })),
    )
  return linesOf(
    tx,
    invoice.Sales.slice(0, 1).map((sale) => ({
      SaleId: Number(sale.SaleId),
      SaleDate: String(sale.SaleDate),
      Patient: sale.Patient ?? '',
      NetAmount: note.Amount ?? 0,
      mark: null,
    })),
  )
}

/** What it credits by code and rate. */
const partsOf = async (tx: Tx, invoice: Invoice, note: Note): Promise<Omit<TaxedParts, 'Title'>> => {
  const { Sac, Taxed, Value, Tax, TaxNote } = await creditedParts(tx, {
    id: Number(note.CreditNoteId),
    amount: Number(note.Amount ?? 0),
    invoiceId: Number(invoice.InvoiceId),
  })
  return { Sac, Taxed, Value, Tax, TaxNote }
}

const noteOf = async (tx: Tx, invoice: Invoice, note: Note): Promise<CreditNoteData> => {
  const [sellerId, buyerId] = [Number(invoice.SellerId), Number(invoice.BuyerId)]
  const { letterhead, seller } = await sellerOf(tx, Number(invoice.InvoiceId), sellerId)
  const [buyer, lines] = [await buyerOf(tx, Number(invoice.InvoiceId), buyerId), await creditedLines(tx, invoice, note)]
  return {
    Letterhead: letterhead,
    CreditNoteNo: note.CreditNoteNo ?? '',
    CreditDate: formatDate(note.CreditDate),
    InvoiceNo: invoice.InvoiceNo ?? '',
    InvoiceDate: formatDate(invoice.InvoiceDate),
    Buyer: buyer,
    PlaceOfSupply: buyer.State ?? seller.State,
    Currency: currencySign(),
    Reason: note.Reason ?? '',
    Lines: lines,
    ...(await partsOf(tx, invoice, note)),
    Net: money(note.Amount),
    AmountInWords: amountInWords(note.Amount ?? 0),
    SignedFor: letterhead.Name,
    SignedBy: network.billSignatory,
  }
}

/** The credit notes of an invoice, as they are issued and kept; none of them changes. */
export const notePapers = (tx: Tx, invoice: Invoice): IssuedPaper[] =>
  invoice.CreditNotes.map((note) => ({
    kind: 'credit-note',
    documentId: Number(note.CreditNoteId),
    paperNo: note.CreditNoteNo ?? '',
    says: [note.Amount],
    draw: async () => ({ pdf: await renderPdf(letterFiles('credit-note.typ'), await noteOf(tx, invoice, note)) }),
  }))

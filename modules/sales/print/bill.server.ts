// The data of a sale's bill of supply.
import { amountInWords } from '../../../core/amount-in-words.ts'
import { formatAge, formatDateTime } from '../../../core/dates.ts'
import { wordOf } from '../../../core/items.ts'
import { currencySign, formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { IssuedPaper } from '../../../server/print/issued.ts'
import { withFonts, withMark } from '../../../server/print/page.ts'
import { readLetterhead } from '../../clients/letterhead/letterhead.server.ts'
import { soldAs } from '../../clients/letterhead/party.server.ts'
import { payCodeOf, payeeOf } from '../../clients/letterhead/upi.server.ts'
import { billedParts, sac, taxNoteOf, titleOf } from '../../invoices/print/supplies.server.ts'
import { clientType, gender, genders, lineStatus, saleStatus } from '../../lists/items.model.ts'
import { expectedOf } from '../accession/promise.server.ts'
import { takenOff } from '../cancel/discounts.server.ts'
import { excessWord } from '../receipts/receipts.rules.ts'
import type { Receipt } from '../receipt.model.ts'
import type { Sale } from '../sales.model.ts'
import { billHtml } from './bill.html.server.ts'
import type { BillData } from './bill.model.ts'

/** A sale as it is stored, without what is asked when it is saved. */
export type StoredSale = Omit<Sale, 'Receipts' | 'OverrideRemarks' | 'ReceiptReason' | 'Overpaid' | 'EarlyCollection'>

type Seller = {
  ClientId: number
  Lab: string | null
  UserName: string | null
  Reference: string
}

const sellerOf = (tx: Tx, sale: StoredSale): Promise<Seller> =>
  tx.one<Seller>(sql`
    select
      sale.seller_id as client_id,
      (
        select
          lab.name
        from
          clients lab
        where
          lab.client_id = sale.first_lab_id
      ) as lab,
      person.full_name as user_name,
      sale.lrn as reference
    from
      sales sale
      left join users person on person.user_id = sale.created_by
    where
      sale.sale_id = ${sale.SaleId}
  `)

const money = (amount: unknown): string => formatMoney(Number(amount ?? 0))

const modeOf = ({ Amount, PaymentMode, Clearing }: Receipt): string => {
  const mode = PaymentMode?.ItemLabel ?? ''
  if (Clearing === 'Waiting') return `${mode}, counts when cleared`
  if (Clearing === 'Bounced') return `${mode}, bounced`
  return (Amount ?? 0) < 0 ? `Refund, ${mode}` : mode
}

type Line = StoredSale['SaleProducts'][number]
/** What is billed; of a cancelled sale what was, without what saves had taken off it. */
const linesOf = async (tx: Tx, { SaleId, SaleProducts, StatusId }: StoredSale): Promise<readonly Line[]> => {
  if (StatusId !== saleStatus.Cancelled) return SaleProducts.filter((line) => line.StatusId !== lineStatus.Cancelled)
  const off = await tx.rows<{ Id: number }>(sql`
    select
      sale_product_id as id
    from
      sale_products
    where
      sale_id = ${SaleId}
      and is_taken_off
  `)
  return SaleProducts.filter((line) => !off.some(({ Id }) => Id === line.SaleProductId))
}
const offWord = (sale: StoredSale, off: number): string => {
  if (sale.IsRounded !== true) return 'Additional discount'
  return Math.abs(off) < 1 ? 'Rounding' : 'Additional discount and rounding'
}
const cancelledTotals = async (tx: Tx, sale: StoredSale, lines: readonly Line[]): Promise<BillData['Totals']> => {
  const was = sumAmounts(lines.map((line) => line.Amount ?? 0))
  const off = await takenOff(tx, Number(sale.SaleId))
  return [
    { Label: 'Billed', Amount: money(was) },
    ...(off === 0 ? [] : [{ Label: offWord(sale, off), Amount: off < 0 ? money(-off) : `- ${money(off)}` }]),
    { Label: 'Cancelled', Amount: `- ${money(lessAmounts(was, off))}` },
  ]
}

/** The present bill of a sale. */
const billOf = async (tx: Tx, sale: StoredSale, versionText: string | null): Promise<BillData> => {
  const seller = await sellerOf(tx, sale)
  const { Patient: patient, Buyer: buyer, Invoice: invoice } = sale
  const letterhead = {
    ...(await readLetterhead(tx, seller.ClientId)),
    ...(invoice && { TaxId: (await soldAs(tx, Number(invoice.InvoiceId))).TaxId }),
  }
  const isCancelled = sale.StatusId === saleStatus.Cancelled
  const { Taxed } = await billedParts(tx, { saleId: Number(sale.SaleId), invoiceId: sale.InvoiceId, isCancelled })
  const lines = await linesOf(tx, sale)
  // of a cancelled sale as it was billed: it is the same document, although nothing of it is supplied
  const billed = lines.map((line) => ({ IsTaxed: line.GstRate != null }))
  const due = Number(sale.Outstanding)
  // of a cancelled sale no report is expected, and none of charges alone
  const expected = isCancelled ? new Map<number, string>() : await expectedOf(tx, Number(sale.SaleId))
  const last = lines
    .flatMap((line) => expected.get(Number(line.SaleProductId)) ?? [])
    .sort()
    .at(-1)
  return {
    Letterhead: letterhead,
    Title: titleOf(billed),
    VersionText: versionText,
    State: isCancelled ? 'CANCELLED' : null,
    Patient: {
      Name: patient?.Name ?? '',
      AgeSex: [
        wordOf(genders, patient?.GenderId ?? gender.Unknown),
        formatAge(patient?.BirthDate, String(sale.CollectionDate)),
      ]
        .filter(Boolean)
        .join(', '),
      PatientId: String(sale.PatientId),
    },
    Doctor: sale.Doctor?.Name ?? '',
    LRN: String(sale.LRN),
    TestedAt: seller.Lab,
    Buyer: !buyer || buyer.ClientTypeId === clientType.Patient ? null : buyer.Name,
    Barcode: String(sale.AccessionNo ?? sale.SaleId),
    BillNo: invoice?.InvoiceNo ?? `Sale ${String(sale.SaleId)}`,
    BillDate: formatDateTime(invoice?.InvoiceDate ?? String(sale.SaleDate)),
    Currency: currencySign(),
    Lines: lines.map((line) => ({
      Name: line.Product?.Name ?? '',
      Detail: line.Product?.Code ?? null,
      Expected: formatDateTime(expected.get(Number(line.SaleProductId))) || null,
      Sac: line.Sac ?? sac,
      Gst: line.GstRate == null ? null : `${line.GstRate} %`,
      Price: money(line.Price),
      Discount:
        Number(line.DiscountPercent) > 0
          ? `${money(lessAmounts(line.Price, line.Amount))} (${Number(line.DiscountPercent)} %)`
          : null,
      Amount: money(line.Amount),
    })),
    Totals: [
      ...(isCancelled
        ? await cancelledTotals(tx, sale, lines)
        : [{ Label: 'Gross amount', Amount: money(sale.GrossAmount) }]),
      ...(Number(sale.Discount) > 0 ? [{ Label: 'Discount', Amount: `- ${money(sale.Discount)}` }] : []),
      ...(Number(sale.AddlDiscount) > 0
        ? [{ Label: 'Additional discount', Amount: `- ${money(sale.AddlDiscount)}` }]
        : []),
      ...(Number(sale.Rounding) === 0 ? [] : [{ Label: 'Rounding', Amount: money(sale.Rounding) }]),
    ],
    Net: money(sale.NetAmount),
    AmountInWords: amountInWords(Number(sale.NetAmount)),
    Taxed,
    TaxNote: taxNoteOf(billed),
    Receipts: (invoice?.Transactions ?? []).map((row) => ({
      Received: formatDateTime(row.Date),
      Mode: modeOf(row),
      Reference: row.PaymentRef ?? null,
      By: row.Creater ?? null,
      Amount: money(row.Amount),
    })),
    ReceivedTotal: money(sale.Paid),
    BalanceLabel: due < 0 ? excessWord(sale) : 'Balance due',
    Balance: money(Math.abs(due)),
    BalanceNote: due > 0 ? 'Please pay the balance before the report is handed over.' : null,
    Pay:
      invoice?.InvoiceNo && !isCancelled
        ? await payCodeOf(tx, seller.ClientId, { name: letterhead.Name, amount: due, no: invoice.InvoiceNo })
        : null,
    ReportExpected: formatDateTime(last) || null,
    Advice: null,
    LocalAdvice: null,
    SignedFor: letterhead.Name,
    SignedBy: [seller.UserName, network.billSignatory].filter(Boolean).join(', '),
  }
}

/** The bill of a sale that is invoiced, as it is issued and kept. */
export const billPaper = async (tx: Tx, sale: StoredSale, invoiceNo: string): Promise<IssuedPaper> => ({
  kind: 'bill',
  documentId: Number(sale.SaleId),
  paperNo: invoiceNo,
  says: [
    invoiceNo,
    sale.StatusId === saleStatus.Cancelled,
    [sale.PatientId, sale.BuyerId, sale.ReferringDoctorId],
    (await linesOf(tx, sale)).map((line) => [line.ProductId, line.Price, line.DiscountPercent, line.Amount]),
    [sale.Discount, sale.AddlDiscount, sale.NetAmount, sale.Paid],
    (sale.Invoice?.Transactions ?? []).map((row) => [row.TransactionId, row.Amount, row.Clearing ?? null]),
    await payeeOf(tx, (await sellerOf(tx, sale)).ClientId, lessAmounts(sale.NetAmount, sale.Paid)),
  ],
  draw: async (versionText) => ({ html: billHtml(await billOf(tx, sale, versionText)) }),
})
/** The bill of a sale that is on no invoice yet: it is not issued, and not kept. */
export const unissuedBill = async (tx: Tx, sale: StoredSale): Promise<string> =>
  withFonts(withMark(billHtml(await billOf(tx, sale, null)), ''))

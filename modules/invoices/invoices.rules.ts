// What an invoice needs, and when it may be cancelled or credited.
import { dayOf } from '../../core/dates.ts'
import { lessAmounts, sumAmounts } from '../../core/money.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import type { Errors } from '../../core/validate.ts'

/** Invoices that are printed into one file at most. */
export const mostPrinted = 200

type SaleRow = { readonly SaleId?: number | null } | null
export const needsSale = 'Invoice must have at least 1 sale'
export const saleTwice = 'Sale is already selected'

const keysOf = (rows: readonly SaleRow[] | null | undefined): readonly number[] =>
  (rows ?? []).flatMap((row) => (typeof row?.SaleId === 'number' ? [row.SaleId] : []))

/** Whether a sale may be picked into a row: no other row has it. */
export const mayPickSale = (rows: readonly SaleRow[], index: number, SaleId: number): Decision =>
  must(!rows.some((row, at) => at !== index && row?.SaleId === SaleId), saleTwice)

/** What is wrong with the sales of a new invoice, by field; an empty object when all are right. */
export const salesErrors = (rows: readonly SaleRow[] | null | undefined): Errors => {
  const keys = keysOf(rows)
  if (keys.length === 0) return { Sales: [needsSale] }
  return Object.fromEntries(
    (rows ?? []).flatMap((row, at) =>
      typeof row?.SaleId === 'number' && !mayPickSale((rows ?? []).slice(0, at), at, row.SaleId).ok
        ? [[`Sales.${at}.SaleId`, [saleTwice]] as const]
        : [],
    ),
  )
}

/** What a decision about an issued invoice reads. */
export type Issued = {
  readonly IsCancelled?: boolean | null
  readonly IsSingleSale?: boolean | null
  readonly Paid?: number | null
  readonly Sales?: readonly SaleRow[] | null
  readonly Allocations?: readonly { readonly Amount?: number | null; readonly UndoneAt?: string | null }[] | null
  readonly Transactions?: readonly { readonly Clearing?: string | null }[] | null
}
const notCancelled = ({ IsCancelled }: Issued): Decision =>
  must(IsCancelled !== true, 'The invoice is cancelled', { code: 'cancelled' })
/** The invoice of one sale follows that sale. */
const isOfMany = ({ IsSingleSale }: Issued): Decision =>
  must(IsSingleSale !== true, 'The invoice of a single sale follows it: change or cancel the sale', {
    code: 'single-sale',
  })

/** The question, with a reason, before an invoice is cancelled from a list. */
export const cancelText = 'Are you sure that you want to cancel this invoice ?'
/** Paid by receipts of its own: money that was allocated to it goes back on account when it is cancelled. */
const paidItself = ({ Paid, Allocations }: Issued): number =>
  lessAmounts(Paid ?? 0, sumAmounts((Allocations ?? []).map(({ Amount, UndoneAt }) => (UndoneAt ? 0 : (Amount ?? 0)))))

/** An unpaid invoice may be cancelled: its sales are pending again. */
export const mayCancelInvoice = (invoice: Issued): Decision =>
  allOf(
    notCancelled(invoice),
    isOfMany(invoice),
    must(
      paidItself(invoice) === 0,
      'Money was paid for this invoice. Cancel the payment first, or issue a credit note',
      {
        code: 'paid',
      },
    ),
    must(
      (invoice.Transactions ?? []).every(({ Clearing }) => Clearing !== 'Waiting'),
      'A cheque for this invoice has not cleared. Wait until it clears, or cancel it first',
      { code: 'cheque' },
    ),
  )
/** Some of its sales may be credited. Crediting all of them is cancelling it. */
export const mayCredit = (invoice: Issued, credited: readonly number[]): Decision => {
  const sales = keysOf(invoice.Sales)
  return allOf(
    notCancelled(invoice),
    isOfMany(invoice),
    must(credited.length > 0, 'Select the sales to credit', { code: 'none' }),
    must(
      credited.every((one) => sales.includes(one)),
      'A sale is not on this invoice',
      { code: 'not-on-it' },
    ),
    must(
      new Set(credited).size < sales.length || (invoice.Paid ?? 0) !== 0,
      'To credit every sale, cancel the invoice instead',
      {
        code: 'all',
      },
    ),
  )
}

/** Whether more was paid than its net. */
export const isOverpaid = ({ Outstanding }: { readonly Outstanding?: number | null }): Decision =>
  must((Outstanding ?? 0) < 0, 'No more was paid than this invoice is due', { code: 'not-overpaid' })

/** Only a manager dates an invoice: the others' are of today. `day`: yyyy-mm-dd. */
export const mayDate = (asked: string | null | undefined, today: string, isManager: boolean): Decision =>
  must(
    isManager || (asked ?? null) === null || dayOf(String(asked)) === today,
    'Only a manager can date an invoice on another day than today',
    { at: 'InvoiceDate', code: 'manager-only' },
  )

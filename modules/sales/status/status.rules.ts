// The one state machine of sales: line status from samples and work, sale status from lines, locks, and the allowed
// next actions.
import { allOf, must } from '../../../core/refusal.ts'
import type { Decision } from '../../../core/refusal.ts'
import { lineStatus, lineStatuses, saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'
import { compareAmounts, formatMoney } from '../../../core/money.ts'
import { network } from '../../../core/network.ts'
import { managers, role } from '../../../core/user.ts'
import { itemOf } from '../../../core/items.ts'
import type { Sale, SaleDraft } from '../sales.model.ts'

/** Test status value of a line status: -10 cancelled, then 10 to 90. */
export const testStatusValue = (StatusId: number): number => itemOf(lineStatuses, StatusId)?.value ?? 0

export const isLive = (line: { readonly StatusId: number }): boolean => line.StatusId !== lineStatus.Cancelled

export type LineWork = {
  readonly StatusId: number
  /** A product without tests: no tube to collect, done at accession. */
  readonly isCharge: boolean
  readonly accessioned: boolean
  /** Sample status of each of its samples; a replaced sample does not count. */
  readonly samples: readonly number[]
  /** Work-item status of each element that counts: a formula that is not calculated does not. */
  readonly workItems: readonly number[]
  /** One of them is not performed, and no report mentions it yet. */
  readonly isUnsaid?: boolean
  /** One of them is on a worksheet: work has begun. */
  readonly onWorkSheet?: boolean
}

// the line status that each work-item status leads to
const progress: Readonly<Record<number, number>> = {
  [workItemStatus.Pending]: lineStatus.Received,
  [workItemStatus.Repeat]: lineStatus.InProcess,
  [workItemStatus.OnHold]: lineStatus.InProcess,
  [workItemStatus.ReferredOut]: lineStatus.InProcess,
  [workItemStatus.Entered]: lineStatus.Entered,
  [workItemStatus.Reviewed]: lineStatus.Reviewed,
  [workItemStatus.Approved]: lineStatus.Approved,
  [workItemStatus.Released]: lineStatus.Released,
  [workItemStatus.Amended]: lineStatus.Released,
}

/**
 * Status of a line from its samples and work items: that of the slowest of them; begun but not all entered is in
 * process.
 */
export function deriveLineStatus(line: LineWork): number {
  if (!isLive(line)) return lineStatus.Cancelled
  if (line.isCharge) return line.accessioned ? lineStatus.Released : lineStatus.Ordered
  if (line.workItems.length > 0) {
    // work that is not performed is not waited for; when none is, the line is done once a report mentions it
    const done = line.isUnsaid === true ? lineStatus.Approved : lineStatus.Released
    const reached = line.workItems
      .filter((status) => status !== workItemStatus.NotPerformed)
      .map((status) => progress[status] ?? lineStatus.Received)
    const least = Math.min(done, ...reached)
    const begun = line.onWorkSheet === true || reached.some((status) => status > lineStatus.Received)
    return least === lineStatus.Received && begun ? lineStatus.InProcess : least
  }
  if (line.samples.length === 0) return lineStatus.Ordered
  const order = line.samples.map((status) => {
    if ([sampleStatus.Delivered, sampleStatus.Stored, sampleStatus.Discarded].includes(status))
      return lineStatus.Received
    if (status === sampleStatus.Dispatched) return lineStatus.InTransit
    return [sampleStatus.Collected, sampleStatus.Packed, sampleStatus.Returned].includes(status)
      ? lineStatus.Collected
      : lineStatus.Ordered
  })
  return Math.min(...order)
}

export type SaleWork = {
  readonly accessioned: boolean
  readonly quotation?: boolean
  readonly lines: readonly { readonly StatusId: number; readonly isCharge?: boolean }[]
  /** Sample statuses, where the sale has samples. */
  readonly samples: readonly number[]
}

/** Status of a sale from its lines, its samples and whether it is accessioned. */
export function deriveSaleStatus({ accessioned, quotation = false, lines, samples }: SaleWork): number {
  const live = lines.filter(isLive)
  if (lines.length > 0 && live.length === 0) return saleStatus.Cancelled
  if (!accessioned) {
    if (quotation) return saleStatus.Quotation
    const collected =
      samples.length > 0
        ? samples.map((status) => status !== sampleStatus.ToBeCollected)
        : live.filter((line) => !line.isCharge).map((line) => line.StatusId >= lineStatus.Collected)
    if (collected.length === 0 || !collected.some(Boolean)) return saleStatus.Booked
    return collected.every(Boolean) ? saleStatus.Collected : saleStatus.PartlyCollected
  }
  if (live.length === 0) return saleStatus.Accessioned
  if (live.every((line) => line.StatusId === lineStatus.Released)) return saleStatus.Reported
  // a charge is done at accession and does not count for reports
  const tested = live.filter((line) => !line.isCharge)
  if (tested.some((line) => line.StatusId === lineStatus.Released)) return saleStatus.PartlyReported
  if (tested.every((line) => line.StatusId >= lineStatus.Approved)) return saleStatus.AllApproved
  return tested.some((line) => line.StatusId >= lineStatus.InProcess) ? saleStatus.InProcess : saleStatus.Accessioned
}

/** True, false, or not known here. */
export type Fact = boolean | 'unknown'

/** What the decisions read of a sale. */
export type SaleState = {
  readonly StatusId: number
  readonly BaseSaleId: number | null
  /** The invoice with the sale: its own, which follows it, or one issued for several sales, which locks it. */
  readonly Invoice: { readonly InvoiceNo: string; readonly isOwn: boolean } | null | 'unknown'
  /** A sale on the route to the performing lab is on an issued invoice. */
  readonly LegInvoiced: Fact
  /** A result of it is entered, here or at another lab. */
  readonly WorkEntered: Fact
  /** A report of it is issued, in part or whole. */
  readonly ReportOut: Fact
  readonly SaleProducts: readonly { readonly StatusId: number }[]
  /** Rupees received for it. */
  readonly Paid?: number
}

const factOf = (value: boolean | null | undefined): Fact => (value === undefined ? 'unknown' : value === true)
const invoiceOf = (invoice: SaleDraft['Invoice']): SaleState['Invoice'] => {
  if (invoice === undefined) return 'unknown'
  if (!invoice?.InvoiceNo) return null
  return { InvoiceNo: invoice.InvoiceNo, isOwn: invoice.IsSingleSale === true }
}
type Known = Pick<
  SaleDraft,
  'StatusId' | 'BaseSaleId' | 'Invoice' | 'LegInvoiced' | 'WorkEntered' | 'ReportOut' | 'SaleProducts' | 'Paid'
>
/** The state of one of its lines; a line that was never saved is ordered. */
export const lineStateOf = ({ StatusId }: { readonly StatusId?: number | null }) => ({
  StatusId: StatusId ?? lineStatus.Ordered,
})
/** The state of a sale from its sent record: the button, the server and the history all use it. */
export const saleStateOf = (sale: Sale | Known): SaleState => ({
  StatusId: sale.StatusId ?? saleStatus.Booked,
  BaseSaleId: sale.BaseSaleId ?? null,
  Invoice: invoiceOf(sale.Invoice),
  LegInvoiced: factOf(sale.LegInvoiced),
  WorkEntered: factOf(sale.WorkEntered),
  ReportOut: factOf(sale.ReportOut),
  SaleProducts: (sale.SaleProducts ?? []).map(lineStateOf),
  Paid: Number(sale.Paid ?? 0),
})

/**
 * Only the seller cancels money and lines of a sale; its buyer and the labs that perform it only read it.
 * `clients`: what the entity covers.
 */
export const isSeller = (SellerId: number, clients: readonly number[]): Decision =>
  must(clients.includes(SellerId), 'Only the seller may do this with the sale', { code: 'not-seller' })

const notCancelled = (sale: SaleState, reason = 'The sale is cancelled'): Decision =>
  must(sale.StatusId !== saleStatus.Cancelled, reason, { code: 'cancelled' })
const isBase = (sale: SaleState, action: string): Decision =>
  must(sale.BaseSaleId === null, `This sale follows another one; ${action} the first sale`, { code: 'follows' })
const isAccessioned = (sale: SaleState, reason: string): Decision =>
  must(sale.StatusId >= saleStatus.Accessioned, reason, { code: 'not-accessioned' })
const known = (fact: unknown, what: string): Decision =>
  must(fact !== 'unknown', `Cannot tell whether ${what}; reload the sale`, { code: 'unknown' })

/** The invoice of several sales that locks it, once its invoice is known. */
export const frozenBy = ({ Invoice }: Pick<SaleState, 'Invoice'>): string | null =>
  Invoice === null || Invoice === 'unknown' || Invoice.isOwn ? null : Invoice.InvoiceNo
const notFrozen = (sale: SaleState): Decision =>
  allOf(
    known(sale.Invoice, 'the sale is on an invoice'),
    must(frozenBy(sale) === null, `The sale is on invoice ${frozenBy(sale)}; cancel that invoice first`, {
      code: 'invoiced',
    }),
  )

/** Opening for editing; `lockedFields` decides what is locked in it. */
export const mayEdit = (sale: SaleState): Decision => notCancelled(sale)

export const mayAccession = (sale: SaleState): Decision =>
  allOf(
    notCancelled(sale),
    isBase(sale, 'accession'),
    must(sale.StatusId !== saleStatus.Quotation, 'The sale is a quotation; book it first', { code: 'quotation' }),
    must(sale.StatusId < saleStatus.Accessioned, 'The sale is already accessioned', { code: 'accessioned' }),
    must(sale.SaleProducts.some(isLive), 'Sale must have at least 1 product', {
      at: 'SaleProducts',
      code: 'no-products',
    }),
  )

export const mayReaccession = (sale: SaleState): Decision =>
  allOf(notCancelled(sale), isBase(sale, 're-accession'), isAccessioned(sale, 'The sale is not accessioned yet'))

export const mayUnlock = (sale: SaleState): Decision =>
  allOf(
    notCancelled(sale),
    isBase(sale, 'unlock'),
    isAccessioned(sale, 'The sale is not accessioned'),
    known(sale.WorkEntered, 'results are entered'),
    must(sale.WorkEntered === false, 'Results are entered already', { code: 'work-begun' }),
    known(sale.LegInvoiced, 'the lab has invoiced this sale'),
    must(sale.LegInvoiced === false, 'The lab has invoiced this sale already', { code: 'invoiced' }),
  )

type Reportable = Pick<SaleState, 'StatusId'> & Partial<Pick<SaleState, 'ReportOut' | 'Paid'>>
/** Some of it is reported, or all is approved; an issued report counts in any status. */
const isReported = ({ StatusId, ReportOut }: Reportable): boolean =>
  StatusId >= saleStatus.PartlyReported || ReportOut === true

/** By the seller; once some of it is reported or all is approved by a pathologist or a manager, with a reason. */
export const mayCancelSale = (sale: SaleState, roleId: number): Decision =>
  allOf(
    notCancelled(sale, 'The sale is already cancelled'),
    must(
      !isReported(sale) || roleId <= role.Pathologist,
      'Its results are approved or reported: only a pathologist or a manager may cancel the sale',
      { code: 'reported' },
    ),
    notFrozen(sale),
  )

/** A sale that was paid: beyond the limit of the network a front desk asks a manager. */
export const mayCancelPaid = ({ Paid = 0 }: Pick<SaleState, 'Paid'>, roleId: number): Decision => {
  const limit = network.deskCancelLimit
  return must(
    managers.includes(roleId) || limit === null || compareAmounts(Paid, limit) <= 0,
    `${formatMoney(Paid, { symbol: true })} was received for this sale: a manager agrees to cancelling it`,
    { code: 'beyond-limit', needs: { kind: 'cancel', by: managers, amount: Paid } },
  )
}

/** Whether cancelling requires a reason: it was reported, or its money can be refunded then. */
export const cancelNeedsReason = (sale: Reportable): boolean => isReported(sale) || (sale.Paid ?? 0) > 0

/** A report that is out is withdrawn with its sale, or remains where only the bill was wrong: the request names one. */
export const saysOfReport = (sale: Pick<SaleState, 'ReportOut'>, Report: unknown): Decision =>
  must(
    sale.ReportOut !== true || (Report !== null && Report !== undefined),
    'Its report is out: say whether the report is withdrawn with the sale, or remains because only the bill was wrong',
    { at: 'Report', code: 'report-out' },
  )

/** An item can be cancelled until work on it starts: test status value above 0 and up to 40. */
export const mayCancelItem = (sale: SaleState, line: { readonly StatusId: number }): Decision =>
  allOf(
    notCancelled(sale),
    must(isLive(line), 'The item is already cancelled', { code: 'cancelled' }),
    must(testStatusValue(line.StatusId) > 0 && testStatusValue(line.StatusId) <= 40, 'Work on the item has started', {
      code: 'work-begun',
    }),
    must(
      sale.StatusId >= saleStatus.Accessioned || sale.WorkEntered !== true,
      'Results of the sale are entered: accession it again first',
      { code: 'work-begun' },
    ),
    notFrozen(sale),
  )

const cancelQuestion = 'Are you sure that you want to cancel this sale ?'
const whatStays =
  "Cancelling it does not cancel the accession or the lab's invoices; you may still receive an invoice from the lab."

/** What cancelling does not undo, once the sale is accessioned; else empty. */
export const cancelSaleNote = (sale: Pick<SaleState, 'StatusId'>): string =>
  sale.StatusId >= saleStatus.Accessioned ? `The sale is accessioned. ${whatStays}` : ''
/** The question before a sale is cancelled; stronger once it is accessioned. */
export const cancelSaleText = (sale: Pick<SaleState, 'StatusId'>): string =>
  [cancelQuestion, cancelSaleNote(sale)].filter(Boolean).join(' ')

export const cancelItemText = (product: { readonly Code: string; readonly Name: string }): string =>
  `Are you sure that you want to cancel ${product.Code}: ${product.Name} ?`

/** The question before an accession: the first one asks nothing. */
export const accessionQuestion = (sale: { readonly StatusId: number }): string | undefined =>
  sale.StatusId < saleStatus.Accessioned ? undefined : 'Are you sure that you want to accession this sale again ?'

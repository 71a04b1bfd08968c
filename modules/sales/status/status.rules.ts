// The one state machine of sales: line status from samples and work, sale status from lines, what is locked, and what
// may be done next.
import { allOf, must } from '../../../core/refusal.ts'
import type { Decision } from '../../../core/refusal.ts'
import { lineStatus, lineStatuses, saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'
import { role } from '../../../core/user.ts'
import { itemOf } from '../../../core/items.ts'

/** Test status value of a line status: -10 cancelled, then 10 to 90. */
export const testStatusValue = (StatusId: number): number => itemOf(lineStatuses, StatusId)?.value ?? 0

export const isLive = (line: { readonly StatusId: number }): boolean => line.StatusId !== lineStatus.Cancelled

export type LineWork = {
  readonly StatusId: number
  /** A product without tests: nothing to collect, done at accession. */
  readonly isCharge: boolean
  readonly accessioned: boolean
  /** Sample status of each of its samples; a replaced sample does not count. */
  readonly samples: readonly number[]
  /** Work-item status of each element that counts: a formula that is not calculated does not. */
  readonly workItems: readonly number[]
  /** One of them stands on a worksheet: work has begun. */
  readonly onWorkSheet?: boolean
}

// how far each work-item status carries its line
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
 * Status of a line from its samples and work items: as far as the last of them; begun but not all entered is in
 * process.
 */
export function deriveLineStatus(line: LineWork): number {
  if (!isLive(line)) return lineStatus.Cancelled
  if (line.isCharge) return line.accessioned ? lineStatus.Released : lineStatus.Ordered
  if (line.workItems.length > 0) {
    // what is not performed is not waited for; when nothing is, the line is done
    const reached = line.workItems
      .filter((status) => status !== workItemStatus.NotPerformed)
      .map((status) => progress[status] ?? lineStatus.Received)
    if (reached.length === 0) return lineStatus.Released
    const least = Math.min(...reached)
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
  // a charge is done at accession and says nothing about reports
  const tested = live.filter((line) => !line.isCharge)
  if (tested.some((line) => line.StatusId === lineStatus.Released)) return saleStatus.PartlyReported
  if (tested.every((line) => line.StatusId >= lineStatus.Approved)) return saleStatus.AllApproved
  return tested.some((line) => line.StatusId >= lineStatus.InProcess) ? saleStatus.InProcess : saleStatus.Accessioned
}

/** What the decisions need to know of a sale. */
export type SaleState = {
  readonly StatusId: number
  readonly BaseSaleId: number | null
  /** Number of the issued invoice of several sales that it stands on. */
  readonly FrozenByInvoiceNo?: string | null
  /** Number of the invoice that is its alone and follows it. */
  readonly OwnInvoiceNo?: string | null
  /** A sale on its way to the performing lab stands on an issued invoice. */
  readonly LegInvoiced?: boolean
  /** A result of it is entered, here or at another lab. */
  readonly WorkEntered?: boolean
  /** A report of it is out, in part or whole. */
  readonly ReportOut?: boolean
  readonly SaleProducts: readonly { readonly StatusId: number }[]
}

type Values = Readonly<Record<string, unknown>>
/** The state of a sale as it travels: what the button, the server and the history all ask about. */
export const saleStateOf = (sale: Values): SaleState => {
  const invoice = sale['Invoice'] as { InvoiceNo?: string | null; IsSingleSale?: boolean | null } | null | undefined
  const no = invoice?.InvoiceNo ?? null
  const isOwn = invoice?.IsSingleSale === true
  return {
    StatusId: Number(sale['StatusId'] ?? saleStatus.Booked),
    BaseSaleId: (sale['BaseSaleId'] as number | null | undefined) ?? null,
    FrozenByInvoiceNo: isOwn ? null : no,
    OwnInvoiceNo: isOwn ? no : null,
    LegInvoiced: sale['LegInvoiced'] === true,
    WorkEntered: sale['WorkEntered'] === true,
    ReportOut: sale['ReportOut'] === true,
    SaleProducts: ((sale['SaleProducts'] ?? []) as readonly { StatusId?: number | null }[]).map((line) => ({
      StatusId: line.StatusId ?? lineStatus.Ordered,
    })),
  }
}

/**
 * Money and lines of a sale are taken back by who sells; its buyer and the labs that perform it only read it.
 * `clients`: what the entity covers.
 */
export const isSeller = (SellerId: number, clients: readonly number[]): Decision =>
  must(clients.includes(SellerId), 'Only the seller may do this with the sale')

const isCancelled = 'The sale is cancelled'
const notCancelled = (sale: SaleState): Decision => must(sale.StatusId !== saleStatus.Cancelled, isCancelled)
const isBase = (sale: SaleState, action: string): Decision =>
  must(sale.BaseSaleId === null, `This sale follows another one; ${action} the first sale`)
const notFrozen = (sale: SaleState): Decision =>
  must(!sale.FrozenByInvoiceNo, `The sale is on invoice ${sale.FrozenByInvoiceNo}; cancel that invoice first`)

/** Opening for editing; what is locked in it says `lockedFields`. */
export const mayEdit = (sale: SaleState): Decision => notCancelled(sale)

export const mayPrint = (sale: SaleState): Decision => notCancelled(sale)

export const mayAccession = (sale: SaleState): Decision =>
  allOf(
    notCancelled(sale),
    isBase(sale, 'accession'),
    must(sale.StatusId !== saleStatus.Quotation, 'The sale is a quotation; book it first'),
    must(sale.StatusId < saleStatus.Accessioned, 'The sale is already accessioned'),
    must(sale.SaleProducts.some(isLive), 'Sale must have at least 1 product'),
  )

export const mayReaccession = (sale: SaleState): Decision =>
  allOf(
    notCancelled(sale),
    isBase(sale, 're-accession'),
    must(sale.StatusId >= saleStatus.Accessioned, 'The sale is not accessioned yet'),
  )

export const mayUnlock = (sale: SaleState): Decision =>
  allOf(
    notCancelled(sale),
    isBase(sale, 'unlock'),
    must(sale.StatusId >= saleStatus.Accessioned, 'The sale is not accessioned'),
    must(sale.WorkEntered !== true, 'Results are entered already'),
    must(sale.LegInvoiced !== true, 'The lab has invoiced this sale already'),
  )

/** By who sells; once something of it is reported or all is approved by a pathologist or a manager, with a reason. */
export const mayCancelSale = (sale: SaleState, roleId: number): Decision =>
  allOf(
    must(sale.StatusId !== saleStatus.Cancelled, 'The sale is already cancelled'),
    must(
      sale.StatusId < saleStatus.PartlyReported || roleId <= role.Pathologist,
      'Its results are approved or reported: only a pathologist or a manager may cancel the sale',
    ),
    notFrozen(sale),
  )

/** Whether cancelling asks why. */
export const cancelNeedsReason = (sale: Pick<SaleState, 'StatusId'>): boolean =>
  sale.StatusId >= saleStatus.PartlyReported

/** An item can be cancelled until work on it starts: test status value above 0 and up to 40. */
export const mayCancelItem = (sale: SaleState, line: { readonly StatusId: number }): Decision =>
  allOf(
    notCancelled(sale),
    must(isLive(line), 'The item is already cancelled'),
    must(testStatusValue(line.StatusId) > 0 && testStatusValue(line.StatusId) <= 40, 'Work on the item has started'),
    notFrozen(sale),
  )

const cancelQuestion = 'Are you sure that you want to cancel this sale ?'
const whatStays =
  "Cancelling it does not cancel the accession or the lab's invoices; you may still receive an invoice from the lab."

/** Asked before a sale is cancelled; stronger once it is accessioned. */
export const cancelSaleText = (sale: Pick<SaleState, 'StatusId'>): string =>
  sale.StatusId >= saleStatus.Accessioned ? `${cancelQuestion} The sale is accessioned. ${whatStays}` : cancelQuestion

export const cancelItemText = (product: { readonly Code: string; readonly Name: string }): string =>
  `Are you sure that you want to cancel ${product.Code}: ${product.Name} ?`

export const reaccessionText = 'Are you sure that you want to accession this sale again ?'

// The rows of the tables of the dashboard.
import { rowsAt } from '../../core/answer/answer.ts'

/** Sales by seller, 7 days. */
export const salesBySeller = rowsAt(2101, {
  Seller: 'text',
  Sales: 'integer',
  NetAmount: 'money',
  Change: 'number?',
})

/** Top products, 7 days. */
export const topProducts = rowsAt(2102, {
  Code: 'text',
  Name: 'text',
  Quantity: 'integer',
  Amount: 'money',
  Change: 'number?',
})

/** Overdue parties, over 7 days. */
export const partiesOverdue = rowsAt(2103, {
  ClientId: 'integer',
  Party: 'text',
  Days30Dues: 'money',
  Days60Dues: 'money',
  OlderDues: 'money',
  Outstanding: 'money',
  OverdueDays: 'integer?',
})

/** Late reports, 10 days. */
export const lateReportsOfDays = rowsAt(2104, {
  SaleId: 'integer',
  AccessionNo: 'text?',
  Product: 'text',
  Department: 'text?',
  LateBy: 'text',
})

/** Critical values, 7 days. */
export const criticalValues = rowsAt(2105, {
  SaleId: 'integer',
  AccessionNo: 'text',
  Element: 'text',
  Result: 'text?',
  Flag: 'text?',
  EnteredDate: 'datetime',
})

/** Pending by department. */
export const pendingByDepartment = rowsAt(2106, {
  Department: 'text',
  Pending: 'integer',
  ToApprove: 'integer',
  ToRelease: 'integer',
  Stat: 'integer',
})

/** STAT first. */
export const statFirst = rowsAt(2107, {
  SaleId: 'integer',
  AccessionNo: 'text',
  Patient: 'text',
  Items: 'integer',
  ReportDate: 'datetime',
})

/** Latest sales. */
export const latestSales = rowsAt(2108, {
  SaleId: 'integer',
  SaleDate: 'datetime',
  Patient: 'text',
  NetAmount: 'money?',
  SaleStatus: 'text',
  StatusId: 'integer',
})

/** Reports ready, 7 days. */
export const reportsReady = rowsAt(2109, {
  SaleId: 'integer',
  AccessionNo: 'text',
  Patient: 'text',
  State: 'text',
  ReportedDate: 'datetime',
})

/** Sales in a status. */
export const salesInStatus = rowsAt(2110, {
  SaleId: 'integer',
  SaleDate: 'datetime',
  Patient: 'text',
  NetAmount: 'money?',
  Outstanding: 'money?',
})

/** Referrals in a status. */
export const referralsInStatus = rowsAt(2111, {
  ReferralId: 'integer',
  CreatedOn: 'datetime',
  Referrer: 'text',
  TotalAmount: 'money',
})

/** Shipments not received yet, 30 days. */
export const shipmentsNotReceived = rowsAt(2130, {
  ShipmentId: 'integer',
  Consignor: 'text?',
  Consignee: 'text?',
  Samples: 'integer',
  DispatchDate: 'datetime?',
  Status: 'text',
  StatusId: 'integer',
})

/** Batches to take over. */
export const batchesToTakeOver = rowsAt(2131, {
  BatchId: 'integer',
  Owner: 'text',
  CloseDate: 'datetime',
  TotalAmount: 'money',
})

/** To be invoiced, by buyer. */
export const toInvoiceByBuyer = rowsAt(2132, {
  ClientId: 'integer',
  Buyer: 'text',
  Sales: 'integer',
  NetAmount: 'money',
  SaleDate: 'text',
})

/** Running targets. */
export const runningTargets = rowsAt(2133, {
  TargetId: 'integer',
  SalesManager: 'text',
  EndDate: 'date',
  TargetSaleAmount: 'money',
  ActualSaleAmount: 'money?',
  Percent: 'number?',
})

/** Clients not visited lately. */
export const clientsNotVisited = rowsAt(2134, {
  ClientId: 'integer',
  Client: 'text',
  LastVisitDate: 'datetime?',
  Outstanding: 'money?',
})

/** To be priced. */
export const toBePriced = rowsAt(2135, {
  SaleId: 'integer?',
  CreatedOn: 'datetime',
  Code: 'text',
  Name: 'text',
  Buyer: 'text?',
  Seller: 'text?',
  Reason: 'text',
  Creater: 'text',
})

/** Accessions that wait. */
export const waitingAccessions = rowsAt(2136, {
  SaleId: 'integer',
  SaleDate: 'datetime',
  Patient: 'text',
  Seller: 'text',
  WaitsBecause: 'text',
})

/** Not at the bank yet. */
export const notAtTheBank = rowsAt(2137, {
  TransactionId: 'integer?',
  Day: 'text',
  What: 'text',
  Reference: 'text?',
  Amount: 'money',
  AgeDays: 'integer',
})

/** Bank lines to match. */
export const bankLinesToMatch = rowsAt(2138, {
  BankLineId: 'integer',
  Day: 'text',
  BankAccount: 'text',
  Description: 'text?',
  Amount: 'money',
  AgeDays: 'integer',
})

/** Waits for me. */
export const waitsForMe = rowsAt(2139, {
  RequestId: 'integer?',
  BatchId: 'integer?',
  AskedOn: 'datetime',
  AskedBy: 'text',
  What: 'text',
  Amount: 'money?',
  Reason: 'text?',
})

/** Samples to answer about. */
export const samplesToAnswer = rowsAt(2149, {
  ShipmentId: 'integer',
  Barcode: 'text',
  Consignee: 'text?',
  Came: 'datetime?',
})

/** A tile of the dashboard: its figure, and with what it is compared. */
export const tileRow = {
  Total: 'number?',
  'Previous?': 'number?',
  'PreviousLabel?': 'text?',
  'Unit?': 'text?',
  'Decimals?': 'integer?',
  'FallIsGood?': 'boolean?',
  'Trend?': 'json',
} as const

// The state of a sale for tests of rules: booked, one line, not invoiced, entered or reported.
import { lineStatus, saleStatus } from '../../lists/items.model.ts'
import type { SaleState } from './status.rules.ts'

export const aSale = (some: Partial<SaleState> = {}): SaleState => ({
  StatusId: saleStatus.Booked,
  BaseSaleId: null,
  Invoice: null,
  LegInvoiced: false,
  WorkEntered: false,
  ReportOut: false,
  SaleProducts: [{ StatusId: lineStatus.Ordered }],
  ...some,
})
export const frozen = (InvoiceNo: string) => ({ InvoiceNo, isOwn: false })
export const own = (InvoiceNo: string) => ({ InvoiceNo, isOwn: true })

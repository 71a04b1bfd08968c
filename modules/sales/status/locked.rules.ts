// What of a sale can not be edited any more, and why: by its status, its invoices, its report, and by role.
import type { SaleState } from './status.rules.ts'
import { role } from '../../../core/user.ts'
import { saleStatus } from '../../lists/items.model.ts'

/** The header that a reported sale keeps. */
const headerOfReported = [
  'PatientId',
  'ReferringDoctorId',
  'BuyerId',
  'SaleDate',
  'CollectionDate',
  'LRN',
  'ReportDate',
] as const
/** What a report prints of the header; it is corrected by "Correct patient", which amends the report. */
const printedOnReport = ['PatientId', 'ReferringDoctorId', 'CollectionDate', 'LRN'] as const
/** What an invoice prints of each of its sales. */
const printedOnInvoice = ['PatientId', 'SaleDate', 'LRN'] as const

/**
 * Fields that cannot be edited, by name, with the reason. Between accession and report the header stays open, and what
 * hangs on it follows; where something can not follow (a report that is out, an invoice of several sales, the lab's
 * part invoiced) the field is locked.
 */
export function lockedFields(
  sale: Pick<SaleState, 'StatusId' | 'BaseSaleId' | 'FrozenByInvoiceNo' | 'OwnInvoiceNo' | 'LegInvoiced' | 'ReportOut'>,
  roleId: number,
): ReadonlyMap<string, string> {
  const locked = new Map<string, string>()
  const lock = (reason: string, ...names: readonly string[]): void =>
    names.forEach((name) => {
      if (!locked.has(name)) locked.set(name, reason)
    })
  if (roleId > role.BusinessManager) {
    lock('Only a manager may change the sale date', 'SaleDate')
    lock('It follows from the doctor: only a manager may choose another', 'ReferrerId')
  }
  if (sale.BaseSaleId !== null)
    lock('This sale follows another one', ...headerOfReported, 'SellerId', 'ReferrerId', 'SaleProducts', 'AddlDiscount')
  if (sale.ReportOut === true)
    lock('A report is out: "Correct patient" changes it and amends the report', ...printedOnReport)
  if (sale.StatusId >= saleStatus.Reported) lock('The sale is reported', ...headerOfReported)
  if (sale.FrozenByInvoiceNo)
    lock(
      `The sale is on invoice ${sale.FrozenByInvoiceNo}; cancel that invoice first`,
      'BuyerId',
      'SellerId',
      'SaleProducts',
      'AddlDiscount',
      ...printedOnInvoice,
    )
  if (sale.LegInvoiced === true)
    lock('The lab has invoiced its part of this sale; its invoice is cancelled first', ...printedOnInvoice)
  if (sale.StatusId >= saleStatus.Accessioned)
    lock('The sale is accessioned: unlock the accession first', 'SaleProducts', 'SellerId')
  if (sale.OwnInvoiceNo) {
    lock(`Invoice ${sale.OwnInvoiceNo} is numbered by this seller: cancel the sale and book it anew`, 'SellerId')
    if (sale.StatusId >= saleStatus.Accessioned) lock(`The sale is on invoice ${sale.OwnInvoiceNo}`, 'AddlDiscount')
  }
  return locked
}

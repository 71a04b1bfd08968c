// Which parts of a sale can no longer be edited, and why: by its status, its invoices, its report, and by role.
import { frozenBy, type SaleState } from './status.rules.ts'
import type { SaleDraft } from '../sales.model.ts'
import { role } from '../../../core/user.ts'
import { stateNames } from '../../elements/draw.rules.ts'
import { saleStatus } from '../../lists/items.model.ts'

/** Header fields that cannot be changed on a reported sale. */
const headerOfReported = [
  'PatientId',
  'ReferringDoctorId',
  'BuyerId',
  'SaleDate',
  'CollectionDate',
  'LRN',
  'ReportDate',
  ...stateNames,
] as const
/** Header fields that a report prints or is judged by, apart from its patient. */
const detailsOfReport = ['ReferringDoctorId', 'CollectionDate', 'LRN', ...stateNames] as const
/** Why a field that an issued report prints is not changed in the sale: the act that corrects it. */
export const correctedBy = (act: 'Correct patient' | 'Correct details'): string =>
  `A report is out: "${act}" changes it and amends the report`
/** Fields of each of its sales that an invoice prints. */
const printedOnInvoice = ['PatientId', 'SaleDate', 'LRN'] as const

type Name = keyof SaleDraft
type Locked = ReadonlyMap<Name, string>
type Locking = Pick<SaleState, 'StatusId' | 'BaseSaleId' | 'Invoice' | 'LegInvoiced' | 'ReportOut' | 'WorkEntered'>
type Lock = (reason: string, ...names: readonly Name[]) => void
/** Each field with its first reason. */
const gather = (give: (lock: Lock) => void): Locked => {
  const locked = new Map<Name, string>()
  give((reason, ...names) => {
    for (const name of names) if (!locked.has(name)) locked.set(name, reason)
  })
  return locked
}

/** Fields that a role may not change in any sale, including a new one. */
export const lockedByRole = (roleId: number): ReadonlyMap<string, string> =>
  gather((lock) => {
    if (roleId > role.BusinessManager) lock('Only a manager may change the sale date', 'SaleDate')
  })

const lockByReport = (sale: Locking, lock: Lock): void => {
  if (sale.ReportOut === 'unknown')
    lock('Cannot tell whether a report has been issued; reload the sale', 'PatientId', ...detailsOfReport)
  if (sale.ReportOut === true) {
    lock(correctedBy('Correct patient'), 'PatientId')
    lock(correctedBy('Correct details'), ...detailsOfReport)
  }
  if (sale.StatusId >= saleStatus.Reported) lock('The sale is reported', ...headerOfReported)
}

const commercial = ['BuyerId', 'SellerId', 'SaleProducts', 'AddlDiscount', ...printedOnInvoice] as const
const lockByInvoices = (sale: Locking, lock: Lock): void => {
  const frozen = frozenBy(sale)
  if (sale.Invoice === 'unknown') lock('Cannot tell whether the sale is on an invoice; reload the sale', ...commercial)
  if (frozen !== null) lock(`The sale is on invoice ${frozen}; cancel that invoice first`, ...commercial)
  if (sale.LegInvoiced === 'unknown')
    lock('Cannot tell whether the lab has invoiced its part; reload the sale', ...printedOnInvoice)
  if (sale.LegInvoiced === true)
    lock('The lab has invoiced its part of this sale. Cancel that invoice first', ...printedOnInvoice)
}

/** What its own invoice locks: the seller, whose number it has, and from the accession on the agreed amount. */
const lockByOwnInvoice = ({ StatusId, Invoice }: Locking, lock: Lock): void => {
  if (Invoice === null || Invoice === 'unknown' || !Invoice.isOwn) return
  lock(`Invoice ${Invoice.InvoiceNo} is numbered by this seller: cancel the sale and book it again`, 'SellerId')
  if (StatusId >= saleStatus.Accessioned) lock(`The sale is on invoice ${Invoice.InvoiceNo}`, 'AddlDiscount')
}

const locked = (sale: Locking, isReportAmended: boolean): Locked =>
  gather((lock) => {
    if (sale.BaseSaleId !== null)
      lock(
        'This sale follows another one',
        ...headerOfReported,
        'SellerId',
        'ReferrerId',
        'SaleProducts',
        'AddlDiscount',
      )
    if (!isReportAmended) lockByReport(sale, lock)
    lockByInvoices(sale, lock)
    if (sale.StatusId >= saleStatus.Accessioned)
      lock('The sale is accessioned: unlock the accession first', 'SaleProducts', 'SellerId')
    if (sale.WorkEntered === true)
      lock('Results of the sale are entered, so its products cannot be changed', 'SaleProducts', 'SellerId')
    lockByOwnInvoice(sale, lock)
  })

/**
 * What the state of the sale locks for every role. Between accession and report the header is open, and dependent
 * records follow it; where a record cannot follow (an issued report, an invoice of several sales, the lab's part
 * invoiced) the field is locked.
 */
export const lockedByState = (sale: Locking): Locked => locked(sale, false)

/** What is locked even where a correction amends the issued report too. */
export const lockedInCorrection = (sale: Locking): Locked => locked(sale, true)

const chosenAtBooking = 'The referrer is chosen when the sale is booked; only a manager can change it'
/** Fields of a saved sale that cannot be edited, by name, with the reason: by this role, in this sale. */
export const lockedFields = (sale: Locking, roleId: number): ReadonlyMap<string, string> =>
  new Map<string, string>([
    ...(roleId > role.BusinessManager ? [['ReferrerId', chosenAtBooking] as const] : []),
    ...lockedByState(sale),
    ...lockedByRole(roleId),
  ])

// What the documents of parties post to the ledger: invoices, money, commission, credit notes, openings.
import { now } from '../../server/clock.ts'
import type { Tx } from '../../server/db/db.ts'
import { paymentMode } from '../lists/items.model.ts'
import type { Account } from './accounts.rules.ts'
import { post, type Side } from './posting.server.ts'

const party: Side = { account: 'party' }

type InvoiceRow = { InvoiceId: number; InvoiceNo: string; SellerId: number; BuyerId: number }
/**
 * What the buyer owes by this invoice: as it is issued on its own day (`date`, ISO), a later change on the day that it
 * is made, so that a month that is over does not change.
 */
export const postInvoice = (tx: Tx, invoice: InvoiceRow, change: number, date?: string): Promise<void> =>
  post(tx, {
    date: date ?? now().toISOString(),
    voucherType: 'Invoice',
    invoiceId: invoice.InvoiceId,
    transactionId: null,
    sellerId: invoice.SellerId,
    partyId: invoice.BuyerId,
    debit: party,
    credit: { account: 'sales' },
    amount: change,
    particulars: `Invoice ${invoice.InvoiceNo}`,
  })

type MoneyRow = {
  TransactionId: number
  date: string
  InvoiceId: number | null
  Kind: string
  SellerId: number
  PartyId: number
  Amount: number
  PaymentModeId: number
  Purpose: Purpose | null
}
/** What a transaction is that is no receipt or refund of its own. */
export type Purpose = 'tds' | 'set off' | 'withheld' | 'gst'
const settledBy = {
  tds: 'tds receivable',
  'set off': 'set off',
  withheld: 'tds payable',
  gst: 'gst payable',
} as const
/** A settlement that is no money is booked for what it is. */
const accountOf = ({ PaymentModeId, Purpose }: MoneyRow): Account =>
  PaymentModeId === paymentMode.WriteOff
    ? Purpose === null
      ? 'write-off'
      : settledBy[Purpose]
    : PaymentModeId === paymentMode.Insurer
      ? 'insurer'
      : 'money'
/** Tax that is paid to the government was withheld, or charged, before. */
const owedFor = ({ PaymentModeId, Purpose }: MoneyRow): Side => {
  if (PaymentModeId === paymentMode.WriteOff) return party
  return Purpose === 'tds' ? { account: 'tds payable' } : Purpose === 'gst' ? { account: 'gst payable' } : party
}

/** Money received from the party (or refunded: kind Refund), posted on `date`; `sign` -1 reverses a posting. */
export const postMoney = (tx: Tx, money: MoneyRow, sign: 1 | -1 = 1): Promise<void> =>
  post(tx, {
    date: money.date,
    voucherType: money.Kind,
    invoiceId: money.InvoiceId,
    transactionId: money.TransactionId,
    sellerId: money.SellerId,
    partyId: money.PartyId,
    debit: { account: accountOf(money) },
    credit: owedFor(money),
    amount: (money.Kind === 'Refund' ? -1 : 1) * sign * money.Amount,
    particulars: `${money.Kind} ${money.TransactionId}`,
  })

/** The commission that a seller owes a referrer by a delivered referral, posted today. */
export const postCommission = (
  tx: Tx,
  referral: { ReferralId: number; SellerId: number; ReferrerId: number; amount: number },
): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Commission',
    invoiceId: null,
    transactionId: null,
    referralId: referral.ReferralId,
    sellerId: referral.SellerId,
    partyId: referral.ReferrerId,
    debit: { account: 'commission' },
    credit: party,
    amount: referral.amount,
    particulars: `Referral ${referral.ReferralId}`,
  })

/** The reduction of what the buyer owes by a credit note, posted on `date` (ISO), its own. */
export const postCredit = (
  tx: Tx,
  note: {
    CreditNoteId: number
    InvoiceId: number
    SellerId: number
    BuyerId: number
    creditNo: string
    amount: number
    date: string
  },
): Promise<void> =>
  post(tx, {
    date: note.date,
    voucherType: 'Credit note',
    invoiceId: note.InvoiceId,
    creditNoteId: note.CreditNoteId,
    transactionId: null,
    sellerId: note.SellerId,
    partyId: note.BuyerId,
    debit: { account: 'sales' },
    credit: party,
    amount: note.amount,
    particulars: `Credit note ${note.creditNo}`,
  })

/** The opening balance that a party owes a seller, posted today; below zero where the seller owes it. */
export const postOpening = (tx: Tx, opening: { SellerId: number; PartyId: number; amount: number }): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Opening balance',
    invoiceId: null,
    transactionId: null,
    sellerId: opening.SellerId,
    partyId: opening.PartyId,
    debit: party,
    credit: { account: 'opening' },
    amount: opening.amount,
    particulars: 'Opening balance',
  })

/** Free money of a party, put on something that it owes: the one rises and the other falls by the amount. */
export const postAllocation = (
  tx: Tx,
  allocation: {
    AllocationId: number
    SellerId: number
    PartyId: number
    /** The invoice with more than its net paid; null for money on account. */
    FromInvoiceId: number | null
    /** The invoice that is paid; null for an opening balance or a refund. */
    ToInvoiceId: number | null
    Amount: number
  },
  sign: 1 | -1 = 1,
): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Allocation',
    invoiceId: null,
    transactionId: null,
    allocationId: allocation.AllocationId,
    sellerId: allocation.SellerId,
    partyId: allocation.PartyId,
    debit: { account: 'party', invoiceId: allocation.FromInvoiceId },
    credit: { account: 'party', invoiceId: allocation.ToInvoiceId },
    amount: sign * allocation.Amount,
    particulars: sign > 0 ? `Allocation ${allocation.AllocationId}` : `Allocation ${allocation.AllocationId} undone`,
  })

/** What a batch of a place was over (above zero) or short, posted today. */
export const postDifference = (
  tx: Tx,
  { batchId, placeId, amount }: { batchId: number; placeId: number; amount: number },
): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Cash difference',
    invoiceId: null,
    transactionId: null,
    batchId,
    sellerId: placeId,
    partyId: placeId,
    debit: { account: 'money' },
    credit: { account: 'over and short' },
    amount,
    particulars: `Batch ${batchId}`,
  })

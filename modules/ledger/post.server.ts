// What the documents of parties post to the ledger: invoices, money, commission, credit notes, openings.
import { now } from '../../server/clock.ts'
import type { Tx } from '../../server/db/db.ts'
import { paymentMode } from '../lists/items.model.ts'
import type { Account } from './accounts.rules.ts'
import { post, type Side } from './posting.server.ts'

const party: Side = { account: 'party' }

type InvoiceRow = { invoice_id: number; invoice_no: string; seller_id: number; buyer_id: number }
/**
 * What the buyer owes by this invoice: as it is issued on its own day (`date`, ISO), a later change on the day that it
 * is made, so that a month that is over does not change.
 */
export const postInvoice = (tx: Tx, invoice: InvoiceRow, change: number, date?: string): Promise<void> =>
  post(tx, {
    date: date ?? now().toISOString(),
    voucherType: 'Invoice',
    invoiceId: invoice.invoice_id,
    transactionId: null,
    sellerId: invoice.seller_id,
    partyId: invoice.buyer_id,
    debit: party,
    credit: { account: 'sales' },
    amount: change,
    particulars: `Invoice ${invoice.invoice_no}`,
  })

type MoneyRow = {
  transaction_id: number
  date: string
  invoice_id: number | null
  kind: string
  seller_id: number
  party_id: number
  amount: number
  payment_mode_id: number
  purpose: Purpose | null
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
const accountOf = ({ payment_mode_id, purpose }: MoneyRow): Account =>
  payment_mode_id === paymentMode.WriteOff
    ? purpose === null
      ? 'write-off'
      : settledBy[purpose]
    : payment_mode_id === paymentMode.Insurer
      ? 'insurer'
      : 'money'
/** Tax that is paid to the government was withheld, or charged, before. */
const owedFor = ({ payment_mode_id, purpose }: MoneyRow): Side => {
  if (payment_mode_id === paymentMode.WriteOff) return party
  return purpose === 'tds' ? { account: 'tds payable' } : purpose === 'gst' ? { account: 'gst payable' } : party
}

/** Money received from the party (or refunded: kind Refund), posted on `date`; `sign` -1 reverses a posting. */
export const postMoney = (tx: Tx, money: MoneyRow, sign: 1 | -1 = 1): Promise<void> =>
  post(tx, {
    date: money.date,
    voucherType: money.kind,
    invoiceId: money.invoice_id,
    transactionId: money.transaction_id,
    sellerId: money.seller_id,
    partyId: money.party_id,
    debit: { account: accountOf(money) },
    credit: owedFor(money),
    amount: (money.kind === 'Refund' ? -1 : 1) * sign * money.amount,
    particulars: `${money.kind} ${money.transaction_id}`,
  })

/** The commission that a seller owes a referrer by a delivered referral, posted today. */
export const postCommission = (
  tx: Tx,
  referral: { referral_id: number; seller_id: number; referrer_id: number; amount: number },
): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Commission',
    invoiceId: null,
    transactionId: null,
    referralId: referral.referral_id,
    sellerId: referral.seller_id,
    partyId: referral.referrer_id,
    debit: { account: 'commission' },
    credit: party,
    amount: referral.amount,
    particulars: `Referral ${referral.referral_id}`,
  })

/** The reduction of what the buyer owes by a credit note, posted on `date` (ISO), its own. */
export const postCredit = (
  tx: Tx,
  note: {
    credit_note_id: number
    invoice_id: number
    seller_id: number
    buyer_id: number
    creditNo: string
    amount: number
    date: string
  },
): Promise<void> =>
  post(tx, {
    date: note.date,
    voucherType: 'Credit note',
    invoiceId: note.invoice_id,
    creditNoteId: note.credit_note_id,
    transactionId: null,
    sellerId: note.seller_id,
    partyId: note.buyer_id,
    debit: { account: 'sales' },
    credit: party,
    amount: note.amount,
    particulars: `Credit note ${note.creditNo}`,
  })

/** The opening balance that a party owes a seller, posted today; below zero where the seller owes it. */
export const postOpening = (tx: Tx, opening: { seller_id: number; party_id: number; amount: number }): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Opening balance',
    invoiceId: null,
    transactionId: null,
    sellerId: opening.seller_id,
    partyId: opening.party_id,
    debit: party,
    credit: { account: 'opening' },
    amount: opening.amount,
    particulars: 'Opening balance',
  })

/** Free money of a party, put on something that it owes: the one rises and the other falls by the amount. */
export const postAllocation = (
  tx: Tx,
  allocation: {
    allocation_id: number
    seller_id: number
    party_id: number
    /** The invoice with more than its net paid; null for money on account. */
    from_invoice_id: number | null
    /** The invoice that is paid; null for an opening balance or a refund. */
    to_invoice_id: number | null
    amount: number
  },
  sign: 1 | -1 = 1,
): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Allocation',
    invoiceId: null,
    transactionId: null,
    allocationId: allocation.allocation_id,
    sellerId: allocation.seller_id,
    partyId: allocation.party_id,
    debit: { account: 'party', invoiceId: allocation.from_invoice_id },
    credit: { account: 'party', invoiceId: allocation.to_invoice_id },
    amount: sign * allocation.amount,
    particulars: sign > 0 ? `Allocation ${allocation.allocation_id}` : `Allocation ${allocation.allocation_id} undone`,
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

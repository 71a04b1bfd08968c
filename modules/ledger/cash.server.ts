// What moves money between the network's own hands, its bank accounts, and what it is spent on.
import { formatDate } from '../../core/dates.ts'
import { now } from '../../server/clock.ts'
import type { Tx } from '../../server/db/db.ts'
import { atBank, inHands, post } from './posting.server.ts'

/** What a bank account began with, on the day that it was entered with; a correction of it today. */
export const postBankOpening = (
  tx: Tx,
  opening: { bankAccountId: number; ownerId: number; name: string; day: string; amount: number },
): Promise<void> =>
  post(tx, {
    date: opening.day,
    voucherType: 'Opening balance',
    invoiceId: null,
    transactionId: null,
    sellerId: opening.ownerId,
    partyId: opening.ownerId,
    debit: atBank(opening.bankAccountId),
    credit: { account: 'opening' },
    amount: opening.amount,
    particulars: `Opening balance of ${opening.name}`,
  })

export type Out = {
  batchOutId: number
  batchId: number
  placeId: number
  /** Below zero where it is reversed. */
  amount: number
  /** ISO: its own day, or now where it is cancelled. */
  date: string
}

/** Cash of a batch that was brought to the bank. */
export const postDeposit = (
  tx: Tx,
  deposit: Out & { bankAccountId: number; slipNo: string; day: string },
): Promise<void> =>
  post(tx, {
    date: deposit.date,
    voucherType: 'Deposit',
    invoiceId: null,
    transactionId: null,
    batchOutId: deposit.batchOutId,
    sellerId: deposit.placeId,
    partyId: deposit.placeId,
    debit: atBank(deposit.bankAccountId),
    credit: inHands,
    amount: deposit.amount,
    particulars: `Slip ${deposit.slipNo} of ${formatDate(deposit.day)}, batch ${deposit.batchId}`,
  })

/** Petty cash that was paid out of a batch. */
export const postPaidOut = (tx: Tx, paid: Out & { category: string }): Promise<void> =>
  post(tx, {
    date: paid.date,
    voucherType: 'Paid out',
    invoiceId: null,
    transactionId: null,
    batchOutId: paid.batchOutId,
    sellerId: paid.placeId,
    partyId: paid.placeId,
    debit: { account: 'expenses' },
    credit: inHands,
    amount: paid.amount,
    particulars: `${paid.category}, batch ${paid.batchId}`,
  })

/** ISO: now, for what corrects. */
export const today = (): string => now().toISOString()

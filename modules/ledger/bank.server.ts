// What a matched line of a bank's statement posts: receipts move to the account, and what was kept of them is a charge.
import type { Tx } from '../../server/db/db.ts'
import { atBank, inHands, ownAccount, post } from './posting.server.ts'

type Matched = {
  bankMatchId: number
  bankAccountId: number
  /** ISO. */
  date: string
  particulars: string
}

/** Money of a seller that is at the bank; below zero where it was paid back, or the match is undone. */
export const postBanked = (tx: Tx, matched: Matched, sellerId: number, amount: number): Promise<void> =>
  post(tx, {
    date: matched.date,
    voucherType: 'Bank',
    invoiceId: null,
    transactionId: null,
    bankMatchId: matched.bankMatchId,
    sellerId,
    partyId: sellerId,
    debit: atBank(matched.bankAccountId),
    credit: inHands,
    amount,
    particulars: matched.particulars,
  })

/** What the bank kept. */
export const postFee = (tx: Tx, matched: Matched, ownerId: number, fee: number): Promise<void> =>
  post(tx, {
    date: matched.date,
    voucherType: 'Bank charges',
    invoiceId: null,
    transactionId: null,
    bankMatchId: matched.bankMatchId,
    sellerId: ownerId,
    partyId: ownerId,
    debit: { account: 'bank charges' },
    credit: atBank(matched.bankAccountId),
    amount: fee,
    particulars: matched.particulars,
  })

/** A line of the bank that is neither receipt nor deposit, in an own account: below zero where it came in. */
export const postLine = (
  tx: Tx,
  matched: Matched,
  ownerId: number,
  line: { ledgerAccountId: number; amount: number },
): Promise<void> =>
  post(tx, {
    date: matched.date,
    voucherType: 'Bank',
    invoiceId: null,
    transactionId: null,
    bankMatchId: matched.bankMatchId,
    sellerId: ownerId,
    partyId: ownerId,
    debit: ownAccount(line.ledgerAccountId),
    credit: atBank(matched.bankAccountId),
    amount: line.amount,
    particulars: matched.particulars,
  })

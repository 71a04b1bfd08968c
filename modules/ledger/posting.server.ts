// The ledger is append-only; balances, paid and outstanding are its sums. Each posting writes debits
// equal to credits.
import { roundAmount } from '../../core/money.ts'
import { sql, type Sql, type Tx } from '../../server/db/db.ts'
import type { Account } from './accounts.rules.ts'

/** One side of a posting: its account, and invoice and party where they are not those of the posting. */
export type Side = {
  account: Account
  invoiceId?: number | null
  partyId?: number
  /** Of the account `money`: the bank account that has it; absent: it is in the network's own hands. */
  bankAccountId?: number
  /** Of the account `own`, always. */
  ledgerAccountId?: number
}
/** Money of the network: in a bank account, or in its own hands. */
export const atBank = (bankAccountId: number): Side => ({ account: 'money', bankAccountId })
export const inHands: Side = { account: 'money' }
/** An account of the legal entity's own. */
export const ownAccount = (ledgerAccountId: number): Side => ({ account: 'own', ledgerAccountId })

type Posting = {
  /** ISO: the day of the document, or today where it corrects an earlier posting. */
  date: string
  voucherType: string
  invoiceId: number | null
  transactionId: number | null
  referralId?: number
  creditNoteId?: number
  allocationId?: number
  batchId?: number
  batchOutId?: number
  bankMatchId?: number
  purchaseBillId?: number
  tdsDeductionId?: number
  sellerId: number
  partyId: number
  debit: Side
  credit: Side
  amount: number
  particulars: string
}

/** A negative amount is posted with the sides exchanged; zero is not posted. */
export const post = async (tx: Tx, posting: Posting): Promise<void> => {
  const amount = roundAmount(Math.abs(posting.amount))
  if (amount === 0) return
  const [debit, credit] = posting.amount > 0 ? [posting.debit, posting.credit] : [posting.credit, posting.debit]
  const invoiceOf = ({ invoiceId = posting.invoiceId }: Side): number | null => invoiceId
  const sideOf = ({ partyId = posting.partyId, ...side }: Side): Sql => sql`
    ${invoiceOf(side)}::int,
    ${posting.sellerId}::int,
    ${partyId}::int,
    ${side.bankAccountId ?? null}::int,
    ${side.ledgerAccountId ?? null}::int
  `
  await tx.run(sql`
    insert into
      ledger_entries (
        posting_id,
        entry_date,
        account,
        voucher_type,
        invoice_id,
        transaction_id,
        referral_id,
        credit_note_id,
        allocation_id,
        batch_id,
        batch_out_id,
        bank_match_id,
        purchase_bill_id,
        tds_deduction_id,
        seller_id,
        party_id,
        bank_account_id,
        ledger_account_id,
        debit,
        credit,
        particulars
      )
    select
      p.id,
      ${posting.date}::timestamptz,
      x.account,
      ${posting.voucherType},
      x.invoice_id,
      ${posting.transactionId}::int,
      ${posting.referralId ?? null}::int,
      ${posting.creditNoteId ?? null}::int,
      ${posting.allocationId ?? null}::int,
      ${posting.batchId ?? null}::int,
      ${posting.batchOutId ?? null}::int,
      ${posting.bankMatchId ?? null}::int,
      ${posting.purchaseBillId ?? null}::int,
      ${posting.tdsDeductionId ?? null}::int,
      x.seller_id,
      x.party_id,
      x.bank_account_id,
      x.ledger_account_id,
      x.debit,
      x.credit,
      ${posting.particulars}
    from
      (
        select
          nextval('ledger_postings') as id
      ) p,
      (
        values
          (
            ${debit.account},
            ${amount}::numeric,
            0::numeric,
            ${sideOf(debit)}
          ),
          (
            ${credit.account},
            0::numeric,
            ${amount}::numeric,
            ${sideOf(credit)}
          )
      ) x (account, debit, credit, invoice_id, seller_id, party_id, bank_account_id, ledger_account_id)
  `)
}

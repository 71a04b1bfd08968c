// The ledger is append-only; balances, paid and outstanding are its sums. Each posting writes debits
// equal to credits.
import { roundAmount } from '../../core/money.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'

type Account = 'party' | 'sales' | 'money' | 'commission'
type Posting = {
  date: string
  voucherType: string
  invoiceId: number | null
  transactionId: number | null
  referralId?: number
  creditNoteId?: number
  sellerId: number
  partyId: number
  debit: Account
  credit: Account
  amount: number
  particulars: string
}

/** A negative amount is posted with the sides exchanged; zero is not posted. */
const post = async (tx: Tx, posting: Posting): Promise<void> => {
  const amount = roundAmount(Math.abs(posting.amount))
  if (amount === 0) return
  const [debit, credit] = posting.amount > 0 ? [posting.debit, posting.credit] : [posting.credit, posting.debit]
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
        seller_id,
        party_id,
        debit,
        credit,
        particulars
      )
    select
      p.id,
      ${posting.date}::timestamptz,
      x.account,
      ${posting.voucherType},
      ${posting.invoiceId}::int,
      ${posting.transactionId}::int,
      ${posting.referralId ?? null}::int,
      ${posting.creditNoteId ?? null}::int,
      ${posting.sellerId}::int,
      ${posting.partyId}::int,
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
          (${debit}, ${amount}::numeric, 0::numeric),
          (${credit}, 0::numeric, ${amount}::numeric)
      ) x (account, debit, credit)
  `)
}

type InvoiceRow = { invoice_id: number; invoice_no: string; seller_id: number; buyer_id: number }
/** The change of what the buyer owes by this invoice, posted today: a closed month does not change. */
export const postInvoice = (tx: Tx, invoice: InvoiceRow, change: number): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Invoice',
    invoiceId: invoice.invoice_id,
    transactionId: null,
    sellerId: invoice.seller_id,
    partyId: invoice.buyer_id,
    debit: 'party',
    credit: 'sales',
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
    debit: 'money',
    credit: 'party',
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
    debit: 'commission',
    credit: 'party',
    amount: referral.amount,
    particulars: `Referral ${referral.referral_id}`,
  })

/** The reduction of what the buyer owes by a credit note, posted today. */
export const postCredit = (
  tx: Tx,
  note: {
    credit_note_id: number
    invoice_id: number
    seller_id: number
    buyer_id: number
    creditNo: string
    amount: number
  },
): Promise<void> =>
  post(tx, {
    date: now().toISOString(),
    voucherType: 'Credit note',
    invoiceId: note.invoice_id,
    creditNoteId: note.credit_note_id,
    transactionId: null,
    sellerId: note.seller_id,
    partyId: note.buyer_id,
    debit: 'sales',
    credit: 'party',
    amount: note.amount,
    particulars: `Credit note ${note.creditNo}`,
  })

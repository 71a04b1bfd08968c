// The free money of a party with a seller: on account, paid beyond an invoice, or an opening balance in favour. It is
// put on what the party owes, one allocation for each document that it is taken from.
import { compareAmounts, formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { refused } from '../../../server/refusal.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { postAllocation } from '../../ledger/post.server.ts'
import { allocatePaid, countPaidOfBill } from '../paid.server.ts'

export type Parties = { readonly buyerId: number; readonly sellerId: number }

export type Credit = { TransactionId: number | null; InvoiceId: number | null; IsOpening: boolean; Free: number }
/** Free money, the oldest first; only of one document where `from` names it. */
export const creditsOf = (
  tx: Tx,
  { buyerId, sellerId }: Parties,
  from: { transactionId?: number; invoiceId?: number } = {},
): Promise<Credit[]> =>
  tx.rows<Credit>(sql`
    select
      transaction_id,
      invoice_id,
      is_opening,
      free
    from
      free_credits
    where
      party_id = ${buyerId}
      and seller_id = ${sellerId}
      and free > 0
      and (
        ${from.transactionId ?? null}::int is null
        or transaction_id = ${from.transactionId ?? null}
      )
      and (
        ${from.invoiceId ?? null}::int is null
        or invoice_id = ${from.invoiceId ?? null}
      )
    order by
      since nulls first,
      transaction_id nulls last,
      invoice_id
  `)

const sumOf = (credits: readonly Credit[]): number => sumAmounts(credits.map(({ Free }) => Free))

/** What is paid: an invoice (also by a receipt that draws on it), a refund, a purchase bill, or the opening balance. */
export type Debit = {
  readonly invoiceId?: number
  readonly transactionId?: number
  readonly billId?: number
  readonly opening?: true
}

const countAllocated = (tx: Tx, transactionId: number, change: number): Promise<number> =>
  tx.run(sql`
    update transactions
    set
      allocated = allocated + ${change},
      row_version = row_version + 1
    where
      transaction_id = ${transactionId}
  `)

type Row = {
  AllocationId: number
  SellerId: number
  PartyId: number
  FromTransactionId: number | null
  FromInvoiceId: number | null
  ToInvoiceId: number | null
  ToTransactionId: number | null
  ToBillId: number | null
  Amount: number
}
const rowColumns = sql`
  allocation_id,
  seller_id,
  party_id,
  from_transaction_id,
  from_invoice_id,
  to_invoice_id,
  to_transaction_id,
  to_bill_id,
  amount
`

/** Ledger, receipt, refund, bill and paid of the invoice that it is taken from follow a row, or a row undone. */
const follow = async (tx: Tx, row: Row, sign: 1 | -1): Promise<void> => {
  for (const transactionId of [row.FromTransactionId, row.ToTransactionId])
    if (transactionId !== null) await countAllocated(tx, transactionId, sign * row.Amount)
  if (row.ToBillId !== null) await countPaidOfBill(tx, row.ToBillId, sign * row.Amount)
  if (row.FromInvoiceId !== null || row.ToInvoiceId !== null) await postAllocation(tx, row, sign)
  if (row.FromInvoiceId !== null) await allocatePaid(tx, row.FromInvoiceId)
}

/**
 * Puts `amount` of these credits on `to`, the oldest first. The caller holds the buyer (`holdFree`) and counts what is
 * paid of the invoice afterwards (`allocatePaid`). Answers what was left of the amount.
 */
export const putOn = async (
  tx: Tx,
  userId: number | null,
  { buyerId, sellerId }: Parties,
  credits: readonly Credit[],
  to: Debit,
  amount: number,
): Promise<number> => {
  let left = amount
  for (const credit of credits) {
    if (left <= 0) break
    const used = Math.min(left, credit.Free)
    const row = await tx.one<Row>(sql`
      insert into
        allocations (
          seller_id,
          party_id,
          from_transaction_id,
          from_invoice_id,
          from_opening,
          to_invoice_id,
          to_transaction_id,
          to_bill_id,
          to_opening,
          amount,
          created_at,
          created_by
        )
      values
        (
          ${sellerId},
          ${buyerId},
          ${credit.TransactionId},
          ${credit.InvoiceId},
          ${credit.IsOpening},
          ${to.invoiceId ?? null},
          ${to.transactionId ?? null},
          ${to.billId ?? null},
          ${to.opening === true},
          ${used},
          ${now().toISOString()},
          ${userId}
        )
      returning
        ${rowColumns}
    `)
    await follow(tx, row, 1)
    left = lessAmounts(left, used)
  }
  return left
}

/**
 * Draws `amount` for a receipt in the mode Adjusted from deposit, or for a refund: first what `isFirst` says, else the
 * oldest. @throws 422 where less is free
 */
export const draw = async (
  tx: Tx,
  userId: number,
  parties: Parties,
  to: Debit,
  amount: number,
  isFirst: (credit: Credit) => boolean = () => false,
): Promise<void> => {
  await holdFree(tx, [parties.buyerId])
  // an invoice is not paid by what is beyond its own net
  const credits = (await creditsOf(tx, parties)).filter(
    ({ InvoiceId }) => InvoiceId === null || InvoiceId !== to.invoiceId,
  )
  const free = sumOf(credits)
  if (compareAmounts(amount, free) > 0)
    throw refused(
      to.invoiceId === undefined
        ? `The buyer has ${formatMoney(free, { symbol: true })} here that pays nothing yet. Refund that much at most`
        : `The buyer has an unused deposit of ${formatMoney(free, { symbol: true })} here. Adjust that much at most, ` +
            'or record the payment in its own mode',
    )
  const inOrder = [...credits.filter(isFirst), ...credits.filter((credit) => !isFirst(credit))]
  await putOn(tx, userId, parties, inOrder, to, amount)
}

/** Which rows are undone: those of a receipt, refund or invoice that they pay, of money on account, or one by key. */
export type Undone =
  | { toTransactionId: number }
  | { fromTransactionId: number }
  | { toInvoiceId: number }
  | { toBillId: number }
  | { allocationId: number }
const chosen = (which: Undone): Sql =>
  'toTransactionId' in which
    ? sql`to_transaction_id = ${which.toTransactionId}`
    : 'fromTransactionId' in which
      ? sql`from_transaction_id = ${which.fromTransactionId}`
      : 'toInvoiceId' in which
        ? sql`to_invoice_id = ${which.toInvoiceId}`
        : 'toBillId' in which
          ? sql`to_bill_id = ${which.toBillId}`
          : sql`allocation_id = ${which.allocationId}`

/** Undoes allocations, with who and why: the money is free again. The ledger has the opposite, today. */
export const undo = async (tx: Tx, userId: number, which: Undone, reason: string): Promise<readonly Row[]> => {
  const rows = await tx.rows<Row>(sql`
    update allocations
    set
      undone_at = ${now().toISOString()},
      undone_by = ${userId},
      undo_reason = ${reason},
      row_version = row_version + 1
    where
      ${chosen(which)}
      and undone_at is null
    returning
      ${rowColumns}
  `)
  for (const row of rows) {
    await follow(tx, row, -1)
    if (row.ToInvoiceId !== null && row.ToTransactionId === null) await allocatePaid(tx, row.ToInvoiceId)
  }
  return rows
}

type Open = { InvoiceId: number | null; TransactionId: number | null; Owed: number }
/** Of party_dues `due`: what is left to pay; a cheque that has not cleared pays it too. */
export const toPay = sql`
  due.owed - (
    select
      coalesce(sum(payment.amount), 0)
    from
      transactions payment
    where
      payment.invoice_id = due.invoice_id
      and payment.clearing = 'Waiting'
      and not payment.is_cancelled
  )
`

/**
 * What the buyer owes the seller and money can be put on, the oldest first: the opening balance, invoices, and refunds
 * whose money did not come.
 */
const owedOf = (tx: Tx, { buyerId, sellerId }: Parties): Promise<Open[]> =>
  tx.rows<Open>(sql`
    select
      due.invoice_id,
      due.transaction_id,
      ${toPay} as owed
    from
      party_dues due
    where
      due.party_id = ${buyerId}
      and due.seller_id = ${sellerId}
      and due.kind in ('opening', 'invoice', 'refund')
      and due.owed > 0
    order by
      due.since nulls first,
      due.invoice_id
  `)

const debitOf = ({ InvoiceId, TransactionId }: Open): Debit =>
  InvoiceId !== null
    ? { invoiceId: InvoiceId }
    : TransactionId !== null
      ? { transactionId: TransactionId }
      : { opening: true }

/**
 * Puts money where the payer named nothing: on the oldest that the buyer owes. `from` names the receipt or invoice that
 * it is taken from, else it is all that is free. Answers what it put.
 */
export const putOnOldest = async (
  tx: Tx,
  userId: number | null,
  parties: Parties,
  from: { transactionId?: number; invoiceId?: number } = {},
): Promise<number> => {
  await holdFree(tx, [parties.buyerId])
  let put = 0
  for (const open of await owedOf(tx, parties)) {
    // each is read again: an invoice that pays another one is counted by then
    const credits = await creditsOf(tx, parties, from)
    const amount = Math.min(open.Owed, sumOf(credits))
    if (amount <= 0) continue
    await putOn(tx, userId, parties, credits, debitOf(open), amount)
    if (open.InvoiceId !== null) await allocatePaid(tx, open.InvoiceId)
    put = sumAmounts([put, amount])
  }
  return put
}

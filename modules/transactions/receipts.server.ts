// Receipts against an invoice: added, changed or taken back while their batch is open; paid amounts follow.
import { compareAmounts, roundAmount } from '../../core/money.ts'
import { sql, type Tx } from '../../server/db.ts'
import type { Caller } from '../../server/module.ts'
import { refused } from '../../server/refusal.ts'
import { postMoney } from './ledger.server.ts'

/** The user's open batch; the first transaction opens it. */
export const openBatch = async (tx: Tx, userId: number): Promise<number> =>
  (
    await tx.one<{ batch_id: number }>(
      sql`insert into tran_batches (owner_id) values (${userId}) on conflict (owner_id) where close_date is null do update set row_version = tran_batches.row_version returning batch_id`,
    )
  ).batch_id

export type Money = {
  Date: string
  GiverId: number
  ReceiverId: number
  InvoiceId: number | null
  Amount: number
  PaymentModeId: number
  PaymentRef: string | null
  Remarks: string | null
  Kind: 'Receipt' | 'Refund'
}
type Parties = { seller_id: number; buyer_id: number }

const partiesOf = async (tx: Tx, money: Money): Promise<Parties> =>
  money.InvoiceId === null
    ? money.Kind === 'Refund'
      ? { seller_id: money.GiverId, buyer_id: money.ReceiverId }
      : { seller_id: money.ReceiverId, buyer_id: money.GiverId }
    : tx.one<Parties>(sql`select seller_id, buyer_id from invoices where invoice_id = ${money.InvoiceId}`)

/** Records money into the user's batch and the ledger; answers the key. */
export const addMoney = async (tx: Tx, user: Caller, money: Money): Promise<number> => {
  const batch = await openBatch(tx, user.UserId)
  const amount = roundAmount(money.Amount)
  const { transaction_id } = await tx.one<{
    transaction_id: number
  }>(sql`insert into transactions (date, giver_id, receiver_id, invoice_id, amount, payment_mode_id, payment_ref, remarks, batch_id, kind, created_by)
    values (${money.Date}, ${money.GiverId}, ${money.ReceiverId}, ${money.InvoiceId}, ${amount}, ${money.PaymentModeId}, ${money.PaymentRef}, ${money.Remarks}, ${batch}, ${money.Kind}, ${user.UserId}) returning transaction_id`)
  const { seller_id, buyer_id } = await partiesOf(tx, money)
  await postMoney(tx, {
    transaction_id,
    date: money.Date,
    invoice_id: money.InvoiceId,
    kind: money.Kind,
    seller_id,
    party_id: buyer_id,
    amount,
  })
  return transaction_id
}

type Stored = {
  transaction_id: number
  date: string
  amount: number
  payment_mode_id: number
  payment_ref: string | null
  remarks: string | null
  kind: string
  giver_id: number
  receiver_id: number
  closed: boolean
}
const storedOf = (tx: Tx, invoiceId: number): Promise<Stored[]> =>
  tx.rows<Stored>(sql`select t.transaction_id, t.date, t.amount, t.payment_mode_id, t.payment_ref, t.remarks, t.kind, t.giver_id, t.receiver_id, b.close_date is not null as closed
    from transactions t left join tran_batches b on b.batch_id = t.batch_id where t.invoice_id = ${invoiceId} and not t.is_cancelled order by t.transaction_id for update of t`)

/** Takes a transaction back: it stays, cancelled, and the ledger gets the opposite posting. */
const takeBack = async (tx: Tx, stored: Stored, invoiceId: number): Promise<void> => {
  if (stored.closed) throw refused('A transaction in a closed batch can not be changed')
  const parties = await tx.one<Parties>(sql`select seller_id, buyer_id from invoices where invoice_id = ${invoiceId}`)
  await tx.run(
    sql`update transactions set is_cancelled = true, row_version = row_version + 1 where transaction_id = ${stored.transaction_id}`,
  )
  await postMoney(
    tx,
    {
      transaction_id: stored.transaction_id,
      date: stored.date,
      invoice_id: invoiceId,
      kind: stored.kind,
      seller_id: parties.seller_id,
      party_id: parties.buyer_id,
      amount: stored.amount,
    },
    -1,
  )
}

export type ReceiptRow = {
  TransactionId?: number | null
  Date?: string | null
  PaymentModeId: number
  Amount: number
  PaymentRef?: string | null
  Remarks?: string | null
}
const unchanged = (stored: Stored, row: ReceiptRow): boolean =>
  compareAmounts(stored.kind === 'Refund' ? -stored.amount : stored.amount, row.Amount) === 0 &&
  stored.payment_mode_id === row.PaymentModeId &&
  (stored.payment_ref ?? '') === (row.PaymentRef ?? '') &&
  (stored.remarks ?? '') === (row.Remarks ?? '') &&
  (row.Date === undefined || row.Date === null || Date.parse(row.Date) === Date.parse(stored.date))

/** Makes the receipts of an invoice what was sent: changed ones are taken back and made anew, missing ones taken back. */
export const saveReceipts = async (
  tx: Tx,
  user: Caller,
  invoiceId: number,
  giverId: number,
  receiverId: number,
  rows: readonly ReceiptRow[],
): Promise<void> => {
  const stored = await storedOf(tx, invoiceId)
  const byId = new Map(stored.map((row) => [row.transaction_id, row]))
  const kept = new Set<number>()
  for (const row of rows) {
    const known = typeof row.TransactionId === 'number' ? byId.get(row.TransactionId) : undefined
    if (typeof row.TransactionId === 'number' && !known) throw refused('This receipt is not one of this sale')
    if (known) kept.add(known.transaction_id)
    if (known && unchanged(known, row)) continue
    if (known) await takeBack(tx, known, invoiceId)
    const date = user.RoleId <= 2 && row.Date ? row.Date : (known?.date ?? new Date().toISOString())
    await addMoney(tx, user, {
      Date: date,
      GiverId: giverId,
      ReceiverId: receiverId,
      InvoiceId: invoiceId,
      Amount: row.Amount,
      PaymentModeId: row.PaymentModeId,
      PaymentRef: row.PaymentRef ?? null,
      Remarks: row.Remarks ?? null,
      Kind: 'Receipt',
    })
  }
  for (const row of stored) if (!kept.has(row.transaction_id)) await takeBack(tx, row, invoiceId)
}

/** Paid of an invoice from its transactions, allocated to its sales oldest first; a single sale keeps what was paid too much. */
export const allocatePaid = async (tx: Tx, invoiceId: number): Promise<void> => {
  await tx.run(
    sql`update invoices i set paid = (select coalesce(sum(case when t.kind = 'Refund' then -t.amount else t.amount end), 0) from transactions t where t.invoice_id = i.invoice_id and not t.is_cancelled) where i.invoice_id = ${invoiceId}`,
  )
  await tx.run(sql`with i as (select invoice_id, paid, is_single_sale from invoices where invoice_id = ${invoiceId}),
      ordered as (select s.sale_id, s.net_amount, sum(s.net_amount) over (order by s.sale_date, s.sale_id) as upto from sales s where s.invoice_id = ${invoiceId})
    update sales s set paid = case when i.is_single_sale then i.paid else greatest(0, least(o.net_amount, i.paid - (o.upto - o.net_amount))) end
    from ordered o, i where s.sale_id = o.sale_id`)
}

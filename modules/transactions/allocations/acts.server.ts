// Allocating money on account, and undoing it.
import { integer, json, text } from '../../../core/model.ts'
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { allOf } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { actionOf } from '../../../server/module.ts'
import { invalid, invalidBy, malformed, notFound } from '../../../server/refusal.ts'
import { statementOf } from '../../../server/read/statement.ts'
import { allocatePaid } from '../paid.server.ts'
import { transactions } from '../transactions.model.ts'
import { checkPuts, isFree, isOurs, mayPut, type Open, type Put } from './allocations.rules.ts'
import { creditsOf, putOn, putOnOldest, toPay, undo, type Parties } from './free.server.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { duesOfPayer } from './answers.model.ts'

/** Rows as they were sent; empty for the oldest first. @throws 400 */
const putsIn = (sent: unknown): readonly Put[] => {
  const wrong = (): Error => malformed('Allocations must be a list of InvoiceId (null: opening balance) and Amount')
  if (sent === undefined || sent === null) return []
  // an empty list is not everything
  if (!Array.isArray(sent) || sent.length === 0) throw wrong()
  return sent.map((row: unknown) => {
    if (typeof row !== 'object' || row === null || !('InvoiceId' in row) || !('Amount' in row)) throw wrong()
    const { InvoiceId, Amount, ...more } = row
    if (Object.keys(more).length > 0 || typeof Amount !== 'number') throw wrong()
    if (InvoiceId === null) return { InvoiceId, Amount }
    if (typeof InvoiceId !== 'number') throw wrong()
    return { InvoiceId, Amount }
  })
}

/** What can be paid by hand, as the dialog shows it: the opening balance and invoices, the oldest first. */
const openOf = (buyerId: Sql, sellerId: Sql): Sql => sql`
  select
    due.invoice_id as "InvoiceId",
    coalesce(invoice.invoice_no, 'Opening balance') as "InvoiceNo",
    due.since as "InvoiceDate",
    ${toPay} as "Owed"
  from
    party_dues due
    left join invoices invoice on invoice.invoice_id = due.invoice_id
  where
    due.party_id = ${buyerId}
    and due.seller_id = ${sellerId}
    and due.kind in ('opening', 'invoice')
    and ${toPay} > 0
  order by
    due.since nulls first,
    due.invoice_id
`

type From = { transactionId?: number; invoiceId?: number }
/** Puts free money of one document as sent, or the oldest first. Answers the sum. @throws 400 at a row */
export const allocate = async (
  tx: Tx,
  user: Caller,
  parties: Parties,
  from: From,
  sent: unknown,
): Promise<{ message: string; Allocated: number }> => {
  const puts = putsIn(sent)
  await holdFree(tx, [parties.buyerId])
  const free = sumAmounts((await creditsOf(tx, parties, from)).map((credit) => credit.Free))
  const open = await tx.rows<Open & { readonly InvoiceDate: string | null }>(
    openOf(sql`${parties.buyerId}::int`, sql`${parties.sellerId}::int`),
  )
  const decision = checkPuts(puts, open, free)
  if (!decision.ok) throw invalidBy(decision)
  for (const { InvoiceId, Amount } of puts) {
    const to = InvoiceId === null ? { opening: true as const } : { invoiceId: InvoiceId }
    await putOn(tx, user.UserId, parties, await creditsOf(tx, parties, from), to, Amount)
    if (InvoiceId !== null) await allocatePaid(tx, InvoiceId)
  }
  const Allocated =
    puts.length > 0 ? sumAmounts(puts.map(({ Amount }) => Amount)) : await putOnOldest(tx, user.UserId, parties, from)
  const message =
    Allocated === 0
      ? 'The payer owes nothing here: the money stays on account'
      : `${formatMoney(Allocated, { symbol: true })} is allocated`
  return { message, Allocated }
}

export const undoFields = {
  AllocationId: integer('Allocation', { required: 'AllocationId is missing' }),
  reason: text('Reason', { required: 'Please enter the reason', maxLength: 500 }),
}

const documentOf = (of: 'transaction' | 'invoice' | 'bill', key: number): Sql =>
  of === 'invoice'
    ? sql`${key} in (to_invoice_id, from_invoice_id)`
    : of === 'bill'
      ? sql`to_bill_id = ${key}`
      : sql`from_transaction_id = ${key}`

/** Undoes one allocation that is taken from this document or is put on it. @throws 404, 400 without a reason */
export const unallocate = async (
  tx: Tx,
  user: Caller,
  of: 'transaction' | 'invoice' | 'bill',
  key: number,
  body: { AllocationId?: number | null; reason?: string | null },
): Promise<{ message: string }> => {
  const reason = (body.reason ?? '').trim()
  if (reason === '') throw invalid({ reason: ['Please enter the reason'] })
  const allocationId = Number(body.AllocationId)
  const found = await tx.maybe<{ PartyId: number }>(sql`
    select
      party_id
    from
      allocations
    where
      allocation_id = ${allocationId}
      and undone_at is null
      -- what a receipt or refund was taken from goes with that
      and to_transaction_id is null
      and ${documentOf(of, key)}
  `)
  if (!found) throw notFound()
  await holdFree(tx, [found.PartyId])
  const [row] = await undo(tx, user.UserId, { allocationId }, reason)
  if (!row) throw notFound()
  return { message: `${formatMoney(row.Amount, { symbol: true })} is on account again` }
}

export const allocateMoney = actionOf(transactions, {
  name: 'allocate',
  permit: 'update',
  path: 'allocate/transactions',
  summary: 'Put money on account on what its payer owes: as listed, or the oldest first',
  body: { Allocations: json<readonly Put[]>('Allocations') },
  decide: (payment, user) => allOf(isFree(payment), mayPut(user), isOurs(payment.ReceiverId, user)),
  run: ({ tx, user, key, before, body }) =>
    allocate(
      tx,
      user,
      { buyerId: Number(before.GiverId), sellerId: Number(before.ReceiverId) },
      { transactionId: key },
      body.Allocations,
    ),
})

export const unallocateMoney = actionOf(transactions, {
  name: 'unallocate',
  permit: 'update',
  path: 'unallocate/transactions',
  summary: 'Undo an allocation of money on account',
  body: undoFields,
  decide: (payment, user) =>
    allOf(mayPut(user), isOurs(payment.Kind === 'Refund' ? payment.GiverId : payment.ReceiverId, user)),
  run: ({ tx, user, key, body }) => unallocate(tx, user, 'transaction', key, body),
})

/** What a payer owes a seller of the user, the oldest first: what money on account can be put on. */
export const owedByPayer = statementOf({
  ...duesOfPayer,
  name: 'What a payer owes',
  module: 'transactions',
  parameters: {
    GiverId: integer('Giver', { required: 'GiverId is missing' }),
    ReceiverId: integer('Receiver', { required: 'ReceiverId is missing' }),
  },
  query: (values, user) =>
    openOf(
      sql`${values.GiverId}::int`,
      sql`
        (
          select
            ours
          from
            unnest(${[...user.Clients]}::int[]) ours
          where
            ours = ${values.ReceiverId}
        )
      `,
    ),
})

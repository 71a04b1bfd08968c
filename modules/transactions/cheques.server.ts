// Received cheques: a cleared one counts from the day it cleared, a bounced one never.
import { boolean, datetime, text } from '../../core/model.ts'
import { allOf, yes } from '../../core/refusal.ts'
import { formatMoney, lessAmounts } from '../../core/money.ts'
import { recordPath } from '../../core/record-path.ts'
import { now } from '../../server/clock.ts'
import type { Caller } from '../../server/caller.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import { actionOf } from '../../server/module.ts'
import { invalidBy, refusedBy } from '../../server/refusal.ts'
import { booksOpen } from './books.server.ts'
import { paymentMode } from '../lists/items.model.ts'
import { putOnOldest, undo } from './allocations/free.server.ts'
import { unspent } from './allocations/on-account.server.ts'
import { postRecorded, type Parties } from './money.server.ts'
import { cancelDraws } from './receipts.server.ts'
import { allocatePaid } from './paid.server.ts'
import { transactions, type Transaction } from './transactions.model.ts'
import { checkClearedDay, isReceived, mayBounce, mayClear, mayUnclear } from './transactions.rules.ts'

type Sides = Parties & { CreatedBy: number | null }
const sidesOf = (tx: Tx, key: number): Promise<Sides> =>
  tx.one<Sides>(sql`
    select
      coalesce(invoice.seller_id, payment.receiver_id) as seller_id,
      coalesce(invoice.buyer_id, payment.giver_id) as buyer_id,
      payment.created_by
    from
      transactions payment
      left join invoices invoice on invoice.invoice_id = payment.invoice_id
    where
      payment.transaction_id = ${key}
  `)

/** Posts a cheque that cleared, or reverses its posting. */
const post = (tx: Tx, key: number, { InvoiceId, Amount }: Transaction, sides: Sides, date: string, sign: 1 | -1) =>
  postRecorded(
    tx,
    key,
    { InvoiceId, Kind: 'Receipt', Amount: Number(Amount), PaymentModeId: paymentMode.Cheque },
    sides,
    date,
    sign,
  )

const chequeText = ({ PaymentRef, Giver, Amount }: Transaction): string =>
  [`Cheque ${PaymentRef ?? ''} of ${Giver?.Name ?? ''}`, formatMoney(Amount, { symbol: true })].join(', ')

export const cleared = actionOf(transactions, {
  name: 'cleared',
  permit: 'update',
  path: 'cleared/transactions',
  summary: 'Mark a cheque cleared: it counts from that day',
  body: { ClearedOn: datetime('Cleared On') },
  decide: (cheque, user) => allOf(mayClear(cheque, user), isReceived(cheque, user)),
  run: async ({ tx, user, key, before, body }) => {
    const day = body.ClearedOn ?? now().toISOString()
    const decision = checkClearedDay(day, String(before.Date), now())
    if (!decision.ok) throw invalidBy(decision)
    const sides = await sidesOf(tx, key)
    const parties = { buyerId: sides.BuyerId, sellerId: sides.SellerId }
    await booksOpen(tx, parties.sellerId, [{ at: 'ClearedOn', date: day }])
    await tx.run(sql`
      update transactions
      set
        clearing = 'Cleared',
        cleared_on = ${day}
      where
        transaction_id = ${key}
    `)
    await post(tx, key, before, sides, day, 1)
    if (before.InvoiceId !== null) await allocatePaid(tx, before.InvoiceId)
    else await putOnOldest(tx, user.UserId, parties, { transactionId: key })
    return { message: `${chequeText(before)}, has cleared` }
  },
})

export const uncleared = actionOf(transactions, {
  name: 'not cleared',
  permit: 'update',
  path: 'notcleared/transactions',
  summary: 'A cheque that was marked cleared by mistake waits again, from today',
  body: { reason: text('Reason', { required: 'Please enter why it has not cleared', maxLength: 500 }) },
  decide: (cheque, user) => allOf(mayUnclear(cheque, user), isReceived(cheque, user)),
  run: async ({ tx, user, key, before, body }) => {
    unspent(await undo(tx, user.UserId, { fromTransactionId: key }, `Cheque not cleared: ${body.reason ?? ''}`))
    await tx.run(sql`
      update transactions
      set
        clearing = 'Waiting',
        cleared_on = null
      where
        transaction_id = ${key}
    `)
    await post(tx, key, before, await sidesOf(tx, key), now().toISOString(), -1)
    if (before.InvoiceId !== null) await allocatePaid(tx, before.InvoiceId)
    return { message: `${chequeText(before)}, waits to clear` }
  },
})

/** What the invoice of a cleared cheque gave to others and has no longer, the last first. Answers what is undone. */
const freeOfInvoice = async (tx: Tx, user: Caller, cheque: Transaction, reason: string) => {
  if (cheque.InvoiceId === null || cheque.Clearing !== 'Cleared') return []
  const { Paid } = await tx.one<{ Paid: number }>(sql`
    select
      paid
    from
      invoices
    where
      invoice_id = ${cheque.InvoiceId}
  `)
  const given = await tx.rows<{ Id: number; Amount: number }>(sql`
    select
      allocation_id as id,
      amount
    from
      allocations
    where
      from_invoice_id = ${cheque.InvoiceId}
      and undone_at is null
    order by
      allocation_id desc
  `)
  let lacks = lessAmounts(cheque.Amount, Paid)
  const freed = []
  for (const { Id, Amount } of given) {
    if (lacks <= 0) break
    freed.push(...(await undo(tx, user.UserId, { allocationId: Id }, reason)))
    lacks = lessAmounts(lacks, Amount)
  }
  return freed
}

export const bounced = actionOf(transactions, {
  name: 'bounced',
  permit: 'update',
  path: 'bounced/transactions',
  summary: 'Mark a cheque bounced: it never counts',
  body: {
    reason: text('Reason', { required: 'Please enter why the cheque was not paid', maxLength: 500 }),
    Returned: boolean('Returned after it had cleared'),
  },
  decide: (cheque, user) => allOf(mayBounce(cheque, user), isReceived(cheque, user)),
  run: async ({ tx, user, key, before, body }) => {
    // a user who marks one that cleared meanwhile has not seen that
    const seen = body.Returned === true ? yes : mayClear(before, user)
    if (!seen.ok) throw refusedBy(seen)
    const reason = `Cheque bounced: ${body.reason ?? ''}`
    const freed = await undo(tx, user.UserId, { fromTransactionId: key }, reason)
    const drawn = await cancelDraws(tx, user, [...freed, ...(await freeOfInvoice(tx, user, before, reason))], reason)
    await tx.run(sql`
      update transactions
      set
        clearing = 'Bounced',
        cleared_on = null
      where
        transaction_id = ${key}
    `)
    const sides = await sidesOf(tx, key)
    // the bank took back its payment: reversed today
    if (before.Clearing === 'Cleared') await post(tx, key, before, sides, now().toISOString(), -1)
    if (before.InvoiceId !== null) await allocatePaid(tx, before.InvoiceId, true)
    const subject = `${chequeText(before)}, has bounced`
    // the user who took it can still reach its giver
    if (sides.CreatedBy !== null && sides.CreatedBy !== user.UserId)
      await notifyUsers(tx, [sides.CreatedBy], {
        creater: user.FullName,
        subject,
        content: 'Its amount is due.',
        path: recordPath('transactions', { TransactionId: key }),
      })
    return {
      message:
        drawn.length === 0 ? subject : `${subject}. What was adjusted from it is due: receipt ${drawn.join(', ')}`,
    }
  },
})

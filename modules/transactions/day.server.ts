// The day of recorded money is corrected: its entries in the ledger move with it, inside books that are open.
import { dayOf } from '../../core/dates.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { invalidBy, refusedBy } from '../../server/refusal.ts'
import { paymentMode } from '../lists/items.model.ts'
import type { Purpose } from '../ledger/post.server.ts'
import { postMoved } from '../ledger/moved.server.ts'
import { booksOpen } from './books.server.ts'
import { checkMoneyDay, mayChangeMoney } from './transactions.rules.ts'

type Moved = {
  readonly transactionId: number
  readonly invoiceId: number | null
  readonly sellerId: number
  readonly mode: number
  readonly clearing: string | null
  readonly purpose: Purpose | null
  /** ISO. */
  readonly from: string
  readonly to: string
}

/** The first day of the sales that the invoice is of. */
const soldFrom = async (tx: Tx, invoiceId: number | null): Promise<string | null> =>
  invoiceId === null
    ? null
    : (
        await tx.one<{ Day: string | null }>(sql`
          select
            min(sale_date) as day
          from
            sales
          where
            invoice_id = ${invoiceId}
        `)
      ).Day

/** Why a settlement without money, and what pays a challan, keeps its day. */
const keptDay: Readonly<Record<Purpose | 'tds paid', string>> = {
  'tds paid': 'The register has this challan of TDS on its day: cancel it and pay it again',
  tds: 'The register has this TDS on its day: cancel it and record it again with its receipt',
  withheld: 'The register has this TDS on its day: cancel the payment and pay the bill again',
  gst: 'The challan has this GST on its day: cancel it and pay it again',
  'set off': 'Both places have this settlement on one day: cancel the settlement and enter it again',
}
/** What was paid to the government by challan. */
const isChallan = ({ mode, purpose }: Moved): boolean =>
  purpose === 'gst' || (purpose === 'tds' && mode !== paymentMode.WriteOff)
/** Where the ledger has it on another day than its own, the day is not corrected. */
const mayMoveDay = (moved: Moved): Decision => {
  const { mode, clearing, purpose, from, to } = moved
  const stays = mode === paymentMode.WriteOff || isChallan(moved)
  return allOf(
    must(
      mode !== paymentMode.Deposit || dayOf(from) === dayOf(to),
      'What was adjusted from a deposit keeps its day: cancel it and record it again',
      { at: 'Date', code: 'no-money' },
    ),
    must(
      purpose === null || !stays || dayOf(from) === dayOf(to),
      keptDay[purpose === 'tds' && isChallan(moved) ? 'tds paid' : (purpose ?? 'tds')],
      { at: 'Date', code: 'of-another' },
    ),
    must(
      clearing !== 'Cleared' || dayOf(from) === dayOf(to),
      'The cheque has cleared, and the books have it on the day that it did: mark it not cleared first',
      { at: 'Date', code: 'cleared' },
    ),
  )
}

/** @throws 400 and 422 at Date */
export const moveDay = async (tx: Tx, moved: Moved): Promise<void> => {
  const { transactionId, invoiceId, sellerId, from, to } = moved
  const decision = allOf(mayMoveDay(moved), checkMoneyDay(to, now(), await soldFrom(tx, invoiceId)))
  if (!decision.ok) throw invalidBy(decision)
  // neither out of a closed period nor into it
  await booksOpen(tx, sellerId, [
    { at: 'Date', date: to },
    { at: 'Date', date: from },
  ])
  await tx.run(sql`
    update transactions
    set
      date = ${to}
    where
      transaction_id = ${transactionId}
  `)
  await postMoved(tx, transactionId, to)
}

type Stored = {
  readonly TransactionId: number
  readonly PaymentModeId: number
  readonly Clearing: string | null
  readonly Purpose: Purpose | null
  readonly Date: string
  readonly OwnerId: number | null
  readonly Closed: boolean
}
/** The same of a receipt of an invoice, by a user who may change its money. */
export const moveReceipt = (
  tx: Tx,
  user: Caller,
  stored: Stored,
  to: string,
  { invoiceId, sellerId }: { invoiceId: number; sellerId: number },
): Promise<void> => {
  const decision = mayChangeMoney({ ownerId: stored.OwnerId, closed: stored.Closed }, user)
  if (!decision.ok) throw refusedBy(decision)
  return moveDay(tx, {
    transactionId: stored.TransactionId,
    invoiceId,
    sellerId,
    mode: stored.PaymentModeId,
    clearing: stored.Clearing,
    purpose: stored.Purpose,
    from: stored.Date,
    to,
  })
}

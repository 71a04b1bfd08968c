// What one person refunds, takes back, writes off, records of insurers and of TDS, pays out, pays of taxes, and accepts
// and pays of purchase bills in a day, as the network's settings limit it.
import { dayOf, startOfDay } from '../../../core/dates.ts'
import { compareAmounts, formatMoney, sumAmounts } from '../../../core/money.ts'
import { isReason, must, no, type Refused } from '../../../core/refusal.ts'
import { isPrivileged, managers, role, supervisors } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { literal, raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { agreed } from '../../../server/door/second.ts'
import { invalidBy, type Refusal } from '../../../server/refusal.ts'
import type { Purpose } from '../../ledger/post.server.ts'
import { buyerTypes, paymentMode } from '../../lists/items.model.ts'
import { noMoneyModes } from '../transactions.rules.ts'
import { isMade } from './references.server.ts'

const byRole =
  (column: string) =>
  ({ RoleId }: Caller): string =>
    `${RoleId === role.Accounts ? 'accounts' : 'desk'}_${column}`

/** A receipt that is corrected to such a mode keeps its day. What the same act takes back (`instead`) is left out. */
const settledBy =
  (mode: number, purpose: Purpose | null = null) =>
  ({ UserId }: Caller, from: string, instead: readonly number[]): Sql => sql`
    payment.created_by = ${UserId}
    and payment.created_at >= ${from}
    and payment.kind = 'Receipt'
    and payment.payment_mode_id = ${literal(mode)}
    and payment.purpose is not distinct from ${purpose}::text
    and ${isMade}
    and payment.transaction_id <> all (${[...instead]}::int[])
  `

const kinds = {
  refund: {
    column: byRole('refund_limit'),
    need: 'refund',
    words: 'refund',
    by: managers,
    from: 'transactions',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      -- in the user's own batches of the day
      batch_id in (
        select
          batch_id
        from
          tran_batches
        where
          owner_id = ${UserId}
          and (
            close_date is null
            or close_date >= ${from}
          )
      )
      and created_by = ${UserId}
      and date >= ${from}
      and kind = 'Refund'
      and reverses_id is null
      and not is_cancelled
      -- a paid commission, purchase bill or tax is no refund
      and exists (
        select
          1
        from
          clients buyer
        where
          buyer.client_id = receiver_id
          and buyer.client_type_id in (${literal(...buyerTypes)})
      )
    `,
  },
  takeBack: {
    column: byRole('take_back_limit'),
    need: 'take-back',
    words: 'cancel receipts of',
    by: managers,
    from: 'transactions',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      cancelled_by_id = ${UserId}
      and cancelled_at >= ${from}
      and kind = 'Receipt'
      and payment_mode_id not in (${literal(...noMoneyModes)})
    `,
  },
  writeOff: {
    column: byRole('write_off_limit'),
    need: 'write-off',
    words: 'write off',
    by: managers,
    from: 'transactions payment',
    done: settledBy(paymentMode.WriteOff),
  },
  insurer: {
    // no other role records it, but managers
    column: () => 'accounts_insurer_limit',
    need: 'insurer',
    words: 'record as settled by insurers',
    by: managers,
    from: 'transactions payment',
    done: settledBy(paymentMode.Insurer),
  },
  deducted: {
    // no other role records it, but managers
    column: () => 'accounts_deducted_limit',
    need: 'deducted',
    words: 'record as TDS of customers',
    by: managers,
    from: 'transactions payment',
    done: settledBy(paymentMode.WriteOff, 'tds'),
  },
  tax: {
    // who pays them without being a manager keeps the books
    column: () => 'accounts_tax_limit',
    need: 'tax',
    words: 'pay of taxes',
    by: managers,
    from: 'transactions payment',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      payment.created_by = ${UserId}
      and payment.created_at >= ${from}
      and payment.kind = 'Refund'
      and payment.purpose in ('tds', 'gst')
      and ${isMade}
    `,
  },
  paidOut: {
    column: byRole('paid_out_limit'),
    need: 'paid-out',
    words: 'pay out',
    by: managers,
    from: 'batch_outs paid',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      created_by = ${UserId}
      and day >= ${dayOf(from)}::date
      and kind = 'Paid out'
      and cancelled_at is null
      and reverses_id is null
      and not exists (
        select
          1
        from
          batch_outs reversal
        where
          reversal.reverses_id = paid.batch_out_id
      )
    `,
  },
  difference: {
    column: () => 'purchase_difference_limit',
    need: 'purchase',
    words: 'accept purchase bills beyond what was agreed by',
    by: managers,
    from: '(select accepted_more as amount, accepted_by_id, accepted_at, cancelled_at from purchase_bills) bill',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      accepted_by_id = ${UserId}
      and accepted_at >= ${from}
      and cancelled_at is null
    `,
  },
  ownBill: {
    column: byRole('own_bill_limit'),
    need: 'own-bill',
    words: 'pay, of purchase bills that you entered,',
    by: supervisors,
    from: 'own_bill_payments',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      paid_by_id = ${UserId}
      and day >= ${from}
    `,
  },
} as const

/** What settles a bill and is no money has a limit for managers, too: no drawer and no bank is short of it. */
const ofManagers: Partial<Record<keyof typeof kinds, string>> = {
  writeOff: 'manager_write_off_limit',
  insurer: 'manager_insurer_limit',
  deducted: 'manager_deducted_limit',
}
const columnOf = (user: Caller, kind: keyof typeof kinds): string | undefined =>
  isPrivileged(user) ? ofManagers[kind] : kinds[kind].column(user)

/** Of two requests of one person the second waits, and sees what the first recorded. */
export const holdDay = (tx: Tx, { UserId }: Caller): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('day limit'), ${UserId})
  `)

type Limited = { readonly Limit: number | null; readonly Made: number }
const limitedBy = (
  tx: Tx,
  user: Caller,
  kind: keyof typeof kinds,
  column: string,
  instead: readonly number[],
): Promise<Limited> => {
  const { from, done } = kinds[kind]
  return tx.one<Limited>(sql`
    select
      ${raw(column)} as limit,
      (
        select
          coalesce(sum(amount), 0)
        from
          ${raw(from)}
        where
          ${done(user, startOfDay(now()), instead)}
      ) as made
    from
      network_settings
  `)
}

/** Receipts are numbered last, so that what is settled without money is asked before; all else is recorded by then. */
const isRecorded = (kind: keyof typeof kinds): boolean => !(kind in ofManagers)

/**
 * Asked after `amount` is recorded, of what is settled without money before. @throws 422 where it is more than the user
 * may do in a day, unless a second person agreed
 */
export const withinLimit = async (
  tx: Tx,
  user: Caller,
  kind: keyof typeof kinds,
  amount: number,
  at: string,
  toRefusal?: (refused: Refused) => Refusal,
  instead: readonly number[] = [],
): Promise<void> => {
  const column = columnOf(user, kind)
  if (column === undefined) return
  await holdDay(tx, user)
  const { Limit, Made: before } = await limitedBy(tx, user, kind, column, instead)
  const made = isRecorded(kind) ? before : sumAmounts([before, amount])
  if (Limit === null || compareAmounts(made, Limit) <= 0) return
  const money = (sum: number): string => formatMoney(sum, { symbol: true })
  const { need, words, by } = kinds[kind]
  const who = isPrivileged(user) ? 'Another manager' : by === supervisors ? 'Another person' : 'A manager'
  const may =
    compareAmounts(Limit, 0) === 0 && kind === 'writeOff' && !isPrivileged(user)
      ? 'Only a manager can write off an amount'
      : `You may ${words} ${money(Limit)} a day, and this makes it ${money(made)}. ${who} can do it`
  agreed(user, no(may, { at, code: 'beyond-limit', needs: { kind: need, by, amount } }), toRefusal)
}

type Settled = { readonly PaymentModeId: number; readonly Amount: number; readonly Remarks: string | null }
/** Kinds of what settles a bill and is no money, and what its remarks are to say. */
const settlements = [
  { kind: 'writeOff', mode: paymentMode.WriteOff, asked: 'Enter in the remarks why it is written off' },
  { kind: 'insurer', mode: paymentMode.Insurer, asked: 'Enter in the remarks which claim the insurer settles' },
] as const
/** It is no money, and no draw on a deposit. */
export const isSettlement = (PaymentModeId: number): boolean => settlements.some(({ mode }) => mode === PaymentModeId)

/**
 * What is written off, and what an insurer settles: up to a day's limit (others than managers give a reason), then by a
 * manager, of a manager by another one. `atOf` names the field of a row; `instead`: the keys of what the same act takes
 * back. @throws 422
 */
export const maySettle = async <Row extends Settled>(
  tx: Tx,
  user: Caller,
  rows: readonly Row[],
  atOf: (row: Row) => string,
  instead: readonly number[] = [],
): Promise<void> => {
  for (const { kind, mode, asked } of settlements) {
    const settled = rows.filter((row) => row.PaymentModeId === mode)
    const [first] = settled
    if (!first) continue
    const sum = sumAmounts(settled.map((row) => row.Amount))
    await withinLimit(tx, user, kind, sum, atOf(first), invalidBy, instead)
    if (user.Second !== undefined || isPrivileged(user)) continue
    const unsaid = settled.find((row) => !isReason(row.Remarks))
    const said = must(unsaid === undefined, asked, { at: atOf(unsaid ?? first), code: 'reason-needed' })
    if (!said.ok) throw invalidBy(said)
  }
}

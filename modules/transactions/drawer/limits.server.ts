// What one person refunds, takes back, writes off, pays out, and accepts and pays of purchase bills in a day, as the
// network's settings limit it.
import { dayOf, startOfDay } from '../../../core/dates.ts'
import { compareAmounts, formatMoney, sumAmounts } from '../../../core/money.ts'
import { must, no, type Refused } from '../../../core/refusal.ts'
import { isPrivileged, managers, role, supervisors } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { literal, raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { agreed } from '../../../server/door/second.ts'
import { invalidBy, type Refusal } from '../../../server/refusal.ts'
import { buyerTypes, paymentMode } from '../../lists/items.model.ts'
import { isReason, noMoneyModes } from '../transactions.rules.ts'

const byRole =
  (column: string) =>
  ({ RoleId }: Caller): string =>
    `${RoleId === role.Accounts ? 'accounts' : 'desk'}_${column}`

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
    from: 'transactions',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      created_by = ${UserId}
      -- a receipt that is corrected to a write-off keeps its day
      and created_at >= ${from}
      and kind = 'Receipt'
      and payment_mode_id = ${literal(paymentMode.WriteOff)}
      and purpose is null
      and not is_cancelled
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

/** Of two requests of one person the second waits, and sees what the first recorded. */
const holdDay = (tx: Tx, { UserId }: Caller): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('day limit'), ${UserId})
  `)

type Limited = { readonly limit: number | null; readonly made: number }
const limitedBy = (tx: Tx, user: Caller, kind: keyof typeof kinds): Promise<Limited> => {
  const { column, from, done } = kinds[kind]
  return tx.one<Limited>(sql`
    select
      ${raw(column(user))} as limit,
      (
        select
          coalesce(sum(amount), 0)
        from
          ${raw(from)}
        where
          ${done(user, startOfDay(now()))}
      ) as made
    from
      network_settings
  `)
}

/** Receipts are numbered last, so that what they write off is asked before; all else is recorded by then. */
const isRecorded = (kind: keyof typeof kinds): boolean => kind !== 'writeOff'

/**
 * Asked after `amount` is recorded, of a write-off before. @throws 422 where it is more than the user may do in a day,
 * unless a second person agreed
 */
export const withinLimit = async (
  tx: Tx,
  user: Caller,
  kind: keyof typeof kinds,
  amount: number,
  at: string,
  toRefusal?: (refused: Refused) => Refusal,
): Promise<void> => {
  if (isPrivileged(user)) return
  await holdDay(tx, user)
  const { limit, made: before } = await limitedBy(tx, user, kind)
  const made = isRecorded(kind) ? before : sumAmounts([before, amount])
  if (limit === null || compareAmounts(made, limit) <= 0) return
  const money = (sum: number): string => formatMoney(sum, { symbol: true })
  const { need, words, by } = kinds[kind]
  const may =
    compareAmounts(limit, 0) === 0 && kind === 'writeOff'
      ? 'Only a manager can write off an amount'
      : `You may ${words} ${money(limit)} a day, and this makes it ${money(made)}. ` +
        (by === supervisors ? 'Another person can do it' : 'A manager can do it')
  agreed(user, no(may, { at, code: 'beyond-limit', needs: { kind: need, by, amount } }), toRefusal)
}

type WrittenOff = { readonly Amount: number; readonly Remarks: string | null }
/** What is written off beside it: up to a day's limit with a reason, then by a manager. @throws 422 */
export const mayWriteOff = async (tx: Tx, user: Caller, rows: readonly WrittenOff[], at: string): Promise<void> => {
  if (rows.length === 0 || isPrivileged(user)) return
  await withinLimit(tx, user, 'writeOff', sumAmounts(rows.map((row) => row.Amount)), at, invalidBy)
  const asked = must(
    user.Second !== undefined || rows.every((row) => isReason(row.Remarks)),
    'Enter in the remarks why it is written off',
    { at, code: 'reason-needed' },
  )
  if (!asked.ok) throw invalidBy(asked)
}

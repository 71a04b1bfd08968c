// What one person refunds and takes back in a day, by role, as the network's settings limit it.
import { startOfDay } from '../../../core/dates.ts'
import { compareAmounts, formatMoney } from '../../../core/money.ts'
import { isPrivileged, role } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { literal, raw, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { refused } from '../../../server/refusal.ts'
import { noMoneyModes } from '../transactions.rules.ts'

const kinds = {
  refund: {
    column: 'refund_limit',
    words: 'refund',
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
      -- a paid commission is no refund
      and not exists (
        select
          1
        from
          referrals paid
        where
          paid.paid_by_id = transaction_id
      )
    `,
  },
  takeBack: {
    column: 'take_back_limit',
    words: 'cancel receipts of',
    done: ({ UserId }: Caller, from: string): Sql => sql`
      cancelled_by_id = ${UserId}
      and cancelled_at >= ${from}
      and kind = 'Receipt'
      and payment_mode_id not in (${literal(...noMoneyModes)})
    `,
  },
} as const

/** Of two requests of one person the second waits, and sees what the first recorded. */
const holdDay = (tx: Tx, { UserId }: Caller): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('day limit'), ${UserId})
  `)

/** Asked after it is recorded. @throws 422 where it is more than the user may do in a day, with who may */
export const withinLimit = async (tx: Tx, user: Caller, kind: keyof typeof kinds, at: string): Promise<void> => {
  if (isPrivileged(user)) return
  await holdDay(tx, user)
  const isAccounts = user.RoleId === role.Accounts
  const { column, words, done } = kinds[kind]
  const { limit, made } = await tx.one<{ limit: number | null; made: number }>(sql`
    select
      ${raw(`${isAccounts ? 'accounts' : 'desk'}_${column}`)} as limit,
      (
        select
          coalesce(sum(amount), 0)
        from
          transactions
        where
          ${done(user, startOfDay(now()))}
      ) as made
    from
      network_settings
  `)
  if (limit === null || compareAmounts(made, limit) <= 0) return
  const money = (amount: number): string => formatMoney(amount, { symbol: true })
  const reason = `You may ${words} ${money(limit)} a day, and this makes it ${money(made)}. A manager can do it`
  throw refused(reason, { [at]: [reason] })
}

// References of payments by card, UPI, bank and gateway: one pays once. A second use is recorded by a manager.
import { formatDate } from '../../../core/dates.ts'
import { no } from '../../../core/refusal.ts'
import { isPrivileged, managers } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { held } from '../../../server/door/permission.ts'
import { agreed } from '../../../server/door/second.ts'
import { transactionScope } from '../list.server.ts'
import { isPaidOnce } from '../transactions.rules.ts'

export type Referred = {
  readonly TransactionId: number | null
  readonly PaymentModeId: number
  readonly PaymentRef: string | null
  readonly Amount?: number | null
}
type Used = { day: string; transaction_id: number; invoice_no: string | null; isSeen: boolean }

const days = 400
const keyOf = ({ PaymentModeId, PaymentRef }: Referred): string =>
  `${PaymentModeId} ${(PaymentRef ?? '').trim().toLowerCase()}`

/** Of two requests with one reference the second waits, and sees what the first one recorded. */
const holdReference = (tx: Tx, payeeId: number, key: string): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('reference'), hashtext (${`${payeeId} ${key}`}))
  `)

const usedBy = (tx: Tx, user: Caller, payeeId: number, row: Referred): Promise<Used | undefined> =>
  tx.maybe<Used>(sql`
    select
      payment.date::text as day,
      payment.transaction_id,
      invoice.invoice_no,
      (${transactionScope(user)}) as "isSeen"
    from
      transactions payment
      left join invoices invoice on invoice.invoice_id = payment.invoice_id
    where
      payment.receiver_id = ${payeeId}
      and payment.payment_mode_id = ${row.PaymentModeId}
      and lower(payment.payment_ref) = lower(${(row.PaymentRef ?? '').trim()})
      and payment.kind = 'Receipt'
      and not payment.is_cancelled
      and payment.reverses_id is null
      -- what was cancelled in a closed batch is recorded again with its reference
      and not exists (
        select
          1
        from
          transactions reversal
        where
          reversal.reverses_id = payment.transaction_id
      )
      and payment.transaction_id is distinct from ${row.TransactionId}::int
      and payment.date > now() - make_interval(days => ${days})
    order by
      payment.date desc
    limit
      1
  `)

const whereOf = (user: Caller, { isSeen, day, transaction_id, invoice_no }: Used): string => {
  if (!isSeen || held(user, 'transactions', 'read').length === 0) return 'before'
  const what = invoice_no === null ? `transaction ${transaction_id}` : `invoice ${invoice_no}`
  return `on ${formatDate(day)} for ${what}`
}

/**
 * Payments that a payee receives: each reference is new, or a manager records it.
 * @throws 422 at the given field, with the payment that used it if the user may see that one
 */
export const checkNewReferences = async (
  tx: Tx,
  user: Caller,
  payeeId: number,
  rows: readonly Referred[],
  at: string,
): Promise<void> => {
  if (isPrivileged(user)) return
  const asked = rows.filter((row) => isPaidOnce(row.PaymentModeId) && (row.PaymentRef ?? '').trim() !== '')
  const ask = (row: Referred, where: string): void => {
    const way = 'Check it, or ask a manager to record this payment'
    const reason = `The reference ${row.PaymentRef ?? ''} was used ${where}. ${way}`
    const amount = Number(row.Amount ?? 0)
    agreed(user, no(reason, { at, code: 'reference-used', needs: { kind: 'reference', by: managers, amount } }))
  }
  const keys = new Set<string>()
  for (const row of asked.toSorted((one, other) => keyOf(one).localeCompare(keyOf(other)))) {
    const key = keyOf(row)
    if (keys.has(key)) ask(row, 'twice here')
    keys.add(key)
    await holdReference(tx, payeeId, key)
    const used = await usedBy(tx, user, payeeId, row)
    if (used) ask(row, whereOf(user, used))
  }
}

// References of payments by card, UPI, bank and gateway, and of cheques that are given: one pays once. A second use of
// what a payee receives is recorded by a manager, of what is paid with the agreement of another person.
import { formatDate } from '../../../core/dates.ts'
import { no } from '../../../core/refusal.ts'
import { isPrivileged, managers, supervisors } from '../../../core/user.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { held } from '../../../server/door/permission.ts'
import { agreed } from '../../../server/door/second.ts'
import { refusedBy } from '../../../server/refusal.ts'
import { transactionScope } from '../list.server.ts'
import { hasReference, isPaidOnce, mayCorrectWords } from '../transactions.rules.ts'

export type Referred = {
  readonly TransactionId: number | null
  readonly PaymentModeId: number
  readonly PaymentRef: string | null
  readonly Amount?: number | null
}
type Used = { Day: string; TransactionId: number; InvoiceNo: string | null; isSeen: boolean }

const days = 400
const keyOf = ({ PaymentModeId, PaymentRef }: Referred): string =>
  `${PaymentModeId} ${(PaymentRef ?? '').trim().toLowerCase()}`

/** Of two requests with one reference the second waits, and sees what the first one recorded. */
const holdReference = (tx: Tx, payeeId: number, key: string): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('reference'), hashtext (${`${payeeId} ${key}`}))
  `)

/** A payment (`payment`) counts: what was cancelled in a closed batch is recorded again with its reference. */
export const isMade = sql`
  not payment.is_cancelled
  and payment.reverses_id is null
  and not exists (
    select
      1
    from
      transactions reversal
    where
      reversal.reverses_id = payment.transaction_id
  )
`

type Known = { readonly transactionId: number | null; readonly modeId: number }
/** The latest other payment `payment` of this mode that is as `alike` says. */
const lastUse = (tx: Tx, user: Caller, { transactionId, modeId }: Known, alike: Sql): Promise<Used | undefined> =>
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
      payment.payment_mode_id = ${modeId}
      and ${alike}
      and ${isMade}
      and payment.transaction_id is distinct from ${transactionId}::int
      and payment.date > now() - make_interval(days => ${days})
    order by
      payment.date desc
    limit
      1
  `)

const usedBy = (tx: Tx, user: Caller, payeeId: number, row: Referred): Promise<Used | undefined> =>
  lastUse(
    tx,
    user,
    { transactionId: row.TransactionId, modeId: row.PaymentModeId },
    sql`
      payment.receiver_id = ${payeeId}
      and lower(payment.payment_ref) = lower(${(row.PaymentRef ?? '').trim()})
      and payment.kind = 'Receipt'
    `,
  )

const whereOf = (user: Caller, { isSeen, Day, TransactionId, InvoiceNo }: Used): string => {
  if (!isSeen || held(user, 'transactions', 'read').length === 0) return 'before'
  const what = InvoiceNo === null ? `transaction ${TransactionId}` : `invoice ${InvoiceNo}`
  return `on ${formatDate(Day)} for ${what}`
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

export type Paid = {
  readonly TransactionId: number
  readonly GiverId: number
  readonly PaymentModeId: number
  readonly PaymentRef: string | null
  readonly Amount: number
  /** One challan may pay for several places: its parts are one payment. */
  readonly ChallanNo?: string | null
  readonly Purpose?: string | null
}
/** Whose bank account a place pays from: its own, or its legal entity's. */
const paysFrom = (place: Sql): Sql => sql`
  (
    select
      coalesce(
        (
          select
            account.owner_id
          from
            bank_accounts account
          where
            account.owner_id in (payer.client_id, payer.legal_entity_id)
            and account.is_active
          order by
            (account.owner_id = payer.client_id) desc
          limit
            1
        ),
        payer.client_id
      )
    from
      clients payer
    where
      payer.client_id = ${place}
  )
`

const paidBy = async (tx: Tx, user: Caller, paid: Paid): Promise<Used | undefined> => {
  const { Payer, Plain } = await tx.one<{ Payer: number; Plain: string }>(sql`
    select
      ${paysFrom(sql`${paid.GiverId}::int`)} as payer,
      plain_number (${paid.PaymentRef ?? ''}::text) as plain
  `)
  if (Plain === '') return undefined
  await holdReference(tx, Payer, `paid ${paid.PaymentModeId} ${Plain}`)
  return lastUse(
    tx,
    user,
    { transactionId: paid.TransactionId, modeId: paid.PaymentModeId },
    sql`
      payment.kind = 'Refund'
      and payment.payment_ref is not null
      and plain_number (payment.payment_ref) = ${Plain}
      and ${paysFrom(sql`payment.giver_id`)} = ${Payer}
      and not (
        payment.giver_id <> ${paid.GiverId}
        and exists (
          select
            1
          from
            challans part
          where
            part.transaction_id = payment.transaction_id
            and part.tax = ${paid.Purpose ?? null}
            and plain_number (part.challan_no) = plain_number (${paid.ChallanNo ?? null}::text)
        )
      )
    `,
  )
}

/**
 * Money that was recorded as paid out: no other payment from the same bank account has its reference, or another
 * person agrees to that. @throws 422 at the given field, with the payment that has it if the user may see that one
 */
export const checkPaidReference = async (tx: Tx, user: Caller, paid: Paid, at: string): Promise<void> => {
  if (!hasReference(paid.PaymentModeId)) return
  const used = await paidBy(tx, user, paid)
  if (!used) return
  const reason =
    `The reference ${paid.PaymentRef ?? ''} was used ${whereOf(user, used)}. ` +
    'Check it; what one transfer or cheque pays is one payment'
  const needs = { kind: 'reference' as const, by: supervisors, amount: paid.Amount }
  agreed(user, no(reason, { at, code: 'reference-used', needs }))
}

/** `at`: the field of its reference; `wasRef`: the one that it has had. */
type Corrected = {
  readonly transactionId: number
  readonly closed: boolean
  readonly at: string
  readonly wasRef: string | null
}
/** Corrects remarks and reference of recorded money: its batch, author and day do not change. */
export const correctWords = async (
  tx: Tx,
  user: Caller,
  { transactionId, closed, at, wasRef }: Corrected,
  words: { PaymentRef: string | null; Remarks: string | null },
): Promise<void> => {
  const decision = mayCorrectWords({ closed })
  if (!decision.ok) throw refusedBy(decision)
  const { Kind, ...paid } = await tx.one<Paid & { Kind: string }>(sql`
    update transactions
    set
      payment_ref = ${words.PaymentRef},
      remarks = ${words.Remarks},
      row_version = row_version + 1
    where
      transaction_id = ${transactionId}
    returning
      transaction_id as "TransactionId",
      giver_id as "GiverId",
      payment_mode_id as "PaymentModeId",
      payment_ref as "PaymentRef",
      amount as "Amount",
      kind as "Kind",
      (
        select
          challan.challan_no
        from
          challans challan
        where
          challan.transaction_id = transactions.transaction_id
      ) as "ChallanNo",
      purpose as "Purpose"
  `)
  // what was agreed to once is not asked again for its remarks
  if (Kind === 'Refund' && words.PaymentRef !== wasRef) await checkPaidReference(tx, user, paid, at)
}

// The unused deposit of a buyer with a seller: bills draw on it, and refunds come from it.
import { compareAmounts, formatMoney } from '../../core/money.ts'
import { literal, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'
import { paymentMode } from '../lists/items.model.ts'
import { noMoneyModes } from './transactions.rules.ts'

type Parties = { readonly buyerId: number; readonly sellerId: number }

/** One at a time draws on a buyer's deposit: a request that waits here sees what the other one used. */
const holdDeposit = (tx: Tx, buyers: readonly number[]): Promise<number> =>
  tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('deposit'), buyer)
    from
      (
        select
          buyer
        from
          unnest(${[...buyers]}::int[]) held (buyer)
        order by
          buyer
      ) held
  `)

const settledOn = (modes: readonly number[]): Sql => sql`
  (
    select
      coalesce(sum(payment.amount), 0)
    from
      transactions payment
    where
      payment.invoice_id = invoice.invoice_id
      and payment.kind = 'Receipt'
      and payment.counts
      and payment.payment_mode_id in (${literal(...modes)})
  )
`

/** Money received and not refunded, less what it paid of invoices: settlements without money pay first. */
const readFree = async (tx: Tx, { buyerId, sellerId }: Parties): Promise<number> =>
  (
    await tx.one<{ free: number }>(sql`
      select
        (
          select
            coalesce(
              sum(
                case
                  when payment.kind = 'Refund' then - payment.amount
                  else payment.amount
                end
              ),
              0
            )
          from
            transactions payment
          where
            payment.counts
            and payment.payment_mode_id not in (${literal(...noMoneyModes)})
            and (
              (
                payment.kind = 'Receipt'
                and payment.giver_id = ${buyerId}
                and payment.receiver_id = ${sellerId}
              )
              or (
                payment.kind = 'Refund'
                and payment.giver_id = ${sellerId}
                and payment.receiver_id = ${buyerId}
              )
            )
        ) - (
          select
            coalesce(sum(greatest(0, least(invoice.net_amount, invoice.paid) - ${settledOn([
              paymentMode.Insurer,
              paymentMode.WriteOff,
            ])})), 0)
          from
            invoices invoice
          where
            invoice.buyer_id = ${buyerId}
            and invoice.seller_id = ${sellerId}
            and not invoice.is_cancelled
        ) as free
    `)
  ).free

/** The deposit that may be drawn now; no one else draws until this transaction ends. */
export const depositOf = async (tx: Tx, parties: Parties): Promise<number> => {
  await holdDeposit(tx, [parties.buyerId])
  return Math.max(0, await readFree(tx, parties))
}

/** Refuses to draw more than the unused deposit. @throws 422 */
export const drawDeposit = async (tx: Tx, parties: Parties, amount: number): Promise<void> => {
  const free = await depositOf(tx, parties)
  if (compareAmounts(amount, free) > 0)
    throw refused(
      `The buyer has an unused deposit of ${formatMoney(free, { symbol: true })} here. Adjust that much at most, or ` +
        'record the payment in its own mode',
    )
}

/**
 * Moves money of these buyers, and refuses it where more of their money would be used or refunded than they
 * paid in. @throws 422
 */
export const withinDeposit = async <T>(tx: Tx, parties: readonly Parties[], run: () => Promise<T>): Promise<T> => {
  await holdDeposit(
    tx,
    parties.map(({ buyerId }) => buyerId),
  )
  const before: number[] = []
  for (const one of parties) before.push(await readFree(tx, one))
  const done = await run()
  for (const [at, one] of parties.entries()) {
    const free = await readFree(tx, one)
    if (compareAmounts(free, Math.min(0, before[at] ?? 0)) < 0)
      throw refused(
        `It needs ${formatMoney(-free, { symbol: true })} more than the unused deposit of the buyer. Cancel ` +
          'what was adjusted from the deposit first',
      )
  }
  return done
}

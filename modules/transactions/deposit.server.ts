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
      coalesce(sum(t.amount), 0)
    from
      transactions t
    where
      t.invoice_id = i.invoice_id
      and t.kind = 'Receipt'
      and t.counts
      and t.payment_mode_id in (${literal(...modes)})
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
                  when t.kind = 'Refund' then - t.amount
                  else t.amount
                end
              ),
              0
            )
          from
            transactions t
          where
            t.counts
            and t.payment_mode_id not in (${literal(...noMoneyModes)})
            and (
              (
                t.kind = 'Receipt'
                and t.giver_id = ${buyerId}
                and t.receiver_id = ${sellerId}
              )
              or (
                t.kind = 'Refund'
                and t.giver_id = ${sellerId}
                and t.receiver_id = ${buyerId}
              )
            )
        ) - (
          select
            coalesce(sum(greatest(0, least(i.net_amount, i.paid) - ${settledOn([
              paymentMode.Insurer,
              paymentMode.WriteOff,
            ])})), 0)
          from
            invoices i
          where
            i.buyer_id = ${buyerId}
            and i.seller_id = ${sellerId}
            and not i.is_cancelled
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

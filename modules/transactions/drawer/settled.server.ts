// What is written off, or settled by an insurer, is never more than the bill: beyond it the buyer would have credit
// that nobody paid.
import { compareAmounts, formatMoney, sumAmounts, type Amount } from '../../../core/money.ts'
import { must } from '../../../core/refusal.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { invalidBy } from '../../../server/refusal.ts'
import { paymentMode } from '../../lists/items.model.ts'

type Bill = { readonly invoiceId: number | null; readonly net: Amount }
/** Of an invoice what is recorded on it. */
const billOf = (tx: Tx, invoiceId: number): Promise<{ Settled: number; Net: number }> =>
  tx.one(sql`
    select
      invoice.net_amount as net,
      (
        select
          coalesce(sum(payment.amount), 0)
        from
          transactions payment
        where
          payment.invoice_id = invoice.invoice_id
          and payment.counts
          and payment.kind = 'Receipt'
          and payment.payment_mode_id in (${literal(paymentMode.Insurer, paymentMode.WriteOff)})
          and payment.purpose is null
      ) as settled
    from
      invoices invoice
    where
      invoice.invoice_id = ${invoiceId}
  `)

/**
 * `rows` were just recorded on the invoice of a bill, or are the first of a new one (`invoiceId` null). @throws 400
 * where more is settled than the bill comes to
 */
export const settledWithin = async <Row extends { readonly Amount: Amount }>(
  tx: Tx,
  { invoiceId, net: billed }: Bill,
  rows: readonly Row[],
  atOf: (row: Row) => string,
): Promise<void> => {
  const [first] = rows
  if (!first) return
  const { Settled, Net } =
    invoiceId === null
      ? { Settled: sumAmounts(rows.map((row) => row.Amount)), Net: billed }
      : await billOf(tx, invoiceId)
  const money = (amount: Amount): string => formatMoney(amount, { symbol: true })
  const decision = must(
    compareAmounts(Settled, Net) <= 0,
    `This makes ${money(Settled)} that is settled without money, and the bill is of ${money(Net)}. Enter less: ` +
      'what is no money cannot be kept as an advance',
    { at: atOf(first), code: 'no-money' },
  )
  if (!decision.ok) throw invalidBy(decision)
}

// Tax deducted at source: how much of a payment, by the rate of its day, and what a customer may have deducted.
import { compareAmounts, formatMoney, lessAmounts, roundAmount, sumAmounts, type Amount } from '../../../core/money.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { supervisors } from '../../../core/user.ts'
import { supervisorsText } from '../transactions.rules.ts'

/** The permanent account number in a tax id: alone, or inside a GSTIN; null where there is none. */
export const panOf = (taxId: string | null | undefined): string | null => {
  const text = (taxId ?? '').replace(/\s/g, '').toUpperCase()
  return /^(?:\d{2})?([A-Z]{5}\d{4}[A-Z])(?:[A-Z\d]{3})?$/.exec(text)?.[1] ?? null
}

export type Rate = { readonly Rate: Amount; readonly RateWithoutPan: Amount; readonly Threshold: Amount }
/** Of the financial year: what was paid before this payment, and what of it tax was withheld from. */
type Year = { readonly Paid: Amount; readonly Taxed: Amount }
export type Due = { readonly base: number; readonly rate: number; readonly amount: number }

/**
 * The tax of a payment. Once what is paid in the year is beyond the threshold, all of it is taxed: also what was paid
 * before. Undefined where there is none. It is never more than the payment: what is left is taxed with the next one.
 */
export const taxOf = (payment: Amount, { Paid, Taxed }: Year, rate: Rate, pan: string | null): Due | undefined => {
  const year = sumAmounts([Paid, payment])
  if (compareAmounts(year, rate.Threshold) <= 0) return undefined
  const untaxed = lessAmounts(year, Taxed)
  const percent = Number(pan === null ? rate.RateWithoutPan : rate.Rate)
  const whole = roundAmount((untaxed * percent) / 100)
  const amount = Math.min(whole, roundAmount(payment))
  if (amount <= 0) return undefined
  const base = amount < whole ? roundAmount((amount * 100) / percent) : untaxed
  return { base, rate: percent, amount }
}

/** What a payment came to, in words. */
export const paidText = (net: Amount, tax: Due | undefined): string => {
  const money = (amount: Amount): string => formatMoney(amount, { symbol: true })
  return tax ? `${money(net)} paid, ${money(tax.amount)} TDS withheld` : `${money(net)} paid`
}

/** The highest rate that any payer deducts, that of a payee without a PAN. */
const highest = 20
type Receipt = { readonly Amount?: Amount | null; readonly TdsAmount?: Amount | null }
/** A front desk could keep money and call it tax: accounts staff record it, within what a law deducts. */
export const mayDeduct = (receipt: Receipt, isReceipt: boolean, who: { readonly RoleId: number }): Decision => {
  const most = roundAmount((sumAmounts([receipt.Amount, receipt.TdsAmount]) * highest) / 100)
  return allOf(
    must(supervisors.includes(who.RoleId), `Only ${supervisorsText} can record TDS`, {
      at: 'TdsAmount',
      code: 'accounts-only',
    }),
    must(isReceipt, 'A customer deducts TDS from money that it pays you', { at: 'TdsAmount' }),
    must(
      compareAmounts(receipt.TdsAmount, most) <= 0,
      `TDS is at most ${highest} % of what is settled: ${formatMoney(most, { symbol: true })} here`,
      { at: 'TdsAmount', code: 'too-much-tds' },
    ),
  )
}

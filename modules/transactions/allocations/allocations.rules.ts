// What money on account is put on: by hand, as a remittance lists it, or the oldest first.
import { compareAmounts, formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { allOf, must, no, yes, type Decision } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'

/** What the payer owes: an invoice, or (key null) the opening balance. Amounts in rupees. */
export type Open = { readonly InvoiceId: number | null; readonly InvoiceNo: string; readonly Owed: number }
export type Put = { readonly InvoiceId: number | null; readonly Amount: number }

/** The oldest first, until nothing of `free` is left. `open` is in that order. */
export const spread = (open: readonly Open[], free: number): readonly Put[] => {
  let left = free
  return open.flatMap(({ InvoiceId, Owed }) => {
    const Amount = Math.min(left, Owed)
    left = lessAmounts(left, Amount)
    return Amount > 0 ? [{ InvoiceId, Amount }] : []
  })
}

const wordsOf = (line: string): readonly string[] => line.split(/[\t;, ]+/).filter((word) => word !== '')
/** Grouping of thousands is no separator of words. */
const ungrouped = (line: string): string => line.replace(/(?<=\d),(?=\d{2,3}(\D|$))/g, '')

export type Pasted = { readonly puts: readonly Put[]; readonly unread: readonly string[] }
/**
 * A list as a payer sends it with its money: a line per invoice with its number and, after it, an amount; without one
 * it is all that is owed. Lines that name no open invoice are answered as they are.
 */
export const pasted = (text: string, open: readonly Open[]): Pasted => {
  const puts: Put[] = []
  const unread: string[] = []
  for (const line of text.split(/\r?\n/).filter((one) => one.trim() !== '')) {
    const words = wordsOf(ungrouped(line))
    const invoice = open.find(({ InvoiceNo }) => words.some((word) => word.toUpperCase() === InvoiceNo.toUpperCase()))
    const amounts = words
      .filter((word) => /^[₹]?\d+(\.\d{1,2})?$/.test(word))
      .map((word) => Number(word.replace('₹', '')))
    const last = amounts.at(-1)
    if (invoice && !puts.some(({ InvoiceId }) => InvoiceId === invoice.InvoiceId))
      puts.push({ InvoiceId: invoice.InvoiceId, Amount: last ?? invoice.Owed })
    else unread.push(line.trim())
  }
  return { puts, unread }
}

const money = (amount: number): string => formatMoney(amount, { symbol: true })
const hasPaise = (amount: number): boolean => Number.isFinite(amount) && Math.round(amount * 100) / 100 === amount

/** Each on something that is owed, once, with an amount of two decimals within it; in all no more than `free`. */
export const checkPuts = (puts: readonly Put[], open: readonly Open[], free: number): Decision => {
  const seen = new Set<number | null>()
  for (const [index, { InvoiceId, Amount }] of puts.entries()) {
    const at = `Allocations.${index}`
    const owed = open.find((one) => one.InvoiceId === InvoiceId)
    if (!owed || seen.has(InvoiceId)) return no('This invoice is not due from the payer, or is named twice', { at })
    seen.add(InvoiceId)
    if (!hasPaise(Amount) || Amount <= 0) return no('Enter an amount above 0 with two decimals at most', { at })
    if (compareAmounts(Amount, owed.Owed) > 0) return no(`${owed.InvoiceNo} owes ${money(owed.Owed)} only`, { at })
  }
  const all = sumAmounts(puts.map(({ Amount }) => Amount))
  return compareAmounts(all, free) > 0
    ? no(`Only ${money(free)} of this money is free, and ${money(all)} is asked`, { at: 'Allocations' })
    : yes
}

/** Accounts staff or a manager put money where it belongs. */
export const mayPut = ({ RoleId }: { readonly RoleId: number }): Decision =>
  must(
    RoleId <= role.BusinessManager || RoleId === role.Accounts,
    'Only accounts staff or a manager can allocate money',
    { code: 'accounts-only' },
  )

/** A payer does not put its own money. `Clients`: the places that the user works for. */
export const isOurs = (
  sellerId: number | null | undefined,
  { Clients }: { readonly Clients: readonly number[] },
): Decision =>
  must(Clients.includes(Number(sellerId)), 'Only the organisation that received the money can allocate it', {
    code: 'not-received',
  })

type Money = {
  readonly Kind?: string | null
  readonly InvoiceId?: number | null
  readonly IsCancelled?: boolean | null
  readonly Clearing?: string | null
  readonly Unallocated?: number | null
}
/** Whether something of this money is free. */
export const isFree = (payment: Money): Decision =>
  allOf(
    must(payment.Kind === 'Receipt' && (payment.InvoiceId ?? null) === null, 'This money is not on account', {
      code: 'on-invoice',
    }),
    must(payment.IsCancelled !== true, 'The transaction is cancelled', { code: 'taken-back' }),
    must((payment.Clearing ?? 'Cleared') === 'Cleared', 'The cheque has not cleared', { code: 'cheque' }),
    must((payment.Unallocated ?? 0) > 0, 'All of this money is allocated', { code: 'none-left' }),
  )

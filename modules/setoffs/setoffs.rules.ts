// What is set off between two places, and who pays the rest.
import { compareAmounts, lessAmounts, type Amount } from '../../core/money.ts'
import { must, type Decision } from '../../core/refusal.ts'

export type Owed = { readonly First: Amount; readonly Second: Amount }
/** The smaller sum is set off; who owes the larger one pays the rest. `first` is owed to the first. */
export const netOf = ({ First, Second }: Owed): { amount: number; rest: number; debtor: 'first' | 'second' } => {
  const firstIsMore = compareAmounts(First, Second) >= 0
  const [more, less] = firstIsMore ? [First, Second] : [Second, First]
  return { amount: Math.max(0, Number(less)), rest: lessAmounts(more, less), debtor: firstIsMore ? 'second' : 'first' }
}

export const maySetOff = (owed: Owed, names: { readonly first: string; readonly second: string }): Decision => {
  const { amount } = netOf(owed)
  const [debtor, creditor] =
    compareAmounts(owed.First, 0) <= 0 ? [names.second, names.first] : [names.first, names.second]
  return must(
    amount > 0,
    `${debtor} owes ${creditor} nothing that is invoiced: there is no sum to set off. Record a payment`,
    { at: 'SecondId', code: 'one-sided' },
  )
}

export const mayCancelSetOff = ({ State }: { readonly State?: string | null }): Decision =>
  must(State !== 'Cancelled', 'The settlement is cancelled', { code: 'cancelled' })

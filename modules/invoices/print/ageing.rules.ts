// How long an amount is past its due day: not due, then by thirty days.
import { sumAmounts } from '../../../core/money.ts'

/** `late`: days past the due date, 0 or below while it is not due. `due`: of the network's currency. */
export type Owed = { readonly late: number; readonly due: number }

/** The first day past due of each age, with its label. */
const ages = [
  [-Infinity, 'Not due'],
  [1, '1 to 30 days'],
  [31, '31 to 60 days'],
  [61, '61 to 90 days'],
  [91, 'Over 90 days'],
] as const

/** What is due by its age, the youngest first; each amount once, their sum is all that is due. */
export const ageing = (owed: readonly Owed[]): readonly { readonly Label: string; readonly due: number }[] =>
  ages.map(([from, Label], at) => {
    const till = ages[at + 1]?.[0] ?? Infinity
    return { Label, due: sumAmounts(owed.filter(({ late }) => late >= from && late < till).map(({ due }) => due)) }
  })

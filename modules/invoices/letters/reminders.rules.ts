// How often a buyer is reminded.
import { addDays, dayOf, formatDate } from '../../../core/dates.ts'
import { allOf, must, type Decision } from '../../../core/refusal.ts'

/** Days between two reminders of one buyer. */
const between = 7
/** Buyers that are reminded by one request at most. */
export const mostReminded = 200

type Overdue = {
  readonly Buyer: string
  readonly Overdue: number
  readonly Email: string | null
  readonly RemindedAt: string | null
}
/** Whether a buyer may be reminded today (yyyy-mm-dd). */
export const mayRemind = ({ Buyer, Overdue, Email, RemindedAt }: Overdue, today: string): Decision => {
  const next = RemindedAt === null ? today : addDays(dayOf(RemindedAt), between)
  return allOf(
    must(Overdue > 0, `${Buyer} has no overdue invoice`, { code: 'not-overdue' }),
    must((Email ?? '') !== '', `${Buyer} has no e-mail address. Enter it under Clients`, { code: 'no-email' }),
    must(
      next <= today,
      `${Buyer} was reminded on ${formatDate(RemindedAt)}, and can be reminded again from ${formatDate(next)}`,
      { code: 'reminded' },
    ),
  )
}

// The last day of the bill cycle's last past period: a month end is billed up to it.
import { addDays } from '../../../core/dates.ts'
import { billCycle } from '../../lists/items.model.ts'

/** The last day of the month before a day (yyyy-mm-dd). */
const endOfMonthBefore = (day: string): string => addDays(`${day.slice(0, 8)}01`, -1)
/** The last Sunday before a day; weeks run from Monday. */
const sundayBefore = (day: string): string => addDays(day, -(new Date(`${day}T00:00:00Z`).getUTCDay() || 7))

/** The last day of the period of a cycle that ended before today; today itself for cycles without a period. */
export const lastPeriodEnd = (cycle: number, today: string): string => {
  if (cycle === billCycle.Monthly) return endOfMonthBefore(today)
  if (cycle === billCycle.Fortnightly)
    return Number(today.slice(8)) > 15 ? `${today.slice(0, 8)}15` : endOfMonthBefore(today)
  if (cycle === billCycle.Weekly) return sundayBefore(today)
  return cycle === billCycle.Daily ? addDays(today, -1) : today
}

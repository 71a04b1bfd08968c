// When the automatic shipment of a laboratory is due: at the last of its cut-offs that has just passed.
import { addDays, atTime, dayOf } from '../../../core/dates.ts'

/** After a longer outage the server waits for the next cut-off: the courier has gone. */
export const patienceMinutes = 15
const patience = patienceMinutes * 60_000

/** `11:00, 17:30` of the network's day: the cut-off that is due now, if any. */
export const cutOffAt = (times: string | null, now: Date): Date | undefined => {
  const today = dayOf(now)
  const due = [addDays(today, -1), today].flatMap((day) =>
    (times ?? '').split(',').flatMap((time) => {
      const [hour, minute] = time.split(':').map(Number)
      if (hour === undefined || minute === undefined) return []
      const at = Date.parse(atTime(day, hour, minute))
      return at <= now.getTime() && now.getTime() - at <= patience ? [at] : []
    }),
  )
  return due.length === 0 ? undefined : new Date(Math.max(...due))
}

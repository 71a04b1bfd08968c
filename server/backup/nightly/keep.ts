// When a backup is due, and which of the earlier ones a newer one replaces.
import { addDays, atTime, dayOf } from '../../../core/dates.ts'

export type KeptFile = { readonly Id: number; readonly At: string }
export type HowMany = { readonly daily: number; readonly weekly: number; readonly monthly: number }

/** The Monday of the day's week. */
const weekOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))
const monthOf = (day: string): string => day.slice(0, 7)

/** The newest of each of the last so many periods that have one. */
const newestOf = (newestFirst: readonly KeptFile[], period: (day: string) => string, most: number): number[] => {
  const found = new Map<string, number>()
  for (const { Id, At } of newestFirst) {
    const name = period(dayOf(At))
    if (!found.has(name) && found.size < most) found.set(name, Id)
  }
  return [...found.values()]
}

/** The ids of those that no day, week or month needs any more. The newest is always kept. */
export const replaced = (files: readonly KeptFile[], { daily, weekly, monthly }: HowMany): number[] => {
  const newestFirst = files.toSorted((one, other) => other.At.localeCompare(one.At))
  const kept = new Set([
    ...newestOf(newestFirst, (day) => day, Math.max(1, daily)),
    ...newestOf(newestFirst, weekOf, weekly),
    ...newestOf(newestFirst, monthOf, monthly),
  ])
  return newestFirst.filter(({ Id }) => !kept.has(Id)).map(({ Id }) => Id)
}

/** Whether the hour of the network's day has come since the last one: after a night switched off it is due at once. */
export const isDue = (last: string | undefined, now: string, hour: number): boolean => {
  if (last === undefined) return true
  const today = atTime(dayOf(now), hour, 0)
  const since = today <= now ? today : atTime(addDays(dayOf(now), -1), hour, 0)
  return last < since
}

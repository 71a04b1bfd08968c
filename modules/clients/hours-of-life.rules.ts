// Hours of life, by which newborns are judged.
import { atTime, type Moment } from '../../core/dates.ts'
import { network } from '../../core/network.ts'

/**
 * Completed hours lived at a moment, born at `birthTime` (hh:mm) of that day; null where the time is not known or
 * before birth. The database's age_hours gives the same number.
 */
export function hoursAt(
  birthDate: string | null | undefined,
  birthTime: string | null | undefined,
  at: Moment,
  zone: string = network.timeZone,
): number | null {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(birthTime ?? '') ?? []
  if (!birthDate || hour === undefined || minute === undefined) return null
  const born = Date.parse(atTime(birthDate, Number(hour), Number(minute), zone))
  const hours = Math.floor((new Date(at).getTime() - born) / 3_600_000)
  return hours < 0 ? null : hours
}

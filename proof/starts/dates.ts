// The moments at which a first start is tried: calendar turns, and some chosen from the date.
import { seeded } from '../../demo/people.ts'

/** A moment in India; the morning unless a time is given. */
const at = (day: string, time = '10:40'): string => new Date(`${day}T${time}:00+05:30`).toISOString()

/** Month ends, the leap day, the turn of the year and of the financial year, the hours around midnight. */
export const turns: readonly string[] = [
  at('2027-01-01', '00:20'),
  at('2027-01-16'),
  at('2027-01-31', '23:40'),
  at('2027-02-24', '17:05'),
  at('2027-02-28', '23:30'),
  at('2027-03-01', '00:30'),
  at('2027-03-31', '23:59'),
  at('2027-04-01', '00:01'),
  at('2027-04-01', '12:00'),
  at('2027-04-30', '09:00'),
  at('2027-05-01', '00:45'),
  at('2027-06-20', '08:10'),
  at('2027-07-31', '20:00'),
  at('2027-08-15', '06:55'),
  at('2027-09-27', '13:30'),
  at('2027-10-01', '07:00'),
  at('2027-10-31', '00:15'),
  at('2027-11-24', '19:20'),
  at('2027-12-31', '23:50'),
  at('2028-01-01', '00:05'),
  at('2028-02-28', '23:10'),
  at('2028-02-29', '00:10'),
  at('2028-02-29', '16:00'),
  at('2028-03-01', '11:11'),
]

/**
 * A moment after a day, always the same for that day: of three days one tries the end of a month, one a calendar turn,
 * and one any other.
 */
export const drawn = (now: Date): string => {
  const day = Math.floor(now.getTime() / 86_400_000)
  const dice = seeded(day)
  const two = (number: number): string => String(number).padStart(2, '0')
  const any = (from: number, to: number): string =>
    at(
      `${now.getUTCFullYear() + dice.int(1, 2)}-${two(dice.int(1, 12))}-${two(dice.int(from, to))}`,
      `${two(dice.int(0, 23))}:${two(dice.int(0, 59))}`,
    )
  if (day % 3 === 0) return any(16, 28)
  const later = turns.filter((turn) => Date.parse(turn) > now.getTime())
  return day % 3 === 1 && later.length > 0 ? dice.pick(later) : any(1, 28)
}

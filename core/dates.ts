// Dates: the network's time zone, the one display form, days as instants, financial years, ages, dates as people type
// them.
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { network } from './network.ts'
import { isObject } from './same.ts'

dayjs.extend(utc)

/** A moment: ISO text with zone, milliseconds or a Date. */
export type Moment = string | number | Date

/** What the clock on the wall of a zone shows. Month 1 to 12. */
type Wall = { year: number; month: number; day: number; hour: number; minute: number; second: number }

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const clocks = new Map<string, Intl.DateTimeFormat>()

// Intl knows the zone's rules; dayjs' own zone plugin is slow and wrong around changes of the clock.
function clockOf(zone: string): Intl.DateTimeFormat {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    })
    clocks.set(zone, clock)
  }
  return clock
}

const asUtc = (wall: Wall): number => Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute, wall.second)

const ofWall: readonly string[] = ['year', 'month', 'day', 'hour', 'minute', 'second'] satisfies (keyof Wall)[]
const isOfWall = (part: string): part is keyof Wall => ofWall.includes(part)

function wallOf(moment: Moment, zone: string): Wall {
  const wall: Wall = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of clockOf(zone).formatToParts(new Date(moment)))
    if (isOfWall(type)) wall[type] = Number(value)
  return wall
}

function instantOf(wall: Wall, zone: string): Date {
  const wanted = asUtc(wall)
  // twice: the offset found first may be that of the other side of a change of the clock
  let instant = wanted
  for (let round = 0; round < 2; round += 1)
    instant = wanted - (asUtc(wallOf(instant, zone)) - Math.floor(instant / 1000) * 1000)
  return new Date(instant)
}

const two = (value: number): string => String(value).padStart(2, '0')
const isoDay = (wall: Pick<Wall, 'year' | 'month' | 'day'>): string =>
  `${String(wall.year).padStart(4, '0')}-${two(wall.month)}-${two(wall.day)}`
const dayOnly = /^(\d{4})-(\d{2})-(\d{2})$/
const hasZone = /(?:Z|[+-]\d{2}:?\d{2})$/i
/**
 * Whether it is a moment or a bare calendar day. A text that does not begin with the year is neither: `new Date('5')`
 * is a day in 2001.
 */
export const isMoment = (value: Moment): boolean =>
  (typeof value !== 'string' || wallOfDay(value.slice(0, 10)) !== null) && !Number.isNaN(new Date(value).getTime())

function wallOfDay(day: string): Wall | null {
  const match = dayOnly.exec(day)
  return match ? realWall(Number(match[1]), Number(match[2]), Number(match[3])) : null
}

/** A wall clock that exists in the calendar, else null (31 February, 25 o'clock). */
function realWall(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): Wall | null {
  const wall = { year, month, day, hour, minute, second }
  const back = new Date(asUtc(wall))
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day && hour < 24 && minute < 60 && second < 60
    ? wall
    : null
}

/** The calendar day (yyyy-mm-dd) of a moment in the zone; a bare day is returned unchanged. */
export function dayOf(moment: Moment, zone: string = network.timeZone): string {
  return typeof moment === 'string' && dayOnly.test(moment) ? moment : isoDay(wallOf(moment, zone))
}

/** Whole days from one day to another, below 0 when the other is earlier; days as yyyy-mm-dd. */
export const daysBetween = (from: string, to: string): number => dayjs.utc(to).diff(dayjs.utc(from), 'day')

/** The month of a day (yyyy-mm-dd): September 2026. */
export const formatMonth = (day: string): string => dayjs.utc(day).format('MMMM YYYY')

/** The day that lies `count` days after (before, when negative) a day. */
export const addDays = (day: string, count: number): string => dayjs.utc(day).add(count, 'day').format('YYYY-MM-DD')

/** `21-Nov-2026`; empty for an absent or invalid date. A bare day is shown unchanged in every zone. */
export function formatDate(value: Moment | null | undefined, zone: string = network.timeZone): string {
  if (value === null || value === undefined || value === '' || !isMoment(value)) return ''
  return dayjs.utc(dayOf(value, zone)).format('DD-MMM-YYYY')
}

/** `21-Nov-2026 09:30 AM`; empty for an absent or invalid date. */
export function formatDateTime(value: Moment | null | undefined, zone: string = network.timeZone): string {
  if (value === null || value === undefined || value === '' || !isMoment(value)) return ''
  const wall = typeof value === 'string' ? (wallOfDay(value) ?? wallOf(value, zone)) : wallOf(value, zone)
  return dayjs.utc(asUtc(wall)).format('DD-MMM-YYYY hh:mm A')
}

/** First instant of the moment's day (or of the bare day), ISO UTC. */
export function startOfDay(moment: Moment, zone: string = network.timeZone): string {
  return atTime(dayOf(moment, zone), 0, 0, zone)
}

/** Last millisecond of the moment's day (or of the bare day), ISO UTC. */
export function endOfDay(moment: Moment, zone: string = network.timeZone): string {
  return new Date(Date.parse(startOfDay(addDays(dayOf(moment, zone), 1), zone)) - 1).toISOString()
}

/** Hour and minute of a day in the zone as an instant, ISO UTC. */
export function atTime(day: string, hour: number, minute: number, zone: string = network.timeZone): string {
  const wall = wallOfDay(day)
  if (!wall) throw new RangeError(`Not a day: ${day}`)
  return instantOf({ ...wall, hour, minute }, zone).toISOString()
}

/**
 * First and last day of the moment's financial year, and its label `26-27`. `startMonth` 4 is April; the default is the
 * network's own.
 */
export function financialYear(
  moment: Moment,
  zone: string = network.timeZone,
  startMonth = network.yearStartMonth,
): { label: string; firstDay: string; lastDay: string } {
  const [year = 0, month = 1] = dayOf(moment, zone).split('-').map(Number)
  const first = month >= startMonth ? year : year - 1
  const firstDay = isoDay({ year: first, month: startMonth, day: 1 })
  const lastDay = addDays(isoDay({ year: first + 1, month: startMonth, day: 1 }), -1)
  const label = startMonth === 1 ? two(first % 100) : `${two(first % 100)}-${two((first + 1) % 100)}`
  return { label, firstDay, lastDay }
}

/** Completed years and days lived at a moment; null without a birth date or before birth. */
export function ageAt(
  birthDate: Moment | null | undefined,
  at: Moment,
  zone: string = network.timeZone,
): { years: number; days: number } | null {
  if (birthDate === null || birthDate === undefined || birthDate === '' || !isMoment(birthDate)) return null
  const born = dayOf(birthDate, zone)
  const then = dayOf(at, zone)
  const days = dayjs.utc(then).diff(dayjs.utc(born), 'day')
  // by month and day, so that a person born on 29 February is a year older on 1 March
  const years = Number(then.slice(0, 4)) - Number(born.slice(0, 4)) - (then.slice(5) < born.slice(5) ? 1 : 0)
  return days < 0 ? null : { years, days }
}

/**
 * The age as displayed: `34 years`, below two years `1 y 3 m` or `5 m`, below two months `4 d`; empty without a birth
 * date or before birth. `short` gives `34 y`, for labels and narrow columns. The database's age_short gives the same
 * text.
 */
export function formatAge(
  birthDate: Moment | null | undefined,
  at: Moment,
  { short = false, zone = network.timeZone }: { short?: boolean; zone?: string } = {},
): string {
  const age = ageAt(birthDate, at, zone)
  if (age === null || birthDate === null || birthDate === undefined) return ''
  if (age.years >= 2) return `${age.years} ${short ? 'y' : 'years'}`
  const [born, then] = [dayOf(birthDate, zone), dayOf(at, zone)]
  const [year = 0, month = 0, day = 0] = then.split('-').map(Number)
  const [bornYear = 0, bornMonth = 0, bornDay = 0] = born.split('-').map(Number)
  const months = (year - bornYear) * 12 + month - bornMonth - (day < bornDay ? 1 : 0)
  if (months < 2) return `${age.days} d`
  return [months >= 12 ? '1 y' : '', months % 12 > 0 ? `${months % 12} m` : ''].filter((part) => part !== '').join(' ')
}

/**
 * The birth date (yyyy-mm-dd) of a person who is that many whole years old at the moment: the same day, that many years
 * back.
 */
export const birthDateOfAge = (years: number, at: Moment, zone: string = network.timeZone): string =>
  dayjs.utc(dayOf(at, zone)).subtract(Math.floor(years), 'year').format('YYYY-MM-DD')

/** Report date of a new sale: 18:00 on the day of the sale, or on the next day when sold at 16:00 or later. ISO UTC. */
export function defaultReportDate(SaleDate: Moment, zone: string = network.timeZone): string {
  const day = dayOf(SaleDate, zone)
  return atTime(wallOf(SaleDate, zone).hour >= 16 ? addDays(day, 1) : day, 18, 0, zone)
}

export type TypedDate = { readonly now: Moment; readonly zone?: string }

const yearFirst = /(\d{4})-(\d{1,2})-(\d{1,2})/.source
const dayFirst = /(\d{1,2})[-/. ](\d{1,2}|[a-z]{3,9})(?:[-/. ](\d{4}|\d{2}))?/.source
const datePart = new RegExp(`^(?:${yearFirst}|${dayFirst})(?:(?:\\s+|t|,\\s*)(.+))?$`, 'i')
/** Typed without separators: `221126`, `2211`, or the day of this month alone. */
const digitsPart = /^(\d{2})(\d{2})(\d{4}|\d{2})?(?=\s|$)/
const dayPart = /^\d{1,2}(?=$|\s+\d{1,2}[:.]\d{2}|\s+\d{1,2}\s*[ap]m$)/i
const timePart = /^(\d{1,2})(?:[:.](\d{2}))?(?::(\d{2})(?:\.\d+)?)?\s*(am|pm)?$/i

function typedTime(text: string | undefined): [number, number, number] | null {
  if (text === undefined) return [0, 0, 0]
  const match = timePart.exec(text)
  if (!match || (match[2] === undefined && match[4] === undefined)) return null
  const half = match[4]?.toLowerCase()
  const hour = Number(match[1])
  if (half && (hour < 1 || hour > 12)) return null
  return [half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour, Number(match[2] ?? 0), Number(match[3] ?? 0)]
}

function typedWall(text: string, now: Wall): Wall | null {
  const parted = text
    .replace(digitsPart, (_all, day: string, month: string, year?: string) => [day, month, year ?? now.year].join('-'))
    .replace(dayPart, (day) => [day, now.month, now.year].join('-'))
  const match = datePart.exec(parted)
  if (!match) return null
  const named = /[a-z]/i.test(match[5] ?? '')
    ? months.indexOf((match[5] ?? '').slice(0, 3).toLowerCase()) + 1
    : Number(match[5])
  const time = typedTime(match[7])
  if (!time) return null
  const short = match[6]?.length === 2 ? 2000 + Number(match[6]) : Number(match[6] ?? now.year)
  // two digits far ahead mean the century before: a birth year, not an appointment
  const year = match[6]?.length === 2 && short > now.year + 20 ? short - 100 : short
  return match[1]
    ? realWall(Number(match[1]), Number(match[2]), Number(match[3]), ...time)
    : realWall(year, named, Number(match[4]), ...time)
}

/**
 * A typed date and time as ISO UTC, null when it is not one: `21-11-2026 9:30`, `21-nov-2026 09:30 am`, `21/11/26`,
 * `21-11`, `211126`, `2111`, `21` (of this month), `today`, `now`, `t+1`, `today 4pm`, ISO text. Without a time the
 * day's start; day comes before month.
 */
export function parseDateTime(text: string, { now, zone = network.timeZone }: TypedDate): string | null {
  const typed = text.trim()
  if (/^now$/i.test(typed)) return new Date(now).toISOString()
  if (/^\d{4}-.*\d:\d/.test(typed) && hasZone.test(typed)) return isMoment(typed) ? new Date(typed).toISOString() : null
  const relative = /^(?:t|today)(?:\s*([+-])\s*(\d{1,4}))?(?:\s+(.+))?$/i.exec(typed)
  if (relative) {
    const time = typedTime(relative[3])
    const day = addDays(dayOf(now, zone), Number(`${relative[1] ?? ''}${relative[2] ?? 0}`))
    const wall = wallOfDay(day)
    return time && wall ? settle(realWall(wall.year, wall.month, wall.day, ...time), zone) : null
  }
  return settle(typedWall(typed, wallOf(now, zone)), zone)
}

const settle = (wall: Wall | null, zone: string): string | null => (wall ? instantOf(wall, zone).toISOString() : null)

/** A typed date as yyyy-mm-dd, null when it is not one. Accepts the same texts as a date and time. */
export function parseDate(text: string, { now, zone = network.timeZone }: TypedDate): string | null {
  const instant = parseDateTime(text, { now, zone })
  return instant === null ? null : dayOf(instant, zone)
}

/** Whether the text is a day without a time: `21-11` and `t-1` are, `21-11 9:30` and `now` are not. */
export const isDayAlone = (text: string, typed: TypedDate): boolean =>
  parseDateTime(`${text.trim()} 0:01`, typed) !== null

const localText = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?$/

/**
 * The record ready to send. Every value, also a nested one, whose name ends in "Date" and that lacks a UTC marker
 * becomes ISO UTC. Text without zone is the clock of `zone`. Values that end in Z, are empty or are not dates do not
 * change.
 */
export const finishDates = (
  record: Readonly<Record<string, unknown>>,
  zone: string = network.timeZone,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      name.endsWith('Date') ? finishedDate(value, zone) : finished(value, zone),
    ]),
  )

function finished(value: unknown, zone: string): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => finished(one, zone))
  return isObject(value) && !(value instanceof Date) ? finishDates(value, zone) : value
}

function finishedDate(value: unknown, zone: string): unknown {
  if (value instanceof Date) return isMoment(value) ? value.toISOString() : value
  if (typeof value !== 'string') return finished(value, zone)
  if (/Z$/.test(value)) return value
  if (localText.test(value)) return parseDateTime(value, { now: 0, zone }) ?? value
  return /^\d{4}-\d{2}-\d{2}T/.test(value) && hasZone.test(value) && isMoment(value)
    ? new Date(value).toISOString()
    : value
}

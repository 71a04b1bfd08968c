// What a result is worth, told a second time from the specification and the catalogue alone: the interval that holds
// for a person, the flag against it, and whether it may be approved without a look at it.
import { readFileSync } from 'node:fs'

export type Sex = 'M' | 'F' | 'O' | 'U'
export const phases = ['follicular', 'mid-cycle', 'luteal', 'post-menopausal'] as const
export type Phase = (typeof phases)[number]
export type Who = {
  readonly sex: Sex
  /** Completed, at the draw. */
  readonly years: number
  readonly days: number
  /** Completed hours of life; null where the time of birth is not known. */
  readonly hours: number | null
  readonly pregnancy: 'yes' | 'no' | null
  /** Completed weeks at the draw; null where they are not stated, or cannot be. */
  readonly weeks: number | null
  readonly phase: Phase | null
}
export type Interval = {
  /** Null: of no row. */
  readonly ElementMeasurementId: number | null
  readonly GenderId: number | null
  readonly Pregnancy?: 'yes' | 'no' | null
  readonly MinWeeks?: number | null
  readonly MaxWeeks?: number | null
  readonly CyclePhase?: Phase | null
  readonly MinAge: number | null
  readonly MaxAge: number | null
  readonly MinAgeDays?: number | null
  readonly MaxAgeDays?: number | null
  readonly MinAgeHours?: number | null
  readonly MaxAgeHours?: number | null
  readonly LowValue: number | null
  readonly HighValue: number | null
  readonly CriticallyLowValue: number | null
  readonly CriticallyHighValue: number | null
  readonly PossibleValues: string | readonly string[] | null
}
export type Element = {
  readonly ElementId: number
  readonly Name: string
  readonly DecimalPlaces: number | null
  readonly ReviewRequired: boolean
  readonly ResultTypeId: number
  readonly Formula: string | null
  readonly AbnormalValues?: string | readonly string[] | null
  readonly CriticalValues?: string | readonly string[] | null
  readonly ElementMeasurements: readonly Interval[]
}
/** A quantity is not below 0, unless a bound of its ranges is, or it has no bound at all. */
export const isImpossible = ({ ElementMeasurements, DecimalPlaces }: Element, value: number): boolean => {
  const bounds = ElementMeasurements.flatMap((one) => [
    one.LowValue,
    one.HighValue,
    one.CriticallyLowValue,
    one.CriticallyHighValue,
  ]).filter((bound) => bound != null)
  const isBelow = Number(rounded(value.toFixed(12), DecimalPlaces ?? 0)) < 0
  return isBelow && bounds.length > 0 && bounds.every((bound) => bound >= 0)
}
const file = new URL('../../setup/catalogue/catalogue.json', import.meta.url)
const { elements } = JSON.parse(readFileSync(file, 'utf8')) as { readonly elements: readonly Element[] }
export const elementById = new Map(elements.map((one) => [one.ElementId, one]))

const genderIds = { M: 1, F: 2, O: 3, U: 4 }
/** A man, a child under ten and who is over sixty is not pregnant; of all others it is as stated, or not known. */
const isPregnant = ({ sex, years, pregnancy }: Who) => (sex === 'M' || years < 10 || years > 60 ? 'no' : pregnancy)

const lastWeek = 45
const everyWeek = Array.from({ length: lastWeek }, (_, at) => at + 1)
const namesWeeks = ({ MinWeeks = null, MaxWeeks = null }: Interval) => MinWeeks !== null || MaxWeeks !== null
const isOfWeek = ({ MinWeeks, MaxWeeks }: Interval, week: number): boolean =>
  everyWeek.slice((MinWeeks ?? 1) - 1, MaxWeeks ?? lastWeek).includes(week)

/** A man, a child under eight and who is pregnant has no cycle; after 60 it is over; of all others as stated. */
const phaseOf = (who: Who): Phase | 'none' | null =>
  who.sex === 'M' || who.years < 8 || isPregnant(who) === 'yes'
    ? 'none'
    : who.years > 60
      ? 'post-menopausal'
      : who.phase

const daysOf = ({ MinAgeDays = null, MaxAgeDays = null }: Interval) =>
  MinAgeDays === null && MaxAgeDays === null ? null : ([MinAgeDays ?? 0, MaxAgeDays ?? 366] as const)
const hoursOf = ({ MinAgeHours = null, MaxAgeHours = null }: Interval) =>
  MinAgeHours === null && MaxAgeHours === null ? null : ([MinAgeHours ?? 0, MaxAgeHours ?? 720] as const)
const yearsOf = ({ MinAge, MaxAge }: Interval) => [MinAge ?? 0, MaxAge ?? 120] as const
/** The age that a row asks for, in its own measure. */
const ageFor = (
  row: Interval,
  who: Who,
): readonly [age: number | null, from: number, to: number, hoursOfOne: number] => {
  const [hours, days, years] = [hoursOf(row), daysOf(row), yearsOf(row)]
  if (hours) return [who.hours, ...hours, 1]
  return days ? [who.days, ...days, 24] : [who.years, ...years, 24 * 366]
}
const holds = (row: Interval, who: Who): boolean => {
  const [age, from, to] = ageFor(row, who)
  return (row.GenderId === null || row.GenderId === genderIds[who.sex]) && age !== null && age >= from && age <= to
}
const spanOf = (row: Interval, who: Who): number => {
  const [, from, to, hoursOfOne] = ageFor(row, who)
  return (to - from) * hoursOfOne
}
const firstOf = (
  who: Who,
  rows: readonly Interval[],
  ...wishes: readonly ((row: Interval) => boolean)[]
): Interval | undefined => {
  let left = rows
  for (const wish of wishes) left = left.some(wish) ? left.filter(wish) : left
  return left.toSorted((a, b) => spanOf(a, who) - spanOf(b, who))[0]
}
/** What holds where the row asks for a state that is not stated: no ordinary bound, and the strictest critical ones. */
const untilKnown = (may: readonly Interval[], who: Who): Interval => {
  const states = (['yes', 'no'] as const)
    .flatMap((pregnancy) => [null, ...phases].map((phase) => ({ ...who, pregnancy, phase })))
    .flatMap((one) => (one.pregnancy === 'yes' ? everyWeek : [null]).map((weeks) => ({ ...one, weeks })))
    .filter(
      (one) =>
        (isPregnant(who) === null || isPregnant(who) === one.pregnancy) &&
        (isPregnant(who) !== 'yes' || who.weeks === null || who.weeks === one.weeks) &&
        (one.pregnancy === 'yes' ? one.phase === null : one.phase !== null || phaseOf(who) === 'none') &&
        (phaseOf(who) === null || phaseOf(who) === 'none' || phaseOf(who) === one.phase),
    )
  const rows = states.flatMap((one) => {
    const holding = may.filter(
      (row) =>
        (!row.Pregnancy || row.Pregnancy === one.pregnancy) &&
        (!namesWeeks(row) || (one.weeks !== null && isOfWeek(row, one.weeks))) &&
        (!row.CyclePhase || row.CyclePhase === phaseOf(one)),
    )
    return closest(one, holding) ?? []
  })
  const bounds = (name: 'CriticallyLowValue' | 'CriticallyHighValue') => rows.flatMap((row) => row[name] ?? [])
  const [lows, highs] = [bounds('CriticallyLowValue'), bounds('CriticallyHighValue')]
  return {
    ...ofNone,
    CriticallyLowValue: lows.length === 0 ? null : Math.max(...lows),
    CriticallyHighValue: highs.length === 0 ? null : Math.min(...highs),
  }
}
const ofNone: Interval = {
  ElementMeasurementId: null,
  GenderId: null,
  MinAge: null,
  MaxAge: null,
  LowValue: null,
  HighValue: null,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PossibleValues: null,
}
const closest = (who: Who, may: readonly Interval[]): Interval | undefined =>
  firstOf(
    who,
    may,
    (row) => row.Pregnancy === 'yes',
    namesWeeks,
    (row) => Boolean(row.CyclePhase),
    (row) => row.GenderId !== null,
    (row) => row.Pregnancy === 'no',
    (row) => hoursOf(row) !== null,
    (row) => daysOf(row) !== null,
  )
/** The row that holds for a person; null where none does; one without a key where a state it asks for is not stated. */
export const intervalFor = ({ ElementMeasurements }: Element, who: Who): Interval | null => {
  const rows = ElementMeasurements.filter((row) => holds(row, who))
  const [pregnancy, phase] = [isPregnant(who), phaseOf(who)]
  const weeks = pregnancy === 'yes' ? who.weeks : null
  const may = rows.filter(
    (row) =>
      (!row.Pregnancy || pregnancy === null || row.Pregnancy === pregnancy) &&
      (!namesWeeks(row) || weeks === null || isOfWeek(row, weeks)) &&
      (!row.CyclePhase || phase === null || row.CyclePhase === phase),
  )
  const asks = (name: 'Pregnancy' | 'CyclePhase') => may.some((row) => row[name])
  if (pregnancy === 'yes' && weeks === null && may.some(namesWeeks)) return untilKnown(may, who)
  if ((pregnancy === null && asks('Pregnancy')) || (phase === null && asks('CyclePhase'))) return untilKnown(may, who)
  return closest(who, may) ?? null
}

/** A number as typed, rounded half away from zero as a calculation by hand does, in units of the last place. */
const scaled = (typed: string, places: number): bigint => {
  const [, sign, whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(typed) ?? []
  const digits = part.padEnd(places + 1, '0')
  const kept = BigInt(whole + digits.slice(0, places)) + (Number(digits[places]) >= 5 ? 1n : 0n)
  return sign === '-' ? -kept : kept
}
/** A number with exactly the decimal places of its element. */
export const rounded = (typed: string, places: number): string => {
  const value = scaled(typed, places)
  const text = (value < 0n ? -value : value).toString().padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  return `${value < 0n ? '-' : ''}${whole}${places > 0 ? `.${text.slice(text.length - places)}` : ''}`
}
export type Flag = 'N' | 'L' | 'H' | 'LL' | 'HH' | 'A' | 'AA' | null

/** The flag of a number: at a critical bound or beyond it LL or HH, outside an ordinary one L or H. */
export const flagOfNumber = (typed: string, { DecimalPlaces }: Element, row: Interval | null): Flag => {
  if (row === null) return null
  const value = Number(rounded(typed, DecimalPlaces ?? 0))
  const { LowValue, HighValue, CriticallyLowValue, CriticallyHighValue } = row
  if (CriticallyLowValue !== null && value <= CriticallyLowValue) return 'LL'
  if (CriticallyHighValue !== null && value >= CriticallyHighValue) return 'HH'
  if (LowValue !== null && value < LowValue) return 'L'
  if (HighValue !== null && value > HighValue) return 'H'
  return LowValue === null && HighValue === null ? null : 'N'
}
export const listOf = (values: string | readonly string[] | null | undefined): readonly string[] =>
  typeof values === 'string' ? values.split('|').map((one) => one.trim()) : (values ?? [])
const isAmong = (value: string, values: readonly string[]): boolean =>
  values.some((one) => one.toLowerCase() === value.trim().toLowerCase())
/** The flag of a choice: critical, abnormal, or normal where some of the choices are abnormal. */
export const flagOfChoice = (value: string, { AbnormalValues, CriticalValues }: Element, row: Interval | null): Flag =>
  isAmong(value, listOf(CriticalValues))
    ? 'AA'
    : isAmong(value, listOf(AbnormalValues))
      ? 'A'
      : row && isAmong(value, listOf(row.PossibleValues)) && listOf(AbnormalValues).length > 0
        ? 'N'
        : null

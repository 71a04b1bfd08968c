// Which interval of an element applies to a person, and which flag a result gets against it.
import Big from 'big.js'
import { readingOf, withinDecimals } from '../../core/expression/reading.ts'
import { boundedTypes, resultType } from '../lists/items.model.ts'
import {
  mayHoldAtDraw,
  namesAlone,
  namedStates,
  possibleStates,
  unknownAtDraw,
  weeksApart,
  type AskedOfDraw,
  type KnownAtDraw,
} from './draw.rules.ts'

/**
 * A row of an element's measurements. Ages are completed years, days or hours, both ends included; an empty end is
 * open.
 */
export type Measurement = AskedOfDraw & {
  /** Null: it is of no row, but what holds meanwhile. */
  readonly ElementMeasurementId: number | null
  readonly InstrumentId: number | null
  readonly GenderId: number | null
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
  readonly PrintableRange: string | null
  readonly PossibleValues: string | null
}

/** Who was measured with what; age at collection. */
export type Measured = KnownAtDraw & {
  readonly instrumentId: number | null
  readonly genderId: number | null
  readonly ageYears: number | null
  readonly ageDays: number | null
  /** Null: the time of birth is not known. */
  readonly ageHours?: number | null
}

export type Flag = 'N' | 'L' | 'H' | 'LL' | 'HH' | 'A' | 'AA'
export type FlaggedElement = {
  readonly ResultTypeId: number
  readonly DecimalPlaces: number | null
  /** Possible values that are abnormal, for results that are chosen. */
  readonly AbnormalValues?: readonly string[] | null
  /** Values, chosen or written, about which somebody is called. */
  readonly CriticalValues?: readonly string[] | null
}
export type Flagged = {
  readonly Flag: Flag | null
  /** At or beyond a critical bound, or a critical value: somebody must be called before approval. */
  readonly Critical: boolean
  /** Approval needs a review: no interval, or the interval cannot be compared with the result. */
  readonly ReviewNeeded: boolean
  /** Printed in place of the interval. */
  readonly Note: string | null
}

export const noInterval = 'Interval not established for this age/sex'

const given = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined
const inDays = (row: Measurement): boolean => given(row.MinAgeDays) || given(row.MaxAgeDays)

const inHours = (row: Measurement): boolean => given(row.MinAgeHours) || given(row.MaxAgeHours)

function ageInside(row: Measurement, { ageYears, ageDays, ageHours }: Measured): boolean {
  // where the time of birth is not known, the row of days judges, or none
  if (inHours(row))
    return given(ageHours) && ageHours >= (row.MinAgeHours ?? 0) && ageHours <= (row.MaxAgeHours ?? Infinity)
  // day rows describe the first two years only
  if (inDays(row))
    return (
      given(ageDays) &&
      given(ageYears) &&
      ageYears < 2 &&
      ageDays >= (row.MinAgeDays ?? 0) &&
      ageDays <= (row.MaxAgeDays ?? Infinity)
    )
  const [min, max] = [row.MinAge ?? 0, row.MaxAge ?? Infinity]
  // an unknown age is inside only where every age is
  return given(ageYears) ? ageYears >= min && ageYears <= max : min <= 0 && max >= 120
}

/** Hours, days or years: only rows of one kind are compared by it. */
const spanOf = (row: Measurement): number =>
  inHours(row)
    ? (row.MaxAgeHours ?? Infinity) - (row.MinAgeHours ?? 0)
    : inDays(row)
      ? (row.MaxAgeDays ?? Infinity) - (row.MinAgeDays ?? 0)
      : (row.MaxAge ?? Infinity) - (row.MinAge ?? 0)

/** Rows that may apply to the person: instrument and sex equal or empty, age inside, of the state at the draw. */
export const candidateRanges = (measurements: readonly Measurement[], who: Measured): readonly Measurement[] =>
  measurements.filter(
    (row) =>
      (row.InstrumentId === null || row.InstrumentId === who.instrumentId) &&
      (row.GenderId === null || row.GenderId === who.genderId) &&
      mayHoldAtDraw(row, who) &&
      ageInside(row, who),
  )

/** What is not known although the choice among the rows depends on it, in words: none of them is chosen. */
export const waitsFor = (measurements: readonly Measurement[], who: Measured): readonly string[] =>
  unknownAtDraw(candidateRanges(measurements, who), who)

/**
 * The row that applies: of a pregnant patient one for pregnancy before all others, one for weeks, fasting, a phase or a
 * treatment before one for whatever state, of those that name as many one for a treatment before one for a phase, the
 * instrument's own before any, the sex's own before any, the more states at the draw it names, hours before days before
 * years, then the narrowest age span. Null when there is none.
 */
export function chooseRange(measurements: readonly Measurement[], who: Measured): Measurement | null {
  const rank = (row: Measurement): readonly number[] => [
    // it may name no sex, and yet is closer than that of all women
    row.Pregnancy === 'yes' ? 0 : 1,
    -namesAlone(row).length,
    row.Treatment === 'yes' ? 0 : 1,
    given(row.CyclePhase) ? 0 : 1,
    row.InstrumentId === null ? 1 : 0,
    row.GenderId === null ? 1 : 0,
    -namedStates(row),
    inHours(row) ? 0 : 1,
    inDays(row) ? 0 : 1,
    spanOf(row),
    row.ElementMeasurementId ?? 0,
  ]
  const before = (a: Measurement, b: Measurement): number => {
    const [left, right] = [rank(a), rank(b)]
    const at = left.findIndex((value, index) => value !== right[index])
    return at < 0 ? 0 : (left[at] ?? 0) < (right[at] ?? 0) ? -1 : 1
  }
  return waitsFor(measurements, who).length > 0
    ? null
    : ([...candidateRanges(measurements, who)].sort(before)[0] ?? null)
}

const strictest = (of: (...bounds: number[]) => number, bounds: readonly (number | null)[]): number | null => {
  const some = bounds.filter(given)
  return some.length === 0 ? null : of(...some)
}
/**
 * What holds while the choice among the rows depends on what is not known: the strictest critical bounds of those that
 * may apply, and no other. Null when it is known, or none has such a bound.
 */
export const meanwhile = (measurements: readonly Measurement[], who: Measured): Measurement | null => {
  if (waitsFor(measurements, who).length === 0) return null
  const rows = possibleStates(who, weeksApart(measurements)).flatMap(
    (state) => chooseRange(measurements, { ...who, ...state }) ?? [],
  )
  const CriticallyLowValue = strictest(
    Math.max,
    rows.map((row) => row.CriticallyLowValue),
  )
  const CriticallyHighValue = strictest(
    Math.min,
    rows.map((row) => row.CriticallyHighValue),
  )
  return CriticallyLowValue === null && CriticallyHighValue === null
    ? null
    : { ...ofNoRow, CriticallyLowValue, CriticallyHighValue }
}
const ofNoRow: Measurement = {
  ElementMeasurementId: null,
  InstrumentId: null,
  GenderId: null,
  MinAge: null,
  MaxAge: null,
  LowValue: null,
  HighValue: null,
  CriticallyLowValue: null,
  CriticallyHighValue: null,
  PrintableRange: null,
  PossibleValues: null,
}

/**
 * Whether a value below 0 is possible, as base excess and scores are: one bound of its ranges is below 0, or none has a
 * bound.
 */
export const mayBeNegative = (measurements: readonly Measurement[]): boolean => {
  const bounds = measurements
    .flatMap((row) => [row.LowValue, row.HighValue, row.CriticallyLowValue, row.CriticallyHighValue])
    .filter(given)
  return bounds.length === 0 || bounds.some((bound) => bound < 0)
}

/** A result rounded half up to the element's decimals, as it is printed and compared. */
export function roundResult(value: number, decimals: number | null): string {
  const rounded = new Big(value).round(decimals ?? 0, Big.roundHalfUp)
  return (rounded.eq(0) ? new Big(0) : rounded).toFixed(decimals ?? 0)
}

type Level = -2 | -1 | 0 | 1 | 2
const flags: Readonly<Record<Level, Flag>> = { [-2]: 'LL', [-1]: 'L', 0: 'N', 1: 'H', 2: 'HH' }

/** `near` -1: the value just below, 1: just above, 0: the value itself. */
function levelOf(value: number, range: Measurement, near: -1 | 0 | 1): Level {
  const below = (bound: number): boolean => value < bound || (near < 0 && value === bound)
  const above = (bound: number): boolean => value > bound || (near > 0 && value === bound)
  const { CriticallyLowValue: critLow, CriticallyHighValue: critHigh, LowValue: low, HighValue: high } = range
  if (given(critLow) && (below(critLow) || (near === 0 && value === critLow))) return -2
  if (given(critHigh) && (above(critHigh) || (near === 0 && value === critHigh))) return 2
  if (given(low) && below(low)) return -1
  return given(high) && above(high) ? 1 : 0
}

const answer = (level: Level, ReviewNeeded = false): Flagged => ({
  Flag: flags[level],
  Critical: Math.abs(level) === 2,
  ReviewNeeded,
  Note: null,
})
const silent: Flagged = { Flag: null, Critical: false, ReviewNeeded: false, Note: null }

/**
 * `<5` is every value below 5: flagged where all of them would be, as the milder where only the degree is open, else
 * left to a person.
 */
function flagOfLimit(sign: string, bound: number, range: Measurement): Flagged {
  const under = sign === '<' || sign === '<=' || sign === '≤'
  const near = sign === '<' ? -1 : sign === '>' ? 1 : 0
  const end = levelOf(bound, range, near)
  const far = levelOf(under ? -Infinity : Infinity, range, 0)
  if (end === far) return answer(end)
  if (end !== 0 && Math.sign(end) === Math.sign(far)) return answer(end, true)
  return { ...silent, ReviewNeeded: true }
}

/** The values of a text like `Negative | Positive`; without blanks around them, and without empty ones. */
export const valuesIn = (text: string | null | undefined): readonly string[] =>
  (text ?? '')
    .split('|')
    .map((value) => value.trim())
    .filter((value) => value !== '')
const has = (values: readonly string[], text: string): boolean =>
  values.some((value) => value.trim().toLowerCase() === text.toLowerCase())

const critical: Flagged = { Flag: 'AA', Critical: true, ReviewNeeded: false, Note: null }

/**
 * A written text is critical where it, or a line of it, is a critical value. Where one is among other words, `no growth
 * of ...` as well as `growth of ...`, a person decides.
 */
const flagOfText = (text: string, values: readonly string[]): Flagged => {
  if (text.split('\n').some((line) => has(values, line.trim()))) return critical
  const lower = text.toLowerCase()
  return { ...silent, ReviewNeeded: values.some((value) => lower.includes(value.toLowerCase())) }
}

/** A chosen value: N only where it is a possible value that is not abnormal. */
const flagOfChoice = (text: string, range: Measurement | null, abnormal: readonly string[]): Flagged => {
  if (abnormal.length === 0) return silent
  if (has(abnormal, text)) return { ...silent, Flag: 'A' }
  const possible = valuesIn(range?.PossibleValues)
  return possible.length === 0 || has(possible, text) ? { ...silent, Flag: 'N' } : { ...silent, ReviewNeeded: true }
}

/**
 * The flag of a result against the row chosen for it. The value is rounded to DecimalPlaces first; the bounds
 * themselves are normal, the critical bounds are critical. N needs an ordinary bound: where the row has critical bounds
 * alone, what is not critical has no flag and a person decides. Chosen values are AA when critical, A when abnormal, in
 * any case; texts and cultures have no flag unless they are critical.
 */
export function flagOf(
  result: string | number | null | undefined,
  range: Measurement | null,
  element: FlaggedElement,
): Flagged {
  const text = String(result ?? '').trim()
  if (text === '') return silent
  const isCalled = element.CriticalValues ?? []
  if (element.ResultTypeId === resultType.PossibleValues)
    return has(isCalled, text) ? critical : flagOfChoice(text, range, element.AbnormalValues ?? [])
  if (!boundedTypes.includes(element.ResultTypeId)) return flagOfText(text, isCalled)
  if (range === null) return { ...silent, ReviewNeeded: true, Note: noInterval }
  const bounds = [range.LowValue, range.HighValue, range.CriticallyLowValue, range.CriticallyHighValue]
  if (!bounds.some(given)) return silent
  const reading = readingOf(text)
  if (reading === null) return { ...silent, ReviewNeeded: true }
  const flagged =
    reading.limit === ''
      ? answer(levelOf(Number(withinDecimals(reading.text, element.DecimalPlaces)), range, 0))
      : flagOfLimit(reading.limit, reading.number, range)
  const isCompared = given(range.LowValue) || given(range.HighValue)
  return flagged.Flag === 'N' && !isCompared ? { ...silent, ReviewNeeded: true, Note: noInterval } : flagged
}

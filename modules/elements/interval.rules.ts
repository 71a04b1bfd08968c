// How a result is drawn and told: its place on the interval's bar, the trend before it, critical bounds in words.
import { formatDate } from '../../core/dates.ts'
import { intervalWords } from '../../core/interval.ts'
import type { IntervalWords } from '../../core/interval.ts'
import type { Flag } from './ranges.rules.ts'

/** Bounds of the interval that holds for the person. */
export type Bounds = {
  readonly LowValue: number | null
  readonly HighValue: number | null
  readonly CriticallyLowValue?: number | null
  readonly CriticallyHighValue?: number | null
  readonly PrintableRange?: string | null
}

const bandFrom = 27
const bandTo = 73
const pin = 3

/** Where the interval is drawn, in percent of the bar: in the middle, or to the end at which it is open. */
export const bandOf = ({ LowValue, HighValue }: Bounds): readonly [number, number] => [
  LowValue === null ? 0 : bandFrom,
  HighValue === null ? 100 : bandTo,
]

/**
 * Percent of the bar where the value stands: an interval from 27 to 73, open at one side to 0 or 100; pinned at 3 and
 * 97. Null without value or bounds.
 */
export const placeOf = (value: number | null, { LowValue, HighValue }: Bounds): number | null => {
  if (value === null || (LowValue === null && HighValue === null)) return null
  const at =
    LowValue !== null && HighValue !== null
      ? HighValue === LowValue
        ? (value - LowValue) * Infinity
        : bandFrom + ((value - LowValue) / (HighValue - LowValue)) * (bandTo - bandFrom)
      : // open at one side: zero stands at the end of the bar
        LowValue !== null
        ? bandFrom + ((value - LowValue) / (Math.abs(LowValue) || 1)) * bandFrom
        : bandTo + ((value - (HighValue ?? 0)) / (Math.abs(HighValue ?? 0) || 1)) * bandTo
  if (Number.isNaN(at)) return (bandFrom + bandTo) / 2
  return Math.min(100 - pin, Math.max(pin, at))
}

/** The words of an interval; undefined without one. */
export const wordsOf = (range: Bounds | null): IntervalWords | undefined =>
  range ? intervalWords(range.PrintableRange ?? null, range.LowValue, range.HighValue) : undefined
/** Its bounds: `3.5 – 5.1`, `≥ 60`, `≤ 5`; empty without one. */
export const rangeText = (range: Bounds | null): string =>
  (wordsOf(range)?.Short ?? '').replace(/(\d)–(?=\d)/g, '$1 – ')
/** All that it says: its classes or its note where it has them, else its bounds. */
export const wholeRangeText = (range: Bounds | null): string => {
  const words = wordsOf(range)
  return (
    words?.Note ??
    (words && words.Classes.length > 0 ? words.Classes.map((one) => one.Text).join('; ') : rangeText(range))
  )
}

export const flagWords: Readonly<Record<Flag, string>> = {
  N: 'Normal',
  L: 'Low',
  H: 'High',
  LL: 'Critical low',
  HH: 'Critical high',
  A: 'Abnormal',
}
export const isCriticalFlag = (flag: Flag | null | undefined): boolean => flag === 'LL' || flag === 'HH'
export const isOutside = (flag: Flag | null | undefined): boolean => flag !== null && flag !== undefined && flag !== 'N'

/** `at or above 6.5` for a critical result. */
export const boundText = (flag: Flag | null, range: Bounds | null): string =>
  flag === 'HH' && range?.CriticallyHighValue != null
    ? `at or above ${range.CriticallyHighValue}`
    : flag === 'LL' && range?.CriticallyLowValue != null
      ? `at or below ${range.CriticallyLowValue}`
      : ''

/** Both critical bounds as they are told beside the interval. */
export const criticalBounds = (range: Bounds | null): string =>
  [
    range?.CriticallyLowValue != null ? `at or below ${range.CriticallyLowValue}` : '',
    range?.CriticallyHighValue != null ? `at or above ${range.CriticallyHighValue}` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** `Mar` under the first point of each month; a month that goes on is not said again. */
export const monthsOf = (dates: readonly string[]): readonly string[] => {
  const months = dates.map((date) => formatDate(date).slice(3))
  return months.map((month, index) => (month === months[index - 1] ? '' : month.slice(0, 3)))
}

/**
 * Points of a line through the values inside a box; one value alone stands at the right. `scale`: values that must fit
 * as well.
 */
export const trendPoints = (
  values: readonly number[],
  width: number,
  height: number,
  scale: readonly number[] = [],
): readonly (readonly [number, number])[] => {
  const [low, high] = [Math.min(...values, ...scale), Math.max(...values, ...scale)]
  const step = values.length > 1 ? width / (values.length - 1) : 0
  return values.map(
    (value, index) =>
      [
        values.length === 1 ? width : index * step,
        high === low ? height / 2 : height - ((value - low) / (high - low)) * height,
      ] as const,
  )
}

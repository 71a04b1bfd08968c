// How a result is drawn and worded: its place on the interval's bar, the trend before it, critical bounds in words.
import { formatDate } from '../../core/dates.ts'
import { intervalWords } from '../../core/interval.ts'
import type { IntervalWords } from '../../core/interval.ts'
import { onScreen, pinned, scaleOf } from './bar.rules.ts'
import type { Flag } from './ranges.rules.ts'

/** Bounds of the interval that holds for the person. */
export type Bounds = {
  readonly LowValue: number | null
  readonly HighValue: number | null
  readonly CriticallyLowValue?: number | null
  readonly CriticallyHighValue?: number | null
  readonly PrintableRange?: string | null
}

/** Where the interval is drawn, in percent of the bar: in the middle, or to the end at which it is open. */
export const bandOf = (bounds: Bounds): readonly [number, number] => {
  const [from, till] = scaleOf(bounds, onScreen)?.grey ?? [0, 1]
  return [from * 100, till * 100]
}

/** Place of the value in percent of the bar, pinned near its ends. Null without value or bounds. */
export const placeOf = (value: number | null, bounds: Bounds): number | null => {
  const scale = scaleOf(bounds, onScreen)
  return value === null || scale === null ? null : pinned(scale.at(value), onScreen) * 100
}

/** The words of an interval; undefined without one. */
export const wordsOf = (range: Bounds | null): IntervalWords | undefined =>
  range ? intervalWords(range.PrintableRange ?? null, range.LowValue, range.HighValue) : undefined
/** Its bounds: `3.5 – 5.1`, `≥ 60`, `≤ 5`; empty without one. */
export const rangeText = (range: Bounds | null): string =>
  (wordsOf(range)?.Short ?? '').replace(/(\d)–(?=\d)/g, '$1 – ')
/** Its full text: its classes or its note where it has them, else its bounds. */
export const wholeRangeText = (range: Bounds | null): string => {
  const words = wordsOf(range)
  return (
    words?.Note ??
    (words && words.Classes.length > 0 ? words.Classes.map((one) => one.Text).join('; ') : rangeText(range))
  )
}

/** On which side of the interval a result is. */
export const sides = {
  N: 'Normal',
  L: 'Low',
  H: 'High',
  LL: 'Low',
  HH: 'High',
  A: 'Abnormal',
  AA: 'Abnormal',
} as const satisfies Readonly<Record<Flag, string>>
export const flagWords: Readonly<Record<Flag, string>> = {
  ...sides,
  LL: 'Critical low',
  HH: 'Critical high',
  AA: 'Critical',
}
export const criticalFlags: readonly Flag[] = ['LL', 'HH', 'AA']
export const isCriticalFlag = (flag: Flag | null | undefined): boolean =>
  flag !== null && flag !== undefined && criticalFlags.includes(flag)
export const isOutside = (flag: Flag | null | undefined): boolean => flag !== null && flag !== undefined && flag !== 'N'
/** How a flag is shown: as one to call about, as one to look at, or not at all. */
export const flagTone = (flag: Flag | null | undefined): 'critical' | 'outside' | '' =>
  isCriticalFlag(flag) ? 'critical' : isOutside(flag) ? 'outside' : ''
/** The critical bound on the side where the result is. */
export const boundNear = (flag: Flag | null, range: Bounds | null): number | null =>
  (flag !== null && sides[flag] === 'High'
    ? range?.CriticallyHighValue
    : flag !== null && sides[flag] === 'Low'
      ? range?.CriticallyLowValue
      : null) ?? null

/** `at or above 6.5` for a critical result. */
export const boundText = (flag: Flag | null, range: Bounds | null): string => {
  const bound = isCriticalFlag(flag) ? boundNear(flag, range) : null
  return flag === null || bound === null ? '' : `at or ${sides[flag] === 'High' ? 'above' : 'below'} ${bound}`
}

/** Both critical bounds in words. */
export const criticalBounds = (range: Bounds | null): string =>
  [
    range?.CriticallyLowValue != null ? `at or below ${range.CriticallyLowValue}` : '',
    range?.CriticallyHighValue != null ? `at or above ${range.CriticallyHighValue}` : '',
  ]
    .filter(Boolean)
    .join(', ')

/** `Mar` under the first point of each month; later points of the month have no label. */
export const monthsOf = (dates: readonly string[]): readonly string[] => {
  const months = dates.map((date) => formatDate(date).slice(3))
  return months.map((month, index) => (month === months[index - 1] ? '' : month.slice(0, 3)))
}

/**
 * Points of a line through the values inside a box; one value alone is at the right. `scale`: values that must fit
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

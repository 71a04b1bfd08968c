// How a result is drawn and told: its place on the interval's bar, the trend before it, critical bounds in words.
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

/** The number of a result; also of `<5`, at its bound. Null for what is no number. */
export const numberOf = (text: string | null | undefined): number | null => {
  const found = /^\s*(?:<=|>=|<|>|≤|≥)?\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+))\s*$/.exec(text ?? '')
  return found ? Number(found[1]) : null
}

/** Percent of the bar where the value stands: the interval from 27 to 73, pinned at 3 and 97 outside. Null without value or bounds. */
export const placeOf = (value: number | null, { LowValue, HighValue }: Bounds): number | null => {
  if (value === null || (LowValue === null && HighValue === null)) return null
  const span = bandTo - bandFrom
  const at =
    LowValue !== null && HighValue !== null
      ? HighValue === LowValue
        ? (value - LowValue) * Infinity
        : bandFrom + ((value - LowValue) / (HighValue - LowValue)) * span
      : LowValue !== null
        ? bandFrom + ((value - LowValue) / (Math.abs(LowValue) || 1)) * span
        : bandTo + ((value - (HighValue ?? 0)) / (Math.abs(HighValue ?? 0) || 1)) * span
  if (Number.isNaN(at)) return (bandFrom + bandTo) / 2
  return Math.min(100 - pin, Math.max(pin, at))
}

/** The interval in words: what is printed, else `3.5 – 5.1`, `≥ 60`, `≤ 5`; empty without one. */
export const rangeText = (range: Bounds | null): string => {
  if (!range) return ''
  if (range.PrintableRange && range.PrintableRange !== '-') return range.PrintableRange.replace(/ - /g, ' – ')
  const { LowValue, HighValue } = range
  if (LowValue !== null && HighValue !== null) return `${LowValue} – ${HighValue}`
  return LowValue !== null ? `≥ ${LowValue}` : HighValue !== null ? `≤ ${HighValue}` : ''
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

/** Points of a line through the values inside a box; one value alone stands at the right. `scale`: values that must fit as well. */
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
      [values.length === 1 ? width : index * step, high === low ? height / 2 : height - ((value - low) / (high - low)) * height] as const,
  )
}

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** The unit as it is shown: powers raised (`10^6/µL`), nothing for the dash that stands for none. */
export const unitText = (unit: string | null): string =>
  unit === null || unit === '-'
    ? ''
    : unit.replace(/\^(\d+)/g, (_, power: string) => [...power].map((digit) => raised[Number(digit)]).join(''))

// Where a result stands against its interval, as fractions of a bar's width: the interval is always at the same place,
// so a column of bars reads as one picture.
import { numberOf } from '../../../core/expression/reading.ts'
import type { LimitClass, ReportRow } from './report.model.ts'

/** `Grey` is the interval, `Ends` its long ticks, `Ticks` the other class limits. `At` is 0 to 1. */
export type Bar = {
  readonly Grey: readonly [number, number]
  readonly Ends: readonly number[]
  readonly Ticks: readonly number[]
  readonly Marker: 'within' | 'outside' | 'below' | 'above'
  readonly At: number
  readonly Previous: number | null
}

type Scale = {
  readonly grey: readonly [number, number]
  readonly ends: readonly number[]
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
}

const classScale = (classes: readonly LimitClass[]): Scale | null => {
  const sorted = [...classes].sort((a, b) => (a.Low ?? -Infinity) - (b.Low ?? -Infinity))
  const starts = sorted.slice(1).map((c) => c.Low)
  const desirable = sorted.findIndex((c) => c.Desirable)
  if (sorted.length < 2 || desirable < 0 || starts.some((low) => low === null)) return null
  const limits = starts as number[]
  const width = 1 / sorted.length
  const first = limits[0] ?? 0
  const last = limits.at(-1) ?? 0
  const lowest = sorted[0]?.Low ?? Math.min(0, first)
  // The highest class has no end: it is drawn as wide as the one before it.
  const bounds = [lowest, ...limits, last + (last - (limits.at(-2) ?? lowest))]
  const at = (value: number): number => {
    const i = Math.max(
      0,
      bounds.findLastIndex((bound, n) => n < sorted.length && value >= bound),
    )
    const from = bounds[i] ?? 0
    const to = bounds[i + 1] ?? from
    return width * (i + (to > from ? (value - from) / (to - from) : 0))
  }
  const grey: [number, number] = [desirable * width, (desirable + 1) * width]
  const edges = limits.map((_, i) => (i + 1) * width)
  const touches = (edge: number): boolean => grey.some((end) => Math.abs(end - edge) < 1e-9)
  return { grey, ends: edges.filter(touches), ticks: edges.filter((edge) => !touches(edge)), at }
}

const scaleOf = (low: number | null, high: number | null, classes: readonly LimitClass[]): Scale | null => {
  const byClass = classScale(classes)
  if (byClass) return byClass
  if (low !== null && high !== null && high > low)
    return { grey: [0.3, 0.7], ends: [0.3, 0.7], ticks: [], at: (v) => 0.3 + (0.4 * (v - low)) / (high - low) }
  if (low === null && high !== null && high > 0)
    return { grey: [0, 0.7], ends: [0.7], ticks: [], at: (v) => (0.7 * v) / high }
  if (high === null && low !== null && low > 0)
    return { grey: [0.3, 1], ends: [0.3], ticks: [], at: (v) => (0.3 * v) / low }
  return null
}

const EDGE = 0.045

/** The bar of a row; null when the result is no number or has no limits to stand against. */
export const barOf = (
  row: Pick<ReportRow, 'Result' | 'PreviousResult' | 'Low' | 'High' | 'Classes' | 'Flag'>,
): Bar | null => {
  const value = numberOf(row.Result)
  const scale = scaleOf(row.Low, row.High, row.Classes)
  if (value === null || scale === null) return null
  const outside = row.Flag !== null && row.Flag !== 'N'
  const at = scale.at(value)
  const inside = (x: number): number => Math.min(1 - EDGE, Math.max(EDGE, x))
  // A value within an interval that is open at one side may lie beyond the drawing: it stays a dot.
  const marker = !outside ? 'within' : at < 0 ? 'below' : at > 1 ? 'above' : 'outside'
  const previous = numberOf(row.PreviousResult)
  return {
    Grey: scale.grey,
    Ends: scale.ends,
    Ticks: scale.ticks,
    Marker: marker,
    At: inside(at),
    Previous: previous === null ? null : inside(scale.at(previous)),
  }
}

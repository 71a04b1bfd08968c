// The place of a result on its interval's bar, as fractions of its width: the interval is always at the same place,
// so a column of bars reads as one picture.

/** How a bar is laid out: where the interval is on it, and how near its ends a value is pinned. */
export type Layout = { readonly band: readonly [number, number]; readonly pin: number }
export const onScreen: Layout = { band: [0.27, 0.73], pin: 0.03 }
export const onPaper: Layout = { band: [0.3, 0.7], pin: 0.045 }

export type Limits = { readonly LowValue: number | null; readonly HighValue: number | null }
/** A class of a decision limit by where it begins, null for the lowest. */
export type LimitClass = { readonly Low: number | null; readonly Desirable: boolean }

/** `grey` is the interval, `ends` its long ticks, `ticks` the other class limits; `at` is 0 to 1 while it is drawn. */
export type Scale = {
  readonly grey: readonly [number, number]
  readonly ends: readonly number[]
  readonly ticks: readonly number[]
  readonly at: (value: number) => number
}

const classScale = (classes: readonly LimitClass[]): Scale | null => {
  const sorted = [...classes].sort((a, b) => (a.Low ?? -Infinity) - (b.Low ?? -Infinity))
  const limits = sorted.slice(1).flatMap((one) => (one.Low === null ? [] : [one.Low]))
  const desirable = sorted.findIndex((one) => one.Desirable)
  if (sorted.length < 2 || desirable < 0 || limits.length < sorted.length - 1) return null
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

const between = (low: number, high: number, [from, to]: Layout['band']): Scale['at'] =>
  high > low
    ? (value) => from + ((value - low) / (high - low)) * (to - from)
    : // an interval of one value: all others lie beyond the ends
      (value) => (value === low ? (from + to) / 2 : value < low ? -Infinity : Infinity)
/** Open at one side: zero is at the end of the bar. */
const fromZero =
  (bound: number, place: number): Scale['at'] =>
  (value) =>
    place + ((value - bound) / (Math.abs(bound) || 1)) * place

/** The scale of the classes where there are any, else of the bounds; null with neither. */
export const scaleOf = (
  { LowValue: low, HighValue: high }: Limits,
  { band }: Layout,
  classes: readonly LimitClass[] = [],
): Scale | null => {
  const byClass = classScale(classes)
  if (byClass) return byClass
  const [from, to] = band
  if (low !== null && high !== null) return { grey: band, ends: [from, to], ticks: [], at: between(low, high, band) }
  if (high !== null) return { grey: [0, to], ends: [to], ticks: [], at: fromZero(high, to) }
  if (low !== null) return { grey: [from, 1], ends: [from], ticks: [], at: fromZero(low, from) }
  return null
}

/** Where a value is drawn: inside the bar, pinned near the end that it lies beyond. */
export const pinned = (at: number, { pin }: Layout): number => Math.min(1 - pin, Math.max(pin, at))

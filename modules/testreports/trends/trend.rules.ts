// The results of an element over time: which values a line joins.
import type { RowTo } from '../../../core/answer/answer.ts'
import type { trendsOfReport } from '../answers/answers.model.ts'

/** The results of an element. */
export type Trend = RowTo<typeof trendsOfReport>
/** A released result of the patient, as it was reported. */
export type TrendPoint = Trend['Points'][number]

/** A point on the chart; `isBeyond`: less or more than its value, beyond the measuring range. */
export type Drawn = TrendPoint & { readonly Value: number; readonly isBeyond: boolean }

const number = /^([<>≤≥]=?)?\s*(-?\d+(?:\.\d+)?)$/
/** The number of a result, and whether the result is only a bound; undefined for words. */
export const valueIn = (result: string): { Value: number; isBeyond: boolean } | undefined => {
  const [, sign, digits] = number.exec(result.trim()) ?? []
  return digits === undefined ? undefined : { Value: Number(digits), isBeyond: sign !== undefined }
}

const unitOf = ({ Unit }: TrendPoint): string => (Unit ?? '').trim()

/**
 * The stretches of one unit, in order of time: numbers in another unit cannot be compared, so they get a scale of their
 * own. Words are on none.
 */
export const stretchesOf = (points: readonly TrendPoint[]): readonly (readonly Drawn[])[] => {
  const stretches: Drawn[][] = []
  const inTime = [...points].sort((one, other) => Date.parse(one.Date) - Date.parse(other.Date))
  for (const point of inTime) {
    const value = valueIn(point.Result)
    if (!value) continue
    const last = stretches.at(-1)
    if (last?.[0] && unitOf(last[0]) === unitOf(point)) last.push({ ...point, ...value })
    else stretches.push([{ ...point, ...value }])
  }
  return stretches
}

/** Runs that a line joins: a value beyond the measuring range is marked, and ends the run. */
export const linesOf = (stretch: readonly Drawn[]): readonly (readonly Drawn[])[] => {
  const lines: Drawn[][] = [[]]
  for (const point of stretch) {
    if (point.isBeyond) lines.push([])
    else lines.at(-1)?.push(point)
  }
  return lines.filter((line) => line.length > 1)
}

/** The lowest and the highest number of a stretch: its values and their intervals, with a little room. */
export const scaleOf = (stretch: readonly Drawn[]): { readonly low: number; readonly high: number } => {
  const all = stretch.flatMap(({ Value, Low, High }) => [Value, Low, High].filter((one) => one !== null))
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const room = (high - low || Math.abs(high) || 1) * 0.08
  return { low: low - room, high: high + room }
}

/** A cumulative table: a column for each time of collection, the newest first, and a row for each element. */
export type Cumulative = {
  readonly columns: readonly { readonly Date: string; readonly SaleId: number }[]
  readonly rows: readonly { readonly trend: Trend; readonly cells: readonly (TrendPoint | undefined)[] }[]
}
/** @param most columns at most: the newest of them */
export const cumulativeOf = (trends: readonly Trend[], most: number): Cumulative => {
  const sales = new Map(trends.flatMap(({ Points }) => Points.map(({ SaleId, Date: at }) => [SaleId, at] as const)))
  const columns = [...sales]
    .map(([SaleId, at]) => ({ SaleId, Date: at }))
    .sort((one, other) => Date.parse(other.Date) - Date.parse(one.Date) || other.SaleId - one.SaleId)
    .slice(0, most)
  return {
    columns,
    rows: trends.map((trend) => ({
      trend,
      cells: columns.map(({ SaleId }) => trend.Points.findLast((point) => point.SaleId === SaleId)),
    })),
  }
}

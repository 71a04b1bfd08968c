// The bar of a printed row: the place of its result and the earlier one against the interval or the classes.
import { numberOf } from '../../../core/expression/reading.ts'
import { onPaper, pinned, scaleOf } from '../../elements/bar.rules.ts'
import { isOutside } from '../../elements/interval.rules.ts'
import type { ReportRow } from './report.model.ts'

/** `Grey` is the interval, `Ends` its long ticks, `Ticks` the other class limits. `At` is 0 to 1. */
export type Bar = {
  readonly Grey: readonly [number, number]
  readonly Ends: readonly number[]
  readonly Ticks: readonly number[]
  readonly Marker: 'within' | 'outside' | 'below' | 'above'
  readonly At: number
  readonly Previous: number | null
}

/** The bar of a row; null when the result is no number or has no limits to compare with. */
export const barOf = (
  row: Pick<ReportRow, 'Result' | 'PreviousResult' | 'Low' | 'High' | 'Classes' | 'Flag'>,
): Bar | null => {
  const value = numberOf(row.Result)
  const scale = scaleOf({ LowValue: row.Low, HighValue: row.High }, onPaper, row.Classes)
  if (value === null || scale === null) return null
  const at = scale.at(value)
  // A value within an interval that is open at one side may lie beyond the drawing: it is still a dot.
  const marker = !isOutside(row.Flag) ? 'within' : at < 0 ? 'below' : at > 1 ? 'above' : 'outside'
  const previous = numberOf(row.PreviousResult)
  return {
    Grey: scale.grey,
    Ends: scale.ends,
    Ticks: scale.ticks,
    Marker: marker,
    At: pinned(at, onPaper),
    Previous: previous === null ? null : pinned(scale.at(previous), onPaper),
  }
}

// A drawn result: its flag, its value on a bar of the interval, and the small line of earlier values.
import { numberOf } from '../../../core/expression/reading.ts'
import {
  bandOf,
  placeOf,
  rangeText,
  wholeRangeText,
  flagWords,
  flagTone,
  trendPoints,
} from '../../elements/interval.rules.ts'
import type { Bounds } from '../../elements/interval.rules.ts'
import { notVerified } from '../../elements/verify/verify.rules.ts'
import type { Flag } from '../../elements/ranges.rules.ts'
import type { PreviousResult } from '../beside.model.ts'

export const FlagChip = ({ flag }: { flag: Flag | null }) =>
  flag === null || flag === 'N' ? null : (
    <span className={`flag ${flagTone(flag)}`} title={flagWords[flag]}>
      {flag}
      <span className="unseen"> {flagWords[flag]}</span>
    </span>
  )

type IntervalProps = {
  range: Bounds | null
  result: string | null
  flag: Flag | null
  /** Whether the interval is from the starter catalogue and was not confirmed. */
  unverified?: boolean
}
/** The interval in words, with its mark. */
const IntervalText = ({ range, unverified }: IntervalProps) => {
  const full = wholeRangeText(range)
  const text = rangeText(range) || full
  if (!unverified || text === '')
    return (
      <span className="interval-text" title={full}>
        {text}
      </span>
    )
  return (
    <span className="interval-text" title={`${full}. ${notVerified}`}>
      {text} <span aria-hidden="true">†</span>
      <span className="unseen"> {notVerified}</span>
    </span>
  )
}

/** The bar with the range in words below; only the words when no bar can be drawn. */
export const IntervalBar = (about: IntervalProps) => {
  const { range, result, flag } = about
  if (!range || (range.LowValue === null && range.HighValue === null)) return <IntervalText {...about} />
  const [from, till] = bandOf(range)
  const at = placeOf(numberOf(result), range)
  return (
    <span className="interval">
      <span className="bar" aria-hidden="true">
        <i className="inside" style={{ left: `${from}%`, right: `${100 - till}%` }} />
        {at !== null && <i className={`mark ${flagTone(flag)}`} style={{ left: `${at}%` }} />}
      </span>
      <IntervalText {...about} />
    </span>
  )
}

const width = 40
const height = 14
const most = 6
/** Earlier results oldest first, then the one on screen, taken on `date`; only numbers are drawn. */
export const seriesOf = (
  history: readonly PreviousResult[],
  result: string | null,
  date = '',
): readonly { readonly value: number; readonly date: string }[] =>
  [
    ...[...history]
      .slice(0, most - 1)
      .reverse()
      .map((one) => ({ value: numberOf(one.Result), date: one.Date })),
    { value: numberOf(result), date },
  ].flatMap(({ value, date: at }) => (value === null ? [] : [{ value, date: at }]))

export const Spark = ({
  history,
  result,
  flag,
}: {
  history: readonly PreviousResult[]
  result: string | null
  flag: Flag | null
}) => {
  const values = seriesOf(history, result).map((one) => one.value)
  if (history.length === 0 || values.length < 2) return null
  const points = trendPoints(values, width, height)
  const [x, y] = points.at(-1) ?? [0, 0]
  return (
    <svg
      className={`spark ${flagTone(flag)}`}
      width={width + 6}
      height={height + 6}
      viewBox={`-2 -3 ${width + 6} ${height + 6}`}
      aria-hidden="true"
    >
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      <circle cx={x} cy={y} r={2} />
    </svg>
  )
}

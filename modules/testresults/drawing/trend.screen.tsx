// The last six results of the patient in a small chart, with the interval as a band and the nearer critical bound.
import { numberOf } from '../../../core/expression/reading.ts'
import { formatDate } from '../../../core/dates.ts'
import { seriesOf } from './result.screen.tsx'
import { boundNear, monthsOf, flagTone, trendPoints } from '../../elements/interval.rules.ts'
import type { Bounds } from '../../elements/interval.rules.ts'
import type { Flag } from '../../elements/ranges.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

const [left, width, top, height, foot] = [30, 204, 8, 84, 14]

export const TrendChart = ({
  row,
  result,
  flag,
  range,
}: {
  row: ResultRow
  result: string | null
  flag: Flag | null
  range: Bounds | null
}) => {
  const series = seriesOf(row.History, result, row.CollectionDate ?? row.Sale.CollectionDate)
  const values = series.map((one) => one.value)
  if (values.length < 2) return null
  const critical = boundNear(flag, range)
  const scale = critical === null ? [] : [critical]
  const bounds = [range?.LowValue, range?.HighValue].filter((value) => value !== null && value !== undefined)
  const [low, high] = [Math.min(...values, ...bounds, ...scale), Math.max(...values, ...bounds, ...scale)]
  const y = (value: number): number =>
    top + (high === low ? height / 2 : height - ((value - low) / (high - low)) * height)
  const points = trendPoints(values, width - 12, height, [...bounds, ...scale]).map(
    ([px, py]) => [left + 4 + px, top + py] as const,
  )
  const end = points.at(-1) ?? [0, 0]
  const bandTop = range?.HighValue !== null && range?.HighValue !== undefined ? y(range.HighValue) : top
  const bandEnd = range?.LowValue !== null && range?.LowValue !== undefined ? y(range.LowValue) : top + height
  const hasNow = numberOf(result) !== null
  const [earlier] = row.History
  const lastOn = earlier ? `, last earlier one on ${formatDate(earlier.Date)}` : ''
  const label = `From ${values[0]} to ${values.at(-1)}${lastOn}`
  return (
    <svg className="trend" viewBox={`0 0 ${left + width} ${top * 2 + height + foot}`} role="img" aria-label={label}>
      {bounds.length > 0 && (
        <rect className="band" x={left} y={bandTop} width={width} height={Math.max(1, bandEnd - bandTop)} />
      )}
      {bounds.map((value) => (
        <text key={value} x={left - 4} y={y(value) + 4} textAnchor="end">
          {value}
        </text>
      ))}
      {critical !== null && (
        <>
          <line className="bound" x1={left} x2={left + width} y1={y(critical)} y2={y(critical)} />
          <text className="bound-text" x={left - 4} y={y(critical) + 4} textAnchor="end">
            {critical}
          </text>
        </>
      )}
      {monthsOf(series.map((one) => one.date)).map((month, index) => (
        <text
          key={index}
          className="month"
          x={points[index]?.[0] ?? 0}
          y={top * 2 + height + foot - 4}
          textAnchor="middle"
        >
          {month}
        </text>
      ))}
      <polyline points={points.map((point) => point.join(',')).join(' ')} />
      {points.slice(0, hasNow ? -1 : undefined).map(([px, py], index) => (
        <circle key={index} cx={px} cy={py} r={2.5} />
      ))}
      {hasNow && <circle className={flagTone(flag) || 'now'} cx={end[0]} cy={end[1]} r={4} />}
    </svg>
  )
}

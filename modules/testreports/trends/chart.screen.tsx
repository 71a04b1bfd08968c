// One element over time: its interval as a band, each unit on its own scale, and every value in words below.
import { formatDate } from '../../../core/dates.ts'
import { unitText } from '../../../core/interval.ts'
import { linesOf, scaleOf, stretchesOf, type Drawn, type Trend } from './trend.rules.ts'

const [width, height, edge] = [320, 96, 10]

const pointText = (point: Pick<Drawn, 'Result' | 'Unit' | 'Date'>): string =>
  `${[point.Result, unitText(point.Unit)].filter(Boolean).join(' ')} on ${formatDate(point.Date)}`

const Stretch = ({ stretch, x }: { stretch: readonly Drawn[]; x: (date: string) => number }) => {
  const { low, high } = scaleOf(stretch)
  const y = (value: number): number => edge + (1 - (value - low) / (high - low)) * (height - 2 * edge)
  const places = stretch.map((point) => x(point.Date))
  // half-way to its neighbours: an interval applies to the value it was reported with
  const from = (at: number): number =>
    at === 0 ? (places[0] ?? 0) - 6 : ((places[at - 1] ?? 0) + (places[at] ?? 0)) / 2
  const till = (at: number): number => (at === places.length - 1 ? (places[at] ?? 0) + 6 : from(at + 1))
  return (
    <g>
      {stretch.map((point, at) => {
        if (point.Low === null && point.High === null) return null
        const [top, end] = [y(point.High ?? high), y(point.Low ?? low)]
        return <rect key={at} className="band" x={from(at)} y={top} width={till(at) - from(at)} height={end - top} />
      })}
      {linesOf(stretch).map((line, at) => (
        <polyline key={at} points={line.map((point) => `${x(point.Date)},${y(point.Value)}`).join(' ')} />
      ))}
      {stretch.map((point, at) => (
        <g key={at}>
          <circle className={point.isBeyond ? 'beyond' : ''} cx={places[at]} cy={y(point.Value)} r={3} />
          {point.isBeyond && (
            <text x={places[at]} y={y(point.Value) - 6} textAnchor="middle">
              {point.Result}
            </text>
          )}
        </g>
      ))}
    </g>
  )
}

export const TrendOfElement = ({ trend }: { trend: Trend }) => {
  const stretches = stretchesOf(trend.Points)
  const times = stretches.flat().map((point) => Date.parse(point.Date))
  const [first, last] = [Math.min(...times), Math.max(...times)]
  const x = (date: string): number =>
    edge + (last === first ? 0.5 : (Date.parse(date) - first) / (last - first)) * (width - 2 * edge)
  return (
    <figure className="trend-of" aria-label={trend.Element}>
      <figcaption>{trend.Element}</figcaption>
      {stretches.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {stretches.map((stretch, at) => (
            <Stretch key={at} stretch={stretch} x={x} />
          ))}
        </svg>
      )}
      <ol className="secondary">
        {trend.Points.map((point, at) => (
          <li key={at} className={point.Flag === null || point.Flag === 'N' ? '' : 'flagged'}>
            {pointText(point)}
          </li>
        ))}
      </ol>
    </figure>
  )
}

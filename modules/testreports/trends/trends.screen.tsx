// The results on a report over time, for users who may read the report.
import { messageOf } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { TrendOfElement } from './chart.screen.tsx'
import { trendsOfReport } from '../answers/answers.model.ts'
import './trends.screen.css'

export const Trends = ({ saleId }: { saleId: number }) => {
  const { data, error } = useAnswer(trendsOfReport, { SaleId: saleId })
  if (!error && !data) return null
  return (
    <section className="card grid-card trends" aria-label="Over time">
      <header>
        <h2>Over time</h2>
        {data !== undefined && data.length > 0 && (
          <>
            <span className="tally">{data.length}</span>
            <span className="hints">the interval of each value as a band</span>
          </>
        )}
      </header>
      {error && (
        <p className="band bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      {data?.length === 0 && <p className="quiet">A trend begins with the second result of the same kind.</p>}
      <div className="trends-of">
        {data?.map((trend) => (
          <TrendOfElement key={trend.Element} trend={trend} />
        ))}
      </div>
    </section>
  )
}

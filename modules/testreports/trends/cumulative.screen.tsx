// All results of a patient side by side: an element a row, a visit a column; a row opens its trend.
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDate } from '../../../core/dates.ts'
import { unitText } from '../../../core/interval.ts'
import { messageOf } from '../../../web/api/api.ts'
import { useAnswer } from '../../../web/api/cache.ts'
import { recordLink } from '../../../web/record/record-link.ts'
import { may } from '../../../web/session/permission.ts'
import { useSession } from '../../../web/session/session.ts'
import { testreports } from '../testreports.model.ts'
import { TrendOfElement } from './chart.screen.tsx'
import { cumulativeOf, type Cumulative, type TrendPoint } from './trend.rules.ts'
import { trendsOfPatient } from '../answers/answers.model.ts'
import './trends.screen.css'

/** Visits side by side; the trend of an element has more. */
const visits = 8

const isFlagged = (point: TrendPoint | undefined): boolean =>
  point !== undefined && point.Flag !== null && point.Flag !== 'N'

type RowProps = { readonly row: Cumulative['rows'][number]; readonly isOpen: boolean; readonly onOpen: () => void }
const ElementRow = ({ row: { trend, cells }, isOpen, onOpen }: RowProps) => {
  const last = trend.Points.at(-1)
  return (
    <>
      <tr>
        <th scope="row">
          <button type="button" className="button link" aria-expanded={isOpen} onClick={onOpen}>
            {trend.Element}
          </button>
        </th>
        <td className="secondary">{unitText(last?.Unit ?? null)}</td>
        {cells.map((point, at) => (
          <td key={at} className={isFlagged(point) ? 'number flagged' : 'number'}>
            {point?.Result}
            {isFlagged(point) && <small> {point?.Flag}</small>}
          </td>
        ))}
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={cells.length + 2}>
            <TrendOfElement trend={trend} />
          </td>
        </tr>
      )}
    </>
  )
}

const Results = ({ patientId }: { patientId: number }) => {
  const { data, error } = useAnswer(trendsOfPatient, { PatientId: patientId })
  const [open, setOpen] = useState<string>()
  if (!error && !data) return null
  const { columns, rows } = cumulativeOf(data ?? [], visits)
  return (
    <section className="card grid-card cumulative" aria-label="Results">
      <header>
        <h2>Results</h2>
        {rows.length > 0 && <span className="tally">{rows.length}</span>}
      </header>
      {error && (
        <p className="band bad" role="alert">
          {messageOf(error)}
        </p>
      )}
      {data?.length === 0 && <p className="quiet">No result is released yet.</p>}
      {rows.length > 0 && (
        <div className="scroll">
          <table>
            <thead>
              <tr>
                <th scope="col">Element</th>
                <th scope="col">Unit</th>
                {columns.map(({ SaleId, Date }) => (
                  <th key={SaleId} scope="col" className="number">
                    <Link {...recordLink('testreports', { SaleId })}>{formatDate(Date)}</Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <ElementRow
                  key={row.trend.Element}
                  row={row}
                  isOpen={open === row.trend.Element}
                  onOpen={() => setOpen(open === row.trend.Element ? undefined : row.trend.Element)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

/** For users who may read reports. */
export const PatientResults = ({ recordKey }: { recordKey: number }) =>
  may(useSession(), testreports.id, 'read') ? <Results patientId={recordKey} /> : null

// The element under the cursor: its interval, formula, possible values, trend and method.
import { notVerified } from '../../elements/verify/verify.rules.ts'
import type { ReactNode } from 'react'
import { formatDate, formatDateTime } from '../../../core/dates.ts'
import { FlagChip, seriesOf } from '../drawing/result.screen.tsx'
import { differing, limitText } from '../judging/delta.rules.ts'
import { Held } from './held.screen.tsx'
import type { Judged } from '../judging/entry.rules.ts'
import { whoOf, whomOf } from '../judging/who.rules.ts'
import { waitsFor } from '../../elements/ranges.rules.ts'
import { sourceWords } from '../judging/source.rules.ts'
import { TrendChart } from '../drawing/trend.screen.tsx'
import {
  criticalBounds,
  flagWords,
  isCriticalFlag,
  isOutside,
  rangeText,
  wordsOf,
} from '../../elements/interval.rules.ts'
import { classAt, unitText } from '../../../core/interval.ts'
import { numberOf } from '../../../core/expression/reading.ts'
import type { ResultRow } from '../testresults.model.ts'
import { boundedTypes, resultType } from '../../lists/items.model.ts'
import { orderOf } from '../judging/sheet.rules.ts'
import { rowsOf } from './record.screen.tsx'
import { judgedOf, useSheet } from './typing.screen.tsx'

type Props = { row: ResultRow; rows: readonly ResultRow[]; judged: ReadonlyMap<number, Judged> }

const what: Readonly<Record<number, string>> = {
  [resultType.Numeric]: 'Any number',
  [resultType.ShortText]: 'Text',
  [resultType.Formula]: 'Calculated',
  [resultType.Limited]: 'Any number, also with < or >',
  [resultType.Narrative]: 'Narrative',
  [resultType.Culture]: 'Culture and sensitivity',
  [resultType.Image]: 'Image',
}
const decimals = (places: number | null): string =>
  places === null ? '' : places === 0 ? ', no decimals' : `, ${places} decimal${places === 1 ? '' : 's'}`

/** A formula with names and present values in place of the numbers of its elements. */
const Formula = ({ formula, row, rows, judged }: Props & { formula: string }) => (
  <span className="formula">
    {formula
      .split(/(\{\d+\})/)
      .filter((part) => part.trim() !== '')
      .map((part, index) => {
        const id = Number(/^\{(\d+)\}$/.exec(part)?.[1])
        if (Number.isNaN(id))
          return <span key={index}>{part.replace(/(^|\s)-(\s|$)/g, '$1–$2').replace(/\*/g, '×')}</span>
        const of = rows.find((one) => one.ElementId === id)
        const value = of && judged.get(of.WorkItemId)?.Result
        return (
          <span key={index} className={`part ${id === row.ElementId ? 'here' : ''}`}>
            {of?.Element ?? `Element ${id}`}
            {value && id !== row.ElementId ? <b> {value}</b> : null}
          </span>
        )
      })}
  </span>
)

const Range = ({ row, judged }: Props) => {
  const now = judged.get(row.WorkItemId)
  const range = now?.Range ?? null
  const unknown = waitsFor(row.Measurements, whoOf(row))
  const critical = criticalBounds(range)
  const words = wordsOf(range)
  const at = words && classAt(words, numberOf(now?.Result))
  return (
    <section>
      <h3>Printable Range</h3>
      {rangeText(range) ? (
        <p>
          <b>
            {rangeText(range)} {/\d$/.test(rangeText(range)) ? unitText(row.UnitOfMeasure) : ''}
          </b>{' '}
          <span className="secondary">{range && whomOf(row, range)}</span>
        </p>
      ) : (
        <p className="secondary">
          {unknown.length > 0
            ? `Depends on ${unknown.join(' and ')}, which the sale does not state`
            : boundedTypes.includes(row.resultTypeId)
              ? 'Interval not established for this age and gender'
              : 'None'}
        </p>
      )}
      {row.ToBeVerified && rangeText(range) && <p className="band">{notVerified}</p>}
      {words && (words.Classes.length > 0 || words.Note !== null) && (
        <ul className="classes">
          {words.Note !== null && <li>{words.Note}</li>}
          {words.Classes.map((one, index) => (
            <li key={one.Text} aria-current={index === at || undefined}>
              {one.Text}
            </li>
          ))}
        </ul>
      )}
      {critical && <p className={isCriticalFlag(now?.Flag) ? 'bad' : 'secondary'}>Critical {critical}</p>}
      {now?.IsDelta && row.DeltaCheck && row.PreviousDate && differing(row, now.Result).length === 0 && (
        <p className="bad">
          {row.PreviousResult} on {formatDate(row.PreviousDate)} became {now.Result}: {limitText(row.DeltaCheck)}
        </p>
      )}
      <Held row={row} />
    </section>
  )
}

const Calculation = (props: Props) => {
  const { row, rows, judged } = props
  const now = judged.get(row.WorkItemId)
  const users = rows.filter((one) => one.Formula?.includes(`{${row.ElementId}}`))
  if (row.Formula === null && users.length === 0) return null
  return (
    <section>
      <h3>{row.Formula ? 'Formula' : 'Used by'}</h3>
      {row.Formula ? (
        <Formula {...props} formula={row.Formula} />
      ) : (
        users.map((one) => (
          <div key={one.WorkItemId}>
            <p className="secondary">{one.Element}:</p>
            <Formula {...props} formula={one.Formula ?? ''} />
          </div>
        ))
      )}
      {row.Formula && now?.NotCalculated && <p className="bad">Not calculated: {now.NotCalculated}</p>}
    </section>
  )
}

const Possible = ({ row }: Pick<Props, 'row'>) => {
  const values = (row.PossibleValues?.split('|') ?? []).map((one) => one.trim()).filter(Boolean)
  return (
    <section>
      <h3>Possible Values</h3>
      {values.length > 0 ? (
        <p>{values.join(', ')}</p>
      ) : (
        <p className="secondary">
          {what[row.resultTypeId] ?? 'Text'}
          {row.resultTypeId === resultType.Numeric || row.resultTypeId === resultType.Limited
            ? decimals(row.DecimalPlaces)
            : ''}
        </p>
      )}
    </section>
  )
}

const Earlier = ({ row, judged }: Props) => {
  const now = judged.get(row.WorkItemId)
  const numbers = seriesOf(row.History, now?.Result ?? null).length
  const present = now?.Result
    ? [{ Result: now.Result, Date: row.CollectionDate ?? row.Sale.CollectionDate, Flag: now.Flag }]
    : []
  const earlier = [...present, ...row.History].slice(0, 5)
  if (row.History.length === 0) return null
  return (
    <section>
      <h3>{numbers < 2 ? 'Earlier results' : `Trend, last ${numbers} results`}</h3>
      <TrendChart row={row} result={now?.Result ?? null} flag={now?.Flag ?? null} range={now?.Range ?? null} />
      <table className="earlier">
        <tbody>
          {earlier.map((one) => (
            <tr key={one.Date}>
              <td className="secondary">{formatDate(one.Date)}</td>
              <td className="number">
                <b>{one.Result}</b>
              </td>
              <td className={isOutside(one.Flag) ? 'warn' : 'secondary'}>{one.Flag ? flagWords[one.Flag] : ''}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The source of the saved value. */
const Source = ({ row }: Pick<Props, 'row'>) => {
  if (!row.Source || row.Result === null) return null
  const { Source: source, Instrument, MeasuredAt } = row
  return (
    <section>
      <h3>Source</h3>
      <p>
        {sourceWords[source]}
        {Instrument && (
          <>
            , measured on <b>{Instrument}</b>
          </>
        )}
      </p>
      {row.ApprovedByRule && (
        <p>
          Approved by the rule <b>{row.ApprovedByRule}</b>
        </p>
      )}
      {MeasuredAt && <p className="secondary">{formatDateTime(MeasuredAt)}</p>}
    </section>
  )
}

const Method = ({ row }: Pick<Props, 'row'>) => (
  <p className="secondary method">
    {row.Method && (
      <>
        Method: {row.Method}
        <br />
      </>
    )}
    Sample: {row.Specimen}, {row.Barcode}
    {row.EnteredBy && (
      <>
        <br />
        Entered by {row.EnteredBy}
      </>
    )}
  </p>
)

/** `id`: the row under the cursor, else it is about the first; `more` is shown with its measurements. */
export const Panel = ({ id, more }: { id: number | undefined; more?: (row: ResultRow) => ReactNode }) => {
  const rows = useSheet(rowsOf)
  const judged = useSheet(judgedOf)
  const row = rows.find((one) => one.WorkItemId === id) ?? orderOf(rows)[0]
  if (!row) return null
  const about = { row, rows, judged }
  return (
    <aside className="result-panel" aria-label={`About ${row.Element}`}>
      <h2>
        {row.Element}
        <FlagChip flag={judged.get(row.WorkItemId)?.Flag ?? null} />
      </h2>
      <Range {...about} />
      <Calculation {...about} />
      <Possible row={row} />
      <Earlier {...about} />
      {more?.(row)}
      <Source row={row} />
      <Method row={row} />
    </aside>
  )
}

// The results on a phone: a card each, those outside their interval emphasised, everything in reach of a thumb.
import { IconSum } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Held, WaitingAmendment } from './held.screen.tsx'
import { CriticalCall, isAboutCall } from './call.screen.tsx'
import { FlagChip, IntervalBar, Spark } from '../drawing/result.screen.tsx'
import type { GridProps } from './grid.screen.tsx'
import { flagWords, isOutside, flagTone } from '../../elements/interval.rules.ts'
import { unitText } from '../../../core/interval.ts'
import { choicesOf, groupsOf, isEnterable } from '../judging/sheet.rules.ts'
import { statusLabel } from '../status.rules.ts'
import { noteNames } from './cells.screen.tsx'
import { More } from './more.screen.tsx'
import { rowsOf } from './record.screen.tsx'
import { ResultInput, SaidOfCell } from './result.screen.tsx'
import { useWaits } from './rows.screen.tsx'
import { type, useCell, useSheet } from './typing.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'

type Props = { row: ResultRow; autoFocus: boolean }

const Segments = ({ row, values }: { row: ResultRow; values: readonly string[] }) => {
  const { form, judged } = useCell(row)
  return (
    <div className="segments" role="radiogroup" aria-label={`Result of ${row.Element}`}>
      {values.map((one) => (
        <label key={one}>
          <input
            className="unseen"
            type="radio"
            name={`result-${row.WorkItemId}`}
            checked={judged.Result === one}
            onChange={() => type(form, row, { Result: one })}
          />
          {one}
        </label>
      ))}
    </div>
  )
}

const CardHead = ({ row, picks, picked, onPick }: Omit<CardProps, 'autoFocus'>) => {
  const { editing, judged } = useCell(row)
  return (
    <div className="result-card-head">
      {picks && !editing && (
        <input
          className="check"
          type="checkbox"
          aria-label={`Select ${row.Element}`}
          checked={picked}
          onChange={(event) => onPick([row.WorkItemId], event.target.checked)}
        />
      )}
      <b>{row.Element}</b>
      {row.Formula ? (
        <span className="sum secondary">
          <IconSum size={15} stroke={1.6} /> Formula
        </span>
      ) : (
        isOutside(judged.Flag) && judged.Flag && <span className="flag-word">{flagWords[judged.Flag]}</span>
      )}
      <FlagChip flag={judged.Flag} />
    </div>
  )
}

const CardValue = ({ row, autoFocus }: Props) => {
  const { editing, judged } = useCell(row)
  const isTyped = editing && isEnterable(row)
  const values = choicesOf(row)
  if (isTyped && values.length > 1 && values.length <= 3) return <Segments row={row} values={values} />
  return (
    <div className="result-card-value">
      {isTyped ? (
        <ResultInput row={row} autoFocus={autoFocus} />
      ) : (
        <span className="value">{judged.Result ?? '–'}</span>
      )}
      <span className="secondary">{unitText(row.UnitOfMeasure)}</span>
      <span className="previous secondary">
        {row.PreviousResult}
        <Spark history={row.History} result={judged.Result} flag={judged.Flag} />
      </span>
    </div>
  )
}

type Beside = {
  /** What else a row shows that is not edited. */ beside?: ((row: ResultRow) => ReactNode) | undefined
}
type CardProps = Props & Beside & { picks: boolean; picked: boolean; onPick: GridProps['cursor']['onPick'] }
const Card = (props: CardProps) => {
  const { row, autoFocus, beside } = props
  const { editing, judged, error } = useCell(row)
  const waits = useWaits(row)
  const notes = noteNames.flatMap((name) => row[name] || []).join(' · ')
  return (
    <li className={`card result-card ${flagTone(judged.Flag)}`}>
      <CardHead {...props} />
      <CardValue row={row} autoFocus={autoFocus} />
      <IntervalBar range={judged.Range} result={judged.Result} flag={judged.Flag} unverified={row.ToBeVerified} />
      {waits && <p className="secondary">{waits}</p>}
      {error && <p className="error">{error}</p>}
      <SaidOfCell row={row} />
      {!editing && notes && <p className="secondary">{notes}</p>}
      {!editing && (
        <p className="secondary">
          {statusLabel(row)}
          {row.Reason && `, ${row.Reason.ItemLabel}`}
        </p>
      )}
      {!editing && beside?.(row)}
      {editing && row.Actions.update !== undefined && <More row={row} />}
      {isAboutCall(row, judged) && <CriticalCall row={row} />}
      <Held row={row} />
      <WaitingAmendment row={row} />
    </li>
  )
}

export const ResultCards = ({ cursor, picks, beside }: GridProps & Beside) =>
  groupsOf(useSheet(rowsOf)).map((group) => (
    <section key={`${group[0]?.TestId}/${group[0]?.Barcode}`} aria-label={group[0]?.Test ?? 'Results'}>
      <h2 className="card-group">{group[0]?.Test}</h2>
      <ul className="result-cards">
        {group.map((row) => (
          <Card
            key={row.WorkItemId}
            row={row}
            beside={beside}
            autoFocus={cursor.at?.id === row.WorkItemId}
            picks={picks}
            picked={cursor.picked.has(row.WorkItemId)}
            onPick={cursor.onPick}
          />
        ))}
      </ul>
    </section>
  ))

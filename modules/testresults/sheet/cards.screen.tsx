// The results on a phone: a card each, the ones outside their interval first to the eye, everything reachable with a
// thumb.
import { IconSum } from '@tabler/icons-react'
import { WaitingAmendment } from './amendment.screen.tsx'
import { CriticalCall } from './call.screen.tsx'
import { focusResult, isEnterable, ResultInput, SaidOfCell, saidId } from './cells.screen.tsx'
import { FlagChip, IntervalBar, Spark } from './drawing.screen.tsx'
import type { Judged } from '../judging/entry.rules.ts'
import type { Entry } from './entry.screen.tsx'
import { groupsOf } from './grid.screen.tsx'
import type { GridProps } from './grid.screen.tsx'
import { flagWords, isCriticalFlag, isOutside, flagTone } from '../../elements/interval.rules.ts'
import { unitText } from '../../../core/interval.ts'
import { nextOf } from '../judging/changes.rules.ts'
import { More } from './more.screen.tsx'
import { waitingText } from './rows.screen.tsx'
import type { ResultRow } from '../testresults.model.ts'
import { resultType } from '../../lists/items.model.ts'

const Segments = ({
  entry,
  row,
  values,
  value,
}: {
  entry: Entry
  row: ResultRow
  values: readonly string[]
  value: string | null
}) => (
  <div className="segments" role="radiogroup" aria-label={`Result of ${row.Element}`}>
    {values.map((one) => (
      <label key={one}>
        <input
          className="unseen"
          type="radio"
          name={`result-${row.WorkItemId}`}
          checked={value === one}
          onChange={() => entry.change(row, { Result: one })}
        />
        {one}
      </label>
    ))}
  </div>
)

const Card = ({
  entry,
  row,
  judged,
  enterable,
  picks,
  picked,
  onPick,
}: { entry: Entry; row: ResultRow; judged: Judged; enterable: readonly number[] } & {
  picks: boolean
  picked: boolean
  onPick: (picked: boolean) => void
}) => {
  const can = entry.editing && isEnterable(row)
  const values = row.PossibleValues?.split('|').map((one) => one.trim()) ?? []
  const short = row.resultTypeId === resultType.PossibleValues && values.length > 1 && values.length <= 3
  const waits = waitingText(row, entry.rows, entry.judged)
  const error = entry.errors.get(row.WorkItemId)
  return (
    <li className={`card result-card ${flagTone(judged.Flag)}`}>
      <div className="result-card-head">
        {picks && !entry.editing && (
          <input
            className="check"
            type="checkbox"
            aria-label={`Select ${row.Element}`}
            checked={picked}
            onChange={(event) => onPick(event.target.checked)}
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
      {can && short ? (
        <Segments entry={entry} row={row} values={values} value={judged.Result} />
      ) : (
        <div className="result-card-value">
          {can ? (
            <ResultInput
              entry={entry}
              row={row}
              judged={judged}
              onMove={(step) => focusResult(nextOf(enterable, row.WorkItemId, step))}
            />
          ) : (
            <span className="value">{judged.Result ?? '–'}</span>
          )}
          <span className="secondary">{unitText(row.UnitOfMeasure)}</span>
          <span className="previous secondary">
            {row.PreviousResult}
            <Spark history={row.History} result={judged.Result} flag={judged.Flag} />
          </span>
        </div>
      )}
      <IntervalBar range={judged.Range} result={judged.Result} flag={judged.Flag} />
      {waits && <p className="secondary">{waits}</p>}
      {error && <p className="error">{error}</p>}
      <SaidOfCell entry={entry} row={row} id={saidId(row)} />
      {!entry.editing && (row.Remarks ?? row.Comments) && (
        <p className="secondary">{[row.Remarks, row.Comments].filter(Boolean).join(' · ')}</p>
      )}
      {!entry.editing && (
        <p className="secondary">
          {row.Status.ItemLabel}
          {row.Reason && `, ${row.Reason.ItemLabel}`}
        </p>
      )}
      {entry.editing && row.Actions.update !== undefined && <More entry={entry} row={row} judged={judged} />}
      {isCriticalFlag(judged.Flag) && <CriticalCall entry={entry} row={row} judged={judged} />}
      <WaitingAmendment entry={entry} row={row} />
    </li>
  )
}

export const ResultCards = ({ entry, picks, picked, onPick }: GridProps) => {
  const groups = groupsOf(entry.rows)
  const enterable = groups
    .flat()
    .filter(isEnterable)
    .map((row) => row.WorkItemId)
  return groups.map((group) => (
    <section key={`${group[0]?.TestId}/${group[0]?.Barcode}`} aria-label={group[0]?.Test ?? 'Results'}>
      <h2 className="card-group">{group[0]?.Test}</h2>
      <ul className="result-cards">
        {group.map((row) => {
          const now = entry.judged.get(row.WorkItemId)
          return (
            now && (
              <Card
                key={row.WorkItemId}
                entry={entry}
                row={row}
                judged={now}
                enterable={enterable}
                picks={picks}
                picked={picked.has(row.WorkItemId)}
                onPick={(value) => onPick([row.WorkItemId], value)}
              />
            )
          )
        })}
      </ul>
    </section>
  ))
}

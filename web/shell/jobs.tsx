// What the user has asked to be done meanwhile: how far it is, and how the last of it ended.
import { formatFigure } from '../../core/money.ts'
import { useGet } from '../api/cache.ts'
import { runsPath, type Run } from '../api/runs.ts'

/** Runs that are shown; all of them stand under /api/jobs for a day. */
const most = 5

const State = ({ run }: { run: Run }) => {
  if (run.State === 'queued') return <small className="quiet">{run.Message || 'Waits for its turn'}</small>
  if (run.State === 'failed')
    return (
      <small className="error" role="alert">
        {run.Message}
      </small>
    )
  if (run.State === 'done') return <small className="quiet">{run.Message}</small>
  return (
    <>
      <progress value={run.Done} max={Math.max(run.Total, 1)} aria-label={run.Title} />
      <small className="quiet">
        {run.Message} {run.Total > 0 && `${formatFigure(run.Done)} of ${formatFigure(run.Total)}`}
      </small>
    </>
  )
}

export const Jobs = () => {
  const runs = useGet<Run[]>(runsPath).data ?? []
  if (runs.length === 0) return null
  return (
    <ul aria-label="Jobs">
      {runs.slice(0, most).map((run) => (
        <li key={run.JobRunId} className="notification">
          <div className="notification-head">
            <strong>{run.Title}</strong>
          </div>
          <State run={run} />
        </li>
      ))}
    </ul>
  )
}

// What the user has asked to be done meanwhile: how far it is, and how the last of it ended.
import { formatFigure } from '../../core/money.ts'
import { forget, useGet } from '../api/cache.ts'
import { fileOf, runsPath, stopRun, type Run } from '../api/runs.ts'
import { sayError } from '../message/snackbar-store.ts'
import { Button } from '../part/button.tsx'
import { openWindow } from '../print/print.ts'

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
  if (run.State === 'done' || run.State === 'cancelled') return <small className="quiet">{run.Message}</small>
  return (
    <>
      <progress value={run.Done} max={Math.max(run.Total, 1)} aria-label={run.Title} />
      <small className="quiet">
        {run.Message} {run.Total > 0 && `${formatFigure(run.Done)} of ${formatFigure(run.Total)}`}
      </small>
    </>
  )
}

/** Stops it while it is under way, opens what it has made: once, the browser keeps it from then on. */
const Acts = ({ run }: { run: Run }) => {
  const act = (work: () => Promise<unknown>) => () =>
    void work()
      .catch(sayError)
      .finally(() => void forget(runsPath))
  if (run.State === 'queued' || run.State === 'running')
    return <Button label="Cancel" onClick={act(() => stopRun(run.JobRunId))} />
  if (!run.HasFile) return null
  const show = async () => {
    const shown = openWindow()
    if (!shown) return sayError('The browser did not open a window. Allow pop-ups for this address.')
    try {
      shown.location.replace(URL.createObjectURL(await fileOf(run.JobRunId)))
    } catch (error) {
      shown.close()
      throw error
    }
  }
  return <Button label="Open" onClick={act(show)} />
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
          {run.Errors.map((error) => (
            <small key={error} className="quiet">
              {error}
            </small>
          ))}
          <Acts run={run} />
        </li>
      ))}
    </ul>
  )
}

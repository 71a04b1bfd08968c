// The progress of a job that the user started, and its buttons: stop it while it runs, open the file it has made.
import { formatFigure } from '../../core/money.ts'
import { forget } from '../api/cache.ts'
import { fileOf, runsPath, stopRun, type Run } from '../api/runs.ts'
import { sayError } from '../message/snackbar-store.ts'
import { Button } from '../part/button.tsx'
import { openWindow } from './print.ts'

export const isUnderWay = ({ State }: Run): boolean => State === 'queued' || State === 'running'

export const RunState = ({ run }: { run: Run }) => {
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

type ActsProps = { readonly run: Run; readonly onChange?: () => void; readonly look?: 'primary' }
/** The file is downloaded once; the browser stores it. */
export const RunActs = ({ run, onChange, look }: ActsProps) => {
  const act = (work: () => Promise<unknown>) => () =>
    void work()
      .catch(sayError)
      .finally(() => {
        void forget(runsPath)
        onChange?.()
      })
  if (isUnderWay(run)) return <Button label="Cancel" onClick={act(() => stopRun(run.JobRunId))} />
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
  return <Button label="Open" look={look} onClick={act(show)} />
}

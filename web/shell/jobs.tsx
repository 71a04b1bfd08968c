// The user's jobs in the background: their progress, and how the latest ones ended.
import { runsOfUser } from '../../core/answer/questions.ts'
import { useAnswer } from '../api/cache.ts'
import { RunActs, RunState } from '../print/run.tsx'

/** As many runs as are shown; /api/jobs has all of them for a day. */
const most = 5

export const Jobs = () => {
  const runs = useAnswer(runsOfUser).data ?? []
  if (runs.length === 0) return null
  return (
    <ul aria-label="Jobs">
      {runs.slice(0, most).map((run) => (
        <li key={run.JobRunId} className="notification">
          <div className="notification-head">
            <strong>{run.Title}</strong>
          </div>
          <RunState run={run} />
          {run.Errors.map((error) => (
            <small key={error} className="quiet">
              {error}
            </small>
          ))}
          <RunActs run={run} />
        </li>
      ))}
    </ul>
  )
}

// The progress of a job just started. After closing it, the user finds it next to the bell.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { AnswerTo } from '../../core/answer/answer.ts'
import type { recordsImported } from '../../core/answer/questions.ts'
import { readRun, runsPath, type Run } from '../api/runs.ts'
import { Button } from '../part/button.tsx'
import { Modal } from '../part/modal.tsx'
import { isUnderWay, RunActs, RunState } from './run.tsx'
import './follow-run.css'

/** What an act answers that starts a job. */
export type Started = AnswerTo<typeof recordsImported>

/** Milliseconds between two checks of its progress. */
const look = 400

type Props<R> = {
  readonly title: string
  readonly started: Started
  readonly onClose: () => void
  /** What it has made, once it is done: links to it. */
  readonly made?: (run: Run<R>) => ReactNode
}
export const FollowRun = <R = unknown,>({ title, started, onClose, made }: Props<R>) => {
  const { data: run, refetch } = useQuery({
    queryKey: [runsPath, started.JobRunId, 'followed'],
    queryFn: () => readRun<R>(started.JobRunId),
    refetchInterval: ({ state }) => (state.data && !isUnderWay(state.data) ? false : look),
  })
  return (
    <Modal
      title={title}
      width={480}
      onClose={onClose}
      footer={
        <>
          <Button label="Close" onClick={onClose} autoFocus />
          {run && <RunActs run={run} look="primary" onChange={() => void refetch()} />}
        </>
      }
    >
      <div className="run-followed" role="status">
        {(!run || isUnderWay(run)) && <p>{started.message}</p>}
        {run ? <RunState run={run} /> : <small className="quiet">Waits for its turn</small>}
        {run?.Errors.map((error) => (
          <small key={error}>{error}</small>
        ))}
        {run?.State === 'done' && made?.(run)}
        {(!run || isUnderWay(run)) && (
          <small className="quiet">You can close this. The job continues next to the bell.</small>
        )}
      </div>
    </Modal>
  )
}

// Jobs that the user has asked for: followed until they have ended.
import { ApiError, file, get, put, unasked } from './api.ts'

export const runsPath = '/api/jobs'
export type Run<R = unknown> = {
  readonly JobRunId: number
  readonly Title: string
  readonly State: 'queued' | 'running' | 'done' | 'failed' | 'cancelled'
  readonly Done: number
  readonly Total: number
  readonly Message: string
  /** What could not be done, line by line. */
  readonly Errors: readonly string[]
  /** Whether there is a file of it that was not fetched yet. */
  readonly HasFile?: boolean
  /** What it answers, once it is done. */
  readonly Result?: R | null
}

/** Milliseconds between two looks at a job that somebody waits for. */
const look = 400

/** The run once it is done; what it failed with is thrown. */
export const endOf = async <R>(id: number): Promise<Run<R>> => {
  for (;;) {
    const run = await unasked(() => get<Run<R>>(`${runsPath}/${id}`))
    if (run.State === 'done') return run
    if (run.State === 'failed' || run.State === 'cancelled') throw new ApiError(422, run.Message)
    await new Promise((again) => setTimeout(again, look))
  }
}

export const stopRun = (id: number): Promise<unknown> => put(`${runsPath}/${id}/cancel`)
/** What the job has made; it is there once. */
export const fileOf = (id: number): Promise<Blob> => file('POST', `${runsPath}/${id}/file`)

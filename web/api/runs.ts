// Jobs that the user has started, followed until they end.
import type { AnswerTo } from '../../core/answer/answer.ts'
import type { runOfUser, runStopped } from '../../core/answer/questions.ts'
import { ApiError, file, get, putTo, unasked } from './api.ts'

export const runsPath = '/api/jobs'
/** A job, with its result once it is done: of the shape that the job declares, which the server's tests compare. */
export type Run<R = unknown> = Omit<AnswerTo<typeof runOfUser>, 'Result'> & { readonly Result?: R | null }
/** A job as it is now. A check is not activity: it does not keep the session awake. */
export const readRun = <R>(id: number): Promise<Run<R>> => unasked(() => get<Run<R>>(`${runsPath}/${id}`))

/** Milliseconds between two checks of a job that the user waits for. */
const look = 400
/** Checks in a row without an answer after which it is given up: a server that restarts goes on with its jobs. */
const mostUnanswered = 150

const isAway = (error: unknown): boolean => error instanceof ApiError && (error.status === 0 || error.status >= 502)

/** The run once it is done. Throws what it failed with. */
export const endOf = async <R>(id: number): Promise<Run<R>> => {
  for (let unanswered = 0; ;) {
    const run = await readRun<R>(id).catch((error: unknown) => {
      if (!isAway(error) || ++unanswered > mostUnanswered) throw error
      return undefined
    })
    if (run) unanswered = 0
    if (run?.State === 'done') return run
    if (run?.State === 'failed' || run?.State === 'cancelled') throw new ApiError(422, run.Message)
    await new Promise((again) => setTimeout(again, look))
  }
}

export const stopRun = (id: number): Promise<unknown> => putTo<typeof runStopped>({ path: `jobs/${id}/cancel` })
/** The file that the job made; it can be downloaded once. */
export const fileOf = (id: number): Promise<Blob> => file('POST', `${runsPath}/${id}/file`)

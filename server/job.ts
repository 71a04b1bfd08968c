// Work outside a request: requested by a user, or scheduled.
import type { Shapes } from '../core/answer/answer.ts'
import type { DraftOf, Fields } from '../core/model.ts'
import type { Author, Caller } from './caller.ts'
import type { Config } from './config.ts'
import type { Database } from './db/db.ts'
import type { SendMail } from './letter.ts'

/** The record of a job; without a key it is one not saved yet. */
export type About = { readonly module: string; readonly formId: number | null }
/** The end of a job: a sentence, the errors line by line, and its result for the user. */
export type Ended = {
  message: string
  errors?: readonly string[]
  result?: unknown
  /** The user can fetch it once, within a day. */
  file?: JobFile
}
export type JobFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }
export type JobContext<P extends Fields = Fields> = {
  db: Database
  /** The user who requested it, with the role and entity of the request and their present rights. */
  user: Caller
  about: About | null
  payload: DraftOf<P>
  /** Reports the progress; stored twice a second at most. */
  progress(done: number, total: number, message?: string): void
  /** Whether the user has cancelled it: the rest is not done. */
  isStopped(): Promise<boolean>
}
/**
 * A job requested by a user. It may be restarted after its server crashed: so it writes in one transaction, or so that
 * a second write has no further effect.
 */
export type Job<P extends Fields = Fields> = {
  name: string
  /** The title that its owner sees: `Import of prices`. */
  summary: string
  payload: P
  /** Its result; the tests compare it. */
  result?: Shapes
  run(context: JobContext<P>): Promise<Ended>
}
type ScheduledContext = {
  db: Database
  /** The system user, as the author of the job's writes in the history. */
  actor: Author
  /** Sends a letter over an encrypted connection; undefined without a mail server. */
  send: SendMail | undefined
  config: Config
}
/** A job at scheduled times (five fields of a crontab), on one of the servers. */
export type ScheduledJob = {
  name: string
  summary: string
  schedule: string
  run(context: ScheduledContext): Promise<void>
}

/** A job whose payload has declared fields. */
export const jobOf = <P extends Fields>(job: Job<P>): Job<P> => job

/** Does the work for each one, whatever fails: the others are done, and in the end the first error is thrown. */
export const eachAlone = async <T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<void> => {
  const failed: unknown[] = []
  for (const one of all) await work(one).catch((error: unknown) => failed.push(error))
  if (failed.length > 0) throw failed[0]
}

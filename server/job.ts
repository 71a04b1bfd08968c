// What is done outside a request: asked for by a user, or at its time by nobody.
import type { DraftOf, Fields } from '../core/model.ts'
import type { Author, Caller } from './caller.ts'
import type { Database } from './db/db.ts'
import type { SendMail } from './letter.ts'

/** The record a job is about; without a key it is about one that is not saved yet. */
export type About = { readonly module: string; readonly formId: number | null }
/** How a job ended: in a sentence, what could not be done line by line, and what it answers to who asked. */
export type Ended = {
  message: string
  errors?: readonly string[]
  result?: unknown
  /** Fetched once by who asked, within a day. */
  file?: JobFile
}
export type JobFile = { readonly name: string; readonly mediaType: string; readonly bytes: Uint8Array }
export type JobContext<P extends Fields = Fields> = {
  db: Database
  /** Who asked, in the role and at the entity in which they did; their rights are those they have now. */
  user: Caller
  about: About | null
  payload: DraftOf<P>
  /** How far it is; written down twice a second at most. */
  progress(done: number, total: number, message?: string): void
  /** Whether who asked wants it no more: what is not done by then is left. */
  isStopped(): Promise<boolean>
}
/**
 * Asked for by a user. It may be begun again, when the server it ran on has died: what it writes it writes in one
 * transaction, or so that writing it twice is writing it once.
 */
export type Job<P extends Fields = Fields> = {
  name: string
  /** What its owner reads: `Import of prices`. */
  summary: string
  payload: P
  run(context: JobContext<P>): Promise<Ended>
}
type ScheduledContext = {
  db: Database
  /** The system: the history names it for what is written. */
  actor: Author
  /** Sends a letter over an encrypted line; undefined where no mail server is named. */
  send: SendMail | undefined
}
/** Done at its time (five fields of a crontab), on one server of those there are, whoever is signed in. */
export type ScheduledJob = {
  name: string
  summary: string
  schedule: string
  run(context: ScheduledContext): Promise<void>
}

/** A job whose payload has declared fields. */
export const jobOf = <P extends Fields>(job: Job<P>): Job<P> => job

// One run of a job: taken from the queue, told how far it is, ended in words; begun again when its server has died.
import { genericMessage, Refusal } from '../refusal.ts'
import { sql, type Database, type Tx } from '../db/db.ts'
import { announceJob } from '../db/notify.ts'
import type { Ended, Job, JobFile } from '../job.ts'
import { absentUser } from '../session/absent.ts'
import { mostAttempts, queueRun } from './add.ts'

type Run = {
  id: number
  user_id: number
  role_id: number
  entity_id: number
  module_id: string | null
  form_id: number | null
  payload: Record<string, unknown>
  attempts: number
}
type Said = { done: number; total: number; message: string }

/** Milliseconds between two notes of how far it is, and between two signs of life of a run that says nothing. */
const [noted, alive] = [500, 10_000]
/** Errors that are kept with their words; of those beyond, how many they were. */
const mostErrors = 500

const keptErrors = (errors: readonly string[]): string[] =>
  errors.length > mostErrors ? [...errors.slice(0, mostErrors), `and ${errors.length - mostErrors} more`] : [...errors]

/** Takes a run that waits; undefined when another has taken it. */
const take = (db: Database, id: number): Promise<Run | undefined> =>
  db.transaction(async (tx) => {
    const run = await tx.maybe<Run>(sql`
      update job_runs
      set
        state = 'running',
        attempts = attempts + 1,
        touched_at = now()
      where
        job_run_id = ${id}
        and state = 'queued'
      returning
        job_run_id as id,
        user_id,
        role_id,
        entity_id,
        module_id,
        form_id,
        payload,
        attempts
    `)
    if (run) await announceJob(tx, run.user_id)
    return run
  })

const note = (db: Database, run: Run, said: Said): Promise<unknown> =>
  db.transaction(async (tx) => {
    await tx.run(sql`
      update job_runs
      set
        done = ${said.done},
        total = ${said.total},
        message = ${said.message},
        touched_at = now()
      where
        job_run_id = ${run.id}
        and state = 'running'
        and attempts = ${run.attempts}
    `)
    await announceJob(tx, run.user_id)
  })

/** Notes what is said, and that the run is alive, until it is stopped. */
const noteTaker = (db: Database, run: Run) => {
  let said: Said = { done: 0, total: 0, message: '' }
  let [written, at, writing] = [said, performance.now(), Promise.resolve<unknown>(undefined)]
  let isWriting = false
  const timer = setInterval(() => {
    if (isWriting || (said === written && performance.now() - at < alive)) return
    ;[written, at, isWriting] = [said, performance.now(), true]
    // a note that is not written hinders nothing; the next one may be
    writing = note(db, run, said)
      .catch(() => undefined)
      .finally(() => (isWriting = false))
  }, noted)
  return {
    progress: (done: number, total: number, message = '') => void (said = { done, total, message }),
    /** Answers what was said last: a run may be over before any of it was written. */
    async stop() {
      clearInterval(timer)
      await writing
      return said
    },
  }
}

const end = (
  db: Database,
  run: Run,
  state: 'queued' | 'done' | 'failed',
  ended: Ended,
  { done, total }: Said,
): Promise<unknown> =>
  db.transaction(async (tx) => {
    const kept = await tx.run(sql`
      update job_runs
      set
        state = ${state},
        done = ${state === 'done' ? total : done},
        total = ${total},
        message = ${ended.message},
        errors = ${JSON.stringify(keptErrors(ended.errors ?? []))}::jsonb,
        result = ${ended.result === undefined ? null : JSON.stringify(ended.result)}::jsonb,
        payload = case
          when ${state} = 'queued' then payload
        end,
        ended_at = case
          when ${state} <> 'queued' then now()
        end
      where
        job_run_id = ${run.id}
        and state = 'running'
        and attempts = ${run.attempts}
    `)
    if (kept > 0 && ended.file) await keepFile(tx, run.id, ended.file)
    await announceJob(tx, run.user_id)
  })

const keepFile = (tx: Tx, id: number, { name, mediaType, bytes }: JobFile): Promise<number> =>
  tx.run(sql`
    insert into
      job_files (job_run_id, name, media_type, content)
    values
      (
        ${id},
        ${name},
        ${mediaType},
        ${Buffer.from(bytes)}
      )
  `)

/** Not under way any more: stopped by who asked, or taken up by another server. */
const isStopped = async (db: Database, run: Run): Promise<boolean> =>
  (await db.read.maybe(sql`
    select
      1
    from
      job_runs
    where
      job_run_id = ${run.id}
      and state = 'running'
      and attempts = ${run.attempts}
  `)) === undefined

/** Does a run that waits. What a rule refuses is told as it is; anything else is tried again. */
export const doRun = async (db: Database, job: Job, id: number): Promise<void> => {
  const run = await take(db, id)
  if (!run) return
  const notes = noteTaker(db, run)
  try {
    const asked = { userId: run.user_id, roleId: run.role_id, entityId: run.entity_id }
    const user = await absentUser(db.read, asked, `job ${id}`)
    if (!user) throw new Refusal(403, 'You no longer work in the role in which you asked for this')
    const about = run.module_id === null ? null : { module: run.module_id, formId: run.form_id }
    const ended = await job.run({
      db,
      user,
      about,
      payload: run.payload,
      progress: notes.progress,
      isStopped: () => isStopped(db, run),
    })
    await end(db, run, 'done', ended, await notes.stop())
  } catch (error) {
    const said = await notes.stop()
    if (error instanceof Refusal) {
      const errors = Object.values(error.errors ?? {}).flat()
      return void (await end(db, run, 'failed', { message: error.message, errors }, said))
    }
    const again = run.attempts < mostAttempts
    const message = again ? 'It did not work and is tried again' : genericMessage
    await end(db, run, again ? 'queued' : 'failed', { message }, said)
    throw error
  }
}

/** Of runs that no server gives a sign of life of any more: begun again, or after as many times said to have failed. */
const takeUp = async (tx: Tx): Promise<void> => {
  const left = await tx.rows<{ id: number; name: string; user_id: number; state: string }>(sql`
    update job_runs
    set
      state = case
        when attempts < ${mostAttempts} then 'queued'
        else 'failed'
      end,
      message = case
        when attempts < ${mostAttempts} then 'The server was stopped; this is begun again'
        else 'The server was stopped each time this was begun'
      end,
      ended_at = case
        when attempts >= ${mostAttempts} then now()
      end
    where
      state = 'running'
      and touched_at < now() - interval '45 seconds'
    returning
      job_run_id as id,
      name,
      user_id,
      state
  `)
  for (const run of left) {
    if (run.state === 'queued') await queueRun(tx, run.name, run.id)
    await announceJob(tx, run.user_id)
  }
}
export const takeUpRuns = (db: Database): Promise<void> => db.transaction(takeUp)

// One run of a job: taken from the queue, its progress and end recorded, restarted after a server crash.
import { genericMessage, Refusal } from '../refusal.ts'
import { sql, type Database, type Tx } from '../db/db.ts'
import { announceJob } from '../db/notify.ts'
import type { Ended, Job, JobFile } from '../job.ts'
import { absentUser } from '../session/absent.ts'
import { mostAttempts, queueRun } from './add.ts'
import { serverName } from './server-name.ts'

type Run = {
  Id: number
  UserId: number
  RoleId: number
  EntityId: number
  ModuleId: string | null
  FormId: number | null
  /** Null where the job asks for nothing. */
  Payload: Record<string, unknown> | null
  Attempts: number
}
type Said = { done: number; total: number; message: string }

/** Milliseconds between two notes of progress, and between two heartbeats of a run without progress. */
const [noted, alive] = [500, 10_000]
/** Most errors stored with their text; beyond that only their number. */
const mostErrors = 500

/** The class of the advisory locks for taking a user's next run. */
const userLocks = 720475

const keptErrors = (errors: readonly string[]): string[] =>
  errors.length > mostErrors ? [...errors.slice(0, mostErrors), `and ${errors.length - mostErrors} more`] : [...errors]

/**
 * Takes a queued run; undefined when another worker took it, or when its user has another one running or an earlier one
 * queued.
 */
const take = (db: Database, id: number): Promise<Run | undefined> =>
  db.transaction(async (tx) => {
    // of two runs of one user the second is checked after the first is marked
    await tx.run(sql`
      select
        pg_advisory_xact_lock(${userLocks}::int, user_id)
      from
        job_runs
      where
        job_run_id = ${id}
    `)
    const run = await tx.maybe<Run>(sql`
      update job_runs
      set
        state = 'running',
        attempts = attempts + 1,
        touched_at = now(),
        server = ${serverName}
      where
        job_run_id = ${id}
        and state = 'queued'
        and not exists (
          select
            1
          from
            job_runs other
          where
            other.user_id = job_runs.user_id
            and (
              other.state = 'running'
              -- asked for earlier: its own turn is near, and this one follows it
              or (
                other.state = 'queued'
                and other.attempts = 0
                and other.job_run_id < job_runs.job_run_id
              )
            )
        )
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
    if (run) await announceJob(tx, run.UserId)
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
        job_run_id = ${run.Id}
        and state = 'running'
        and attempts = ${run.Attempts}
    `)
    await announceJob(tx, run.UserId)
  })

/** Stores progress and heartbeats of the run, until stopped. */
const noteTaker = (db: Database, run: Run) => {
  let said: Said = { done: 0, total: 0, message: '' }
  let [written, at, writing] = [said, performance.now(), Promise.resolve<unknown>(undefined)]
  let isWriting = false
  const timer = setInterval(() => {
    if (isWriting || (said === written && performance.now() - at < alive)) return
    ;[written, at, isWriting] = [said, performance.now(), true]
    // a failed note does not stop the run; the next one may succeed
    writing = note(db, run, said)
      .catch(() => undefined)
      .finally(() => (isWriting = false))
  }, noted)
  return {
    progress: (done: number, total: number, message = '') => void (said = { done, total, message }),
    /** Answers the last progress: a run may end before any was stored. */
    async stop() {
      clearInterval(timer)
      await writing
      return said
    },
  }
}

/**
 * Queues the user's oldest waiting run, now that none is before it.
 * @param aside A run that is tried again at its own time
 */
export const queueNext = async (tx: Tx, userId: number, aside: number): Promise<void> => {
  const next = await tx.maybe<{ Id: number; Name: string }>(sql`
    select
      job_run_id as id,
      name
    from
      job_runs
    where
      user_id = ${userId}
      and state = 'queued'
      and job_run_id <> ${aside}
    order by
      job_run_id
    limit
      1
  `)
  if (next) await queueRun(tx, next.Name, next.Id)
}

/** Ends a run that was cancelled while it ran, with a report of what it did. */
const endCancelled = (tx: Tx, run: Run, ended: Ended, { done, total }: Said): Promise<number> =>
  tx.run(sql`
    update job_runs
    set
      done = ${done},
      total = ${total},
      message = case
        when ${ended.message}::text = message then message
        else message || '. ' || ${ended.message}::text
      end,
      errors = ${JSON.stringify(keptErrors(ended.errors ?? []))}::jsonb,
      result = ${ended.result === undefined ? null : JSON.stringify(ended.result)}::jsonb
    where
      job_run_id = ${run.Id}
      and state = 'cancelled'
      and attempts = ${run.Attempts}
  `)

const end = (db: Database, run: Run, state: 'queued' | 'done' | 'failed', ended: Ended, said: Said): Promise<unknown> =>
  db.transaction(async (tx) => {
    const { done, total } = said
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
        job_run_id = ${run.Id}
        and state = 'running'
        and attempts = ${run.Attempts}
    `)
    if (kept > 0 && ended.file) await keepFile(tx, run.Id, ended.file)
    if (kept === 0 && state === 'done') await endCancelled(tx, run, ended, said)
    await queueNext(tx, run.UserId, run.Id)
    await announceJob(tx, run.UserId)
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

/** Whether the run was cancelled by its user, or taken up by another server. */
const isStopped = async (db: Database, run: Run): Promise<boolean> =>
  (await db.read.maybe(sql`
    select
      1
    from
      job_runs
    where
      job_run_id = ${run.Id}
      and state = 'running'
      and attempts = ${run.Attempts}
  `)) === undefined

/** Executes a queued run. A refusal ends it with its message; after any other error it is tried again. */
export const doRun = async (db: Database, job: Job, id: number): Promise<void> => {
  const run = await take(db, id)
  if (!run) return
  const notes = noteTaker(db, run)
  try {
    const asked = { userId: run.UserId, roleId: run.RoleId, entityId: run.EntityId }
    const user = await absentUser(db.read, asked, `job ${id}`)
    if (!user) throw new Refusal(403, 'You no longer work in the role in which you asked for this')
    const about = run.ModuleId === null ? null : { module: run.ModuleId, formId: run.FormId }
    const ended = await job.run({
      db,
      user,
      about,
      payload: run.Payload ?? {},
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
    const again = run.Attempts < mostAttempts
    const message = again ? 'It failed and will be tried again' : genericMessage
    await end(db, run, again ? 'queued' : 'failed', { message }, said)
    throw error
  }
}

// A user's jobs and their progress; users see only their own.
import type { Caller } from '../caller.ts'
import { raw, sql, type Sql, type Tx } from '../db/db.ts'
import { announceJob } from '../db/notify.ts'
import { queueNext } from '../jobs/run.ts'
import { shown } from '../table/shown.ts'
import type { Job } from '../job.ts'
import type { ServerModule } from '../module.ts'
import { notFound, refused } from '../refusal.ts'
import { json, routeOf, type Answer, type Route } from '../route.ts'
import { keyOf } from '../door/sent.ts'
import { orNull } from '../../core/answer/answer.ts'
import { runsOfUser, runOfUser, runStopped } from '../../core/answer/questions.ts'

/** A run as its user sees it. */
type Run = {
  readonly JobRunId: number
  readonly Name: string
  readonly ModuleId: string | null
  readonly FormId: number | null
  readonly State: string
  readonly Done: number
  readonly Total: number
  readonly Message: string | null
  readonly Errors: unknown
  readonly CreatedOn: string
  readonly EndedOn: string | null
  readonly HasFile: boolean
  readonly Result?: unknown
}
const runs = (userId: number, more: Sql, columns = ''): Sql => sql`
  select
    ${shown('job_runs', ['JobRunId', 'Name', 'ModuleId', 'FormId', 'State', 'Done', 'Total', 'Message', 'Errors'])},
    created_at as "CreatedOn",
    ended_at as "EndedOn",
    exists (
      select
        1
      from
        job_files
      where
        job_files.job_run_id = job_runs.job_run_id
    ) as "HasFile" ${raw(columns)}
  from
    job_runs
  where
    user_id = ${userId}
    and created_at > now() - interval '1 day' ${more}
  order by
    job_run_id desc
  limit
    50
`

/** All jobs that users may request; their names are unique. */
const jobsOf = (modules: readonly ServerModule[]): Job[] =>
  modules.flatMap((module) => module.jobs ?? []).flatMap((job) => ('schedule' in job ? [] : [job]))

const isOwn = async (tx: Tx, userId: number, key: number): Promise<boolean> =>
  (await tx.maybe(runs(userId, sql`and job_run_id = ${key}`))) !== undefined

/** Answers the file of a run, and deletes it. */
const takeFile = async (tx: Tx, user: Caller, key: number): Promise<Answer> => {
  const file = await tx.maybe<{ Name: string; MediaType: string; Content: Buffer }>(sql`
    delete from job_files using job_runs
    where
      job_files.job_run_id = ${key}
      and job_runs.job_run_id = job_files.job_run_id
      and job_runs.user_id = ${user.UserId}
      and job_runs.role_id = ${user.RoleId}
      and job_runs.entity_id = ${user.EntityId}
      and job_runs.created_at > now() - interval '1 day'
    returning
      job_files.name,
      job_files.media_type,
      job_files.content
  `)
  if (!file) throw notFound('This file was already fetched or has expired. Run the job again')
  await announceJob(tx, user.UserId)
  return {
    bytes: file.Content,
    headers: { 'content-type': file.MediaType, 'content-disposition': `inline; filename="${file.Name}"` },
  }
}

export const jobRoutes = (modules: readonly ServerModule[]): Route[] => {
  const jobs = new Map(jobsOf(modules).map((job) => [job.name, job]))
  const titled = (run: Run) => ({ ...run, Title: jobs.get(run.Name)?.summary ?? run.Name })
  const answersOf = ({ Name }: Run) => {
    const result = jobs.get(Name)?.result
    return result ? { ...runOfUser.answers, Result: orNull(result) } : runOfUser.answers
  }
  return [
    {
      method: 'GET',
      ...runsOfUser,
      access: 'role',
      scope: "the user's own jobs of the last day",
      summary: 'Running and ended jobs',
      handler: async (call) => ({
        ...json((await call.db.read.rows<Run>(runs(call.user.UserId, sql``))).map(titled)),
        passive: true,
      }),
    },
    routeOf({
      method: 'GET',
      path: 'jobs/:key',
      answers: runOfUser.answers,
      access: 'role',
      scope: "the user's own jobs of the last day",
      summary: 'A job, with its result once it is done',
      handler: async (call) => {
        const own = sql`and job_run_id = ${keyOf(call.params.key)}`
        const run = await call.db.read.maybe<Run>(runs(call.user.UserId, own, ', result as "Result"'))
        if (!run) throw notFound()
        return { ...json(titled(run)), answers: answersOf(run), passive: true }
      },
    }),
    routeOf({
      method: 'PUT',
      path: 'jobs/:key/cancel',
      answers: runStopped.answers,
      access: 'role',
      scope: "the user's own jobs of the last day",
      summary: 'Stop a job that has not ended',
      handler: async (call) => {
        const key = keyOf(call.params.key)
        return call.db.transaction(async (tx) => {
          const stopped = await tx.maybe<{ Attempts: number }>(sql`
            update job_runs
            set
              state = 'cancelled',
              message = 'Cancelled',
              payload = null,
              ended_at = now()
            where
              job_run_id = ${key}
              and user_id = ${call.user.UserId}
              and state in ('queued', 'running')
            returning
              attempts
          `)
          if (!stopped)
            throw (await isOwn(tx, call.user.UserId, key)) ? refused('This job has already ended') : notFound()
          // later ones waited for it to start
          if (stopped.Attempts === 0) await queueNext(tx, call.user.UserId, key)
          await announceJob(tx, call.user.UserId)
          return json({ message: 'Cancelled' })
        })
      },
    }),
    routeOf({
      method: 'POST',
      path: 'jobs/:key/file',
      access: 'role',
      scope: 'the file of a job that the user requested in this role and entity, once',
      summary: 'Fetch the file of a job, once',
      openBody: true,
      handler: (call) => call.db.transaction((tx) => takeFile(tx, call.user, keyOf(call.params.key))),
    }),
  ]
}

// What a user has asked to be done outside a request, and how far it is; nobody sees another's.
import { raw, sql, type Sql } from '../db/db.ts'
import { shown } from '../table/shown.ts'
import type { Job } from '../job.ts'
import type { ServerModule } from '../module.ts'
import { notFound } from '../refusal.ts'
import { json, type Route } from '../route.ts'
import { keyOf } from './records.ts'

const runs = (userId: number, more: Sql, columns = ''): Sql => sql`
  select
    ${shown('job_runs', ['JobRunId', 'Name', 'ModuleId', 'FormId', 'State', 'Done', 'Total', 'Message', 'Errors'])},
    created_at as "CreatedOn",
    ended_at as "EndedOn" ${raw(columns)}
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

/** The jobs of all modules that a user may ask for; their names are theirs alone. */
export const jobsOf = (modules: readonly ServerModule[]): Job[] =>
  modules.flatMap((module) => module.jobs ?? []).flatMap((job) => ('schedule' in job ? [] : [job]))

export const jobRoutes = (modules: readonly ServerModule[]): Route[] => {
  const titles = new Map(jobsOf(modules).map((job) => [job.name, job.summary]))
  const titled = (run: { Name: string }) => ({ ...run, Title: titles.get(run.Name) ?? run.Name })
  return [
    {
      method: 'GET',
      path: 'jobs',
      access: 'role',
      scope: 'jobs that the user asked for within a day',
      summary: 'Jobs under way and ended',
      handler: async (call) => ({
        ...json((await call.db.read.rows<{ Name: string }>(runs(call.user.UserId, sql``))).map(titled)),
        passive: true,
      }),
    },
    {
      method: 'GET',
      path: 'jobs/:key',
      access: 'role',
      scope: 'jobs that the user asked for within a day',
      summary: 'A job, with what it answers once it is done',
      handler: async (call) => {
        const own = sql`and job_run_id = ${keyOf(call.params['key'])}`
        const run = await call.db.read.maybe<{ Name: string }>(runs(call.user.UserId, own, ', result as "Result"'))
        if (!run) throw notFound()
        return { ...json(titled(run)), passive: true }
      },
    },
  ]
}

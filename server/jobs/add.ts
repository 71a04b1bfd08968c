// Asks for a job, in the transaction of the work that it belongs to: what is rolled back was never asked for.
import type { DraftOf, Fields } from '../../core/model.ts'
import type { Caller } from '../caller.ts'
import { sql, type Tx } from '../db/db.ts'
import { announceJob } from '../db/notify.ts'
import type { About, Job } from '../job.ts'

/** Times that a job is begun at most. */
export const mostAttempts = 3

/** Puts a run of a job in the worker's queue; one that waited there under the same key gives way to it. */
export const queueRun = (tx: Tx, name: string, id: number): Promise<number> =>
  tx.run(sql`
    select
      graphile_worker.add_job (
        ${name}::text,
        json_build_object('run', ${id}::int),
        max_attempts => ${mostAttempts}::int,
        job_key => ${`run:${id}`}::text
      )
  `)

/** The key of the run, by which its owner follows it. */
export const addJob = async <P extends Fields>(
  tx: Tx,
  user: Caller,
  job: Job<P>,
  payload: DraftOf<P>,
  about: About | null = null,
): Promise<number> => {
  const { id } = await tx.one<{ id: number }>(sql`
    insert into
      job_runs (name, user_id, role_id, entity_id, module_id, form_id, payload)
    values
      (
        ${job.name},
        ${user.UserId},
        ${user.RoleId},
        ${user.EntityId},
        ${about?.module ?? null},
        ${about?.formId ?? null},
        ${JSON.stringify(payload)}::jsonb
      )
    returning
      job_run_id as id
  `)
  await queueRun(tx, job.name, id)
  await announceJob(tx, user.UserId)
  return id
}

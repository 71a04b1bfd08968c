// Requests a job in the transaction of its work: a rollback removes the request too.
import type { DraftOf, Fields } from '../../core/model.ts'
import type { Caller } from '../caller.ts'
import { sql, type Tx } from '../db/db.ts'
import { announceJob } from '../db/notify.ts'
import type { About, Job } from '../job.ts'

/** Most times that a job is started. */
export const mostAttempts = 3

/** Puts a run of a job in the worker's queue, and replaces one that waits under the same key. */
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

/** Answers the key of the run, by which its owner follows it. */
export const addJob = async <P extends Fields>(
  tx: Tx,
  user: Caller,
  job: Job<P>,
  payload: DraftOf<P>,
  about: About | null = null,
): Promise<number> => {
  const { Id } = await tx.one<{ Id: number }>(sql`
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
  await queueRun(tx, job.name, Id)
  await announceJob(tx, user.UserId)
  return Id
}

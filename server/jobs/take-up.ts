// Runs whose server has crashed: restarted, and the runs queued behind them started.
import { sql, type Database, type Tx } from '../db/db.ts'
import { announceJob } from '../db/notify.ts'
import { mostAttempts, queueRun } from './add.ts'

/** Queues each user's oldest waiting run when none of the user is running: a server crashed before its turn. */
const queueForgotten = async (tx: Tx): Promise<void> => {
  const forgotten = await tx.rows<{ Id: number; Name: string }>(sql`
    select distinct
      on (waiting.user_id) waiting.job_run_id as id,
      waiting.name
    from
      job_runs waiting
    where
      waiting.state = 'queued'
      and waiting.touched_at < now() - interval '45 seconds'
      and not exists (
        select
          1
        from
          job_runs other
        where
          other.user_id = waiting.user_id
          and other.state = 'running'
      )
    order by
      waiting.user_id,
      waiting.job_run_id
  `)
  for (const { Id, Name } of forgotten) await queueRun(tx, Name, Id)
}

/**
 * Restarts runs whose server is gone or gives no heartbeat, or marks them as failed after the last attempt. The
 * connections of a dead process end at once, those of a dead machine later than its heartbeat.
 */
const takeUp = async (tx: Tx): Promise<void> => {
  const left = await tx.rows<{ Id: number; Name: string; UserId: number; State: string }>(sql`
    update job_runs
    set
      state = case
        when attempts < ${mostAttempts} then 'queued'
        else 'failed'
      end,
      message = case
        when attempts < ${mostAttempts} then 'The server was stopped; this is begun again'
        when total > 0 then 'The server was stopped each time this was begun, last at ' || done || ' of ' || total
        else 'The server was stopped each time this was begun'
      end,
      ended_at = case
        when attempts >= ${mostAttempts} then now()
      end
    where
      state = 'running'
      and (
        touched_at < now() - interval '45 seconds'
        or (
          server is not null
          and not exists (
            select
              1
            from
              pg_stat_activity connection
            where
              connection.application_name = job_runs.server
          )
        )
      )
    returning
      job_run_id as id,
      name,
      user_id,
      state
  `)
  for (const run of left) {
    if (run.State === 'queued') await queueRun(tx, run.Name, run.Id)
    await announceJob(tx, run.UserId)
  }
  await queueForgotten(tx)
}
export const takeUpRuns = (db: Database): Promise<void> => db.transaction(takeUp)

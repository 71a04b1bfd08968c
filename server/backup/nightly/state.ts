// How the backups are: read for administrators, for the schedule, and for the warning.
import type { BackupState } from '../../../core/entrance/backups.ts'
import { sql, type Tx } from '../../db/db.ts'

/**
 * What a wrong clock has dated in the future counts for nothing: it would put off the next one. `isScheduled` is the
 * server's setting.
 */
export const readBackups = async (tx: Tx, isScheduled: boolean): Promise<BackupState> => {
  const row = await tx.one<Omit<BackupState, 'IsScheduled'>>(sql`
    with
      last as (
        select
          at,
          file,
          bytes,
          row_count
        from
          backups
        where
          kind = 'backup'
          and problem is null
          and at <= now()
        order by
          at desc
        limit
          1
      ),
      failed as (
        select
          at,
          problem
        from
          backups
        where
          kind = 'backup'
          and asked = 'schedule'
          and problem is not null
          and at <= now()
          and at > coalesce(
            (
              select
                at
              from
                last
            ),
            '-infinity'
          )
        order by
          at desc
        limit
          1
      ),
      trial as (
        select
          at,
          problem
        from
          backups
        where
          kind = 'trial'
          and at <= now()
        order by
          at desc
        limit
          1
      ),
      records as (
        select
          at,
          broken
        from
          backups
        where
          broken is not null
          and at <= now()
        order by
          at desc
        limit
          1
      )
    select
      exists (
        select
          1
        from
          settings
        where
          name = 'demo'
      ) as "IsDemo",
      (
        select
          at
        from
          audit
        order by
          audit_id
        limit
          1
      ) as "Since",
      (
        select
          json_build_object('At', at, 'File', file, 'Bytes', bytes, 'Rows', row_count)
        from
          last
      ) as "Last",
      (
        select
          json_build_object('At', at, 'Problem', problem)
        from
          failed
      ) as "Failed",
      (
        select
          json_build_object('At', at, 'Problem', problem)
        from
          trial
      ) as "Trial",
      (
        select
          json_build_object('At', at, 'Broken', broken)
        from
          records
      ) as "Records"
  `)
  return { IsScheduled: isScheduled, ...row }
}

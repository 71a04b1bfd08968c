// Notifies the money handler, once, of a batch that is open for more than a day.
import { formatDateTime } from '../../core/dates.ts'
import { recordPath } from '../../core/record-path.ts'
import { now } from '../../server/clock.ts'
import { sql } from '../../server/db/db.ts'
import { notifyUsers } from '../../server/db/notify.ts'
import type { ScheduledJob } from '../../server/job.ts'

const day = 86_400_000
type Long = { readonly BatchId: number; readonly OwnerId: number; readonly OpenDate: string }

export const openLong: ScheduledJob = {
  name: 'batches-open-long',
  summary: 'Notify money handlers of batches open for more than a day',
  schedule: '*/10 * * * *',
  run: ({ db }) =>
    db.transaction(async (tx) => {
      const found = await tx.rows<Long>(sql`
        update tran_batches
        set
          told_open_at = ${now().toISOString()}
        where
          close_date is null
          and told_open_at is null
          and open_date <= ${new Date(now().getTime() - day).toISOString()}
        returning
          batch_id,
          owner_id,
          open_date
      `)
      for (const { BatchId, OwnerId, OpenDate } of found)
        await notifyUsers(tx, [OwnerId], {
          creater: 'System',
          subject: `Batch ${BatchId} is open since ${formatDateTime(OpenDate)}`,
          content: 'Count it and close it.',
          path: recordPath('tranbatches', { BatchId: BatchId }),
        })
    }),
}

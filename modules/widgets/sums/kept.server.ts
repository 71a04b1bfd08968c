// Sums of sales and payments by place and hour, kept some hours behind: what is booked waits for no sum.
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { ScheduledJob } from '../../../server/job.ts'

/** Most hours that a run adds up again, because something was changed. */
const most = 100

/** Sums what was changed, and what ended three hours before `moment`; answers how much is left to do. */
export const sumPlaces = async (tx: Tx, moment: Date): Promise<number> =>
  (
    await tx.one<{ Left: number }>(sql`
      select
        sum_places (${moment}, ${most}) as left
    `)
  ).Left

export const sumThePlaces: ScheduledJob = {
  name: 'sum-places',
  summary: 'Sums of sales and payments by place and hour',
  schedule: '*/5 * * * *',
  run: async ({ db }) => {
    // what is changed meanwhile is for the next run
    for (let run = 0; run < 50; run += 1) if ((await db.transaction((tx) => sumPlaces(tx, now()))) === 0) return
  },
}

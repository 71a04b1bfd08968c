// A price list that expires within fifteen days: the managers of its seller are notified, once.
import { addDays, dayOf, formatDate } from '../../core/dates.ts'
import { recordPath } from '../../core/record-path.ts'
import { role } from '../../core/user.ts'
import { now } from '../../server/clock.ts'
import { sql } from '../../server/db/db.ts'
import { notifyUsers, usersAt } from '../../server/db/notify.ts'
import type { ScheduledJob } from '../../server/job.ts'

/** Days before its last one. */
const before = 15
type Expiring = { readonly PriceListId: number; readonly SellerId: number; readonly Till: string }

export const expiringLists: ScheduledJob = {
  name: 'price-lists-expiring',
  summary: 'Warn managers of price lists about to expire',
  schedule: '0 * * * *',
  run: ({ db }) =>
    db.transaction(async (tx) => {
      const today = dayOf(now())
      const found = await tx.rows<Expiring>(sql`
        update price_lists
        set
          told_expiring_at = ${now().toISOString()}
        where
          effective_till_date between ${today}::date and ${addDays(today, before)}::date
          -- a list that was extended since its notice is notified again
          and (
            told_expiring_at is null
            or network_day (told_expiring_at) < effective_till_date - ${before}::int
          )
        returning
          price_list_id,
          seller_id,
          effective_till_date as till
      `)
      for (const { PriceListId, SellerId, Till } of found)
        await notifyUsers(tx, await usersAt(tx, SellerId, [role.Administrator, role.BusinessManager]), {
          creater: 'System',
          subject: `Price list ${PriceListId} expires on ${formatDate(Till)}`,
          content: 'Create its successor before then.',
          path: recordPath('pricelists', { PriceListId: PriceListId }),
        })
    }),
}

// Notifies signatories of critical values.
import type { Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { notifyAll, usersAt, type Told } from '../../../server/db/notify.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { isCriticalFlag } from '../../elements/interval.rules.ts'
import { sensitiveName } from '../../openings/openings.rules.ts'
import type { Judged } from '../judging/entry.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf } from '../work-item.rules.ts'

/** The number of critical values of a laboratory that are notified one by one; the list shows the others. */
const mostTold = 20

/** Notifies the other signatories of the labs of critical values. */
export const notifyCritical = async (
  tx: Tx,
  user: Pick<Caller, 'UserId' | 'FullName'>,
  values: readonly { row: ResultRow; judged: Judged }[],
): Promise<void> => {
  const critical = values.filter(({ judged }) => isCriticalFlag(judged.Flag))
  const notices: Told[] = []
  for (const [labId, group] of Map.groupBy(critical, ({ row }) => benchOf(row))) {
    const userIds = (await usersAt(tx, labId, [role.Pathologist])).filter((id) => id !== user.UserId)
    for (const { row, judged } of group.slice(0, mostTold))
      notices.push({
        userIds,
        news: {
          creater: user.FullName,
          subject: `Critical value: ${row.IsSensitive ? sensitiveName : row.Element}`,
          content: row.IsSensitive
            ? `${sensitiveName} on ${row.Sale.AccessionNo}`
            : `${row.Element} ${judged.Result} ${row.UnitOfMeasure ?? ''} on ${row.Sale.AccessionNo}`,
          path: recordPath('testresults', { WorkSheetId: row.WorkSheetId, SaleId: row.SaleId }),
        },
      })
  }
  await notifyAll(tx, notices)
}

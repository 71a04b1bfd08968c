// Who is told of a critical value.
import type { Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { tellOthers } from '../../../server/db/notify.ts'
import { recordPath } from '../../../core/record-path.ts'
import { role } from '../../../core/user.ts'
import { isCriticalFlag } from '../../elements/interval.rules.ts'
import type { Judged } from '../judging/entry.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { benchOf } from '../work-item.rules.ts'

/** Tells the other signatories of the labs about critical values. */
export const tellCritical = async (
  tx: Tx,
  user: Caller,
  values: readonly { row: ResultRow; judged: Judged }[],
): Promise<void> => {
  const critical = values.filter(({ judged }) => isCriticalFlag(judged.Flag))
  for (const [labId, group] of Map.groupBy(critical, ({ row }) => benchOf(row))) {
    for (const { row, judged } of group.slice(0, 20))
      await tellOthers(tx, user, labId, [role.Pathologist], {
        subject: `Critical value: ${row.Element}`,
        content: `${row.Element} ${judged.Result} ${row.UnitOfMeasure ?? ''} on ${row.Sale.AccessionNo}`,
        path: recordPath('testresults', { WorkSheetId: row.WorkSheetId, SaleId: row.SaleId }),
      })
  }
}

// Critical values of a cancelled sale that were issued in another patient's name: the calls about that one count no
// longer, and the calls to the one whose values they are are owed.
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { auditResults, type Version } from '../entry/versions.server.ts'
import { asJudged, type Judged } from '../judging/entry.rules.ts'
import { calledText, type CalledRole } from '../../lists/called.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isCritical } from '../work-item.rules.ts'

/** A critical value, as it is judged for the one whose it is. */
export type Critical = Pick<Version, 'row' | 'judged'>

type Marked = { WorkItemId: number; CalledTo: string | null; CalledRole: CalledRole | null; Reached: boolean }
/** Values stay in force although they were another patient's: who was called then was called about that one. */
const callsOfOther = async (tx: Tx, user: Caller, rows: readonly ResultRow[]): Promise<void> => {
  const marked = await tx.rows<Marked>(sql`
    update critical_calls critical_call
    set
      about_other = true
    from
      work_items item
    where
      item.work_item_id = any (${rows.map((row) => row.WorkItemId)})
      and critical_call.work_item_id = item.work_item_id
      and critical_call.result_id = item.result_id
      and not critical_call.about_other
    returning
      critical_call.work_item_id,
      critical_call.called_to,
      critical_call.called_role,
      critical_call.reached
  `)
  for (const { WorkItemId, CalledTo, CalledRole, Reached } of marked)
    await auditResults(
      tx,
      user,
      rows.filter((row) => row.WorkItemId === WorkItemId).map((row) => ({ row, after: {} })),
      'critical call',
      `Counts no longer, it was about another patient: ${Reached ? 'spoke to' : 'did not reach'} ` +
        calledText(CalledTo, CalledRole),
    )
}

/** From now on calls about these values are owed, and escalated as those about values that were just entered. */
const owe = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await tx.run(sql`
    update work_items
    set
      call_again_at = now()
    where
      work_item_id = any (${[...ids]})
  `)
  await tx.run(sql`
    delete from critical_escalations told using work_items item
    where
      item.work_item_id = any (${[...ids]})
      and told.result_id = coalesce(item.amended_result_id, item.result_id)
  `)
}

type Anew = {
  readonly judged: ReadonlyMap<number, Judged>
  readonly versions: readonly Version[]
  /** What stays in force although another version of it was proposed. */
  readonly kept: ReadonlySet<number>
}
/**
 * What of a cancelled sale stays in force as it was issued is another patient's no more, and nor are its calls. Answers
 * the values to call about: what is critical for the one whose it is, or is so as it was issued.
 */
export const callAgain = async (
  tx: Tx,
  user: Caller,
  inForce: readonly ResultRow[],
  { judged, versions, kept }: Anew,
): Promise<readonly Critical[]> => {
  const proposed = new Set(versions.map(({ row }) => row.WorkItemId))
  const issued = inForce.filter(({ WorkItemId: id }) => kept.has(id) || !proposed.has(id))
  await callsOfOther(tx, user, issued)
  const owed = inForce.flatMap((row): Critical[] => {
    const now = judged.get(row.WorkItemId)
    if (now && isCritical(now)) return [{ row, judged: now }]
    return issued.includes(row) && isCritical(row) ? [{ row, judged: asJudged(row) }] : []
  })
  await owe(
    tx,
    owed.map(({ row }) => row.WorkItemId),
  )
  return owed
}

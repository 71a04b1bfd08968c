// Release: complete tests are released with the next version of their report; the rest is answered with the reasons.
import { boolean, type DraftOf } from '../../../core/model.ts'
import type { Caller } from '../../../server/caller.ts'
import { wholeOf } from '../../../server/edited.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { bulkOf } from '../../../server/module.ts'
import { locked } from '../../../server/refusal.ts'
import { clientType, workItemStatus } from '../../lists/items.model.ts'
import { issueReports } from '../../testreports/issue.server.ts'
import { resultsReleased } from '../approval/answers.model.ts'
import { counted, remarksOf, salesOf } from '../entry/act.server.ts'
import { isOnBench } from '../entry/bench.server.ts'
import { auditResults, resultHash } from '../entry/versions.server.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { printedAsIn } from '../../testreports/printed/printed.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isUnsaid } from '../work-item.rules.ts'
import { mayReleaseSome, sortRelease, withoutHeld, type Sorted } from './release.rules.ts'
import { recalculate, find, finish, moveTo, signedBody, signing, signedText, type Signed } from './signed.server.ts'

type Found = Signed & Sorted & { readonly leavesRest: boolean }
const body = { ...signedBody, LeaveRest: boolean('Leave what cannot be released yet') }

const sorted = async (tx: Tx, user: Caller, sent: DraftOf<typeof body>): Promise<Found> => {
  const found = await find(tx, user, sent)
  const asking = {
    user,
    isOutside: user.EntityTypeId === clientType.ExternalLab,
    overrideReason: remarksOf(sent),
    isMine: (row: ResultRow) => isOnBench(user, row),
  }
  return { ...found, ...sortRelease(found.rows, found.picked, asking), leavesRest: sent.LeaveRest === true }
}

/** What is released: the rest of a test is settled, or not printed. */
const releasedOf = ({ taken }: Sorted): readonly ResultRow[] =>
  taken.filter((row) => row.StatusId === workItemStatus.Approved)

const letGo = async (tx: Tx, ids: readonly number[]): Promise<void> => {
  await moveTo(tx, ids, workItemStatus.Released)
  await tx.run(sql`
    update results result
    set
      released_at = now(),
      ${printedAsIn('item')},
      hash = ${resultHash}
    from
      work_items item
    where
      item.result_id = result.result_id
      and item.work_item_id = any (${[...ids]})
  `)
  // from now on two persons change the ranges of these elements
  await tx.run(sql`
    with
      fresh as (
        select
          element_id
        from
          elements
        where
          first_released_at is null
          and element_id in (
            select
              item.element_id
            from
              work_items item
            where
              item.work_item_id = any (${[...ids]})
          )
        order by
          element_id
        for no key update
      )
    update elements
    set
      first_released_at = now()
    from
      fresh
    where
      fresh.element_id = elements.element_id
      and elements.first_released_at is null
  `)
}

const leftOf = ({ left }: Sorted) =>
  left.map(({ row, decision }) => ({
    WorkItemId: row.WorkItemId,
    WorkSheetId: row.WorkSheetId,
    SaleId: row.SaleId,
    AccessionNo: row.Sale.AccessionNo,
    Patient: row.Patient,
    Element: row.Test,
    Result: null,
    Reason: decision.reason,
  }))

export const release = bulkOf<Found, typeof body>({
  ...signing('release', 'release', 'Release results and issue the report'),
  ...resultsReleased,
  body,
  records: sorted,
  permitted: (found) => [...new Set([...found.picked, ...releasedOf(found)])],
  // a report is of the whole sale: it waits for every bench that is still editing
  held: ({ picked }) => salesOf(picked).map(wholeOf),
  without: (found, byOthers) => {
    const held = salesOf(found.picked).map((id) => byOthers(wholeOf(id)))
    const words = held.find((one) => one !== undefined)
    if (words !== undefined && !(found.leavesRest && held.includes(undefined))) throw locked(words)
    return withoutHeld(found, (row) => byOthers(wholeOf(row.SaleId)))
  },
  decide: (found) => mayReleaseSome(found, found.leavesRest),
  run: async ({ tx, user, records, body: sent }) => {
    const stale = await recalculate(tx, user, records.rows, records.taken)
    if (stale) return stale
    const released = releasedOf(records)
    await letGo(
      tx,
      released.map((row) => row.WorkItemId),
    )
    await finish(tx, user, released, workItemStatus.Released, 'release', remarksOf(sent))
    const unsaid = records.taken.filter((row) => isUnsaid(asWorkItem(row)))
    await auditResults(
      tx,
      user,
      unsaid.map((row) => ({ row, after: {} })),
      'release',
      remarksOf(sent),
    )
    await issueReports(tx, user, new Map(salesOf(records.taken).map((saleId) => [saleId, null])))
    return {
      message: [
        released.length > 0 || unsaid.length === 0 ? signedText(released.length, 'released') : '',
        unsaid.length > 0 ? `${counted(unsaid.length, 'is', 'are')} reported as not performed` : '',
        records.left.length > 0 ? counted(records.left.length, 'test is left', 'tests are left') : '',
      ]
        .filter(Boolean)
        .join('; '),
      Left: leftOf(records),
    }
  },
})

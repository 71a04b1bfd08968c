// After a merge of two patients is undone: a report that was issued in the name of the other one meanwhile gets its
// next version in the right name, and its critical values are called about again. What was judged by the other's age or
// sex waits as an amendment for a signatory. Reports of the one who was kept print no value of the other.
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { FollowContext } from '../../../server/module.ts'
import { refused } from '../../../server/refusal.ts'
import type { clientFields } from '../../clients/clients.model.ts'
import type { CallToMake } from '../../lists/called.model.ts'
import { ofPerson } from '../../testreports/amendment.server.ts'
import { lockWork } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { judgedOtherwise, type Person } from '../judging/person.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isCancelled, refuseUnlocked, takeOffPrevious } from './printed-previous.server.ts'
import { callsText, callsToMake, isInForce, judgeOut, reissue } from './reissue.server.ts'

const why = { action: 'undo merge', ReasonId: null, Remarks: 'Two patients were taken for one' }

/** Sales of the patient whose newest report is in the name of one that they were merged into. */
const reportedAsOther = async (tx: Tx, patientId: number): Promise<readonly number[]> => {
  const sales = await tx.rows<{ SaleId: number }>(sql`
    select
      sale.sale_id
    from
      sales sale
      join lateral (
        select
          report.content -> 'Patient' ->> 'PatientId' as patient
        from
          reports report
        where
          report.sale_id = sale.sale_id
        order by
          report.version desc
        limit
          1
      ) newest on true
    where
      sale.patient_id = ${patientId}
      and exists (
        select
        from
          client_merges merging
        where
          merging.source_id = ${patientId}
          and merging.target_id::text = newest.patient
      )
    order by
      sale.sale_id
  `)
  return sales.map(({ SaleId }) => SaleId)
}

/** When the one was last merged into the other. */
const mergedAt = (source: number, target: number): Sql => sql`
  select
    merging.merged_at
  from
    client_merges merging
  where
    merging.source_id = ${source}
    and merging.target_id = ${target}
  order by
    merging.client_merge_id desc
  limit
    1
`

/**
 * An amendment that was asked for the one is not signed for the other. One that was judged again is so once more with
 * its report (`reported`), and was judged for the one where it waited before the merge. @throws 422
 */
const refuseWaiting = async (tx: Tx, patientId: number, reported: readonly number[], merged: Sql): Promise<void> => {
  const asked = await tx.maybe<{ Again: boolean; Element: string; Sale: string }>(sql`
    select
      waiting.is_judged_anew as again,
      element.name as element,
      coalesce(sale.accession_no, sale.sale_id::text) as sale
    from
      sales sale
      join work_items item using (sale_id)
      join elements element using (element_id)
      join results waiting on waiting.result_id = item.amended_result_id
    where
      sale.patient_id = ${patientId}
      and not (
        waiting.is_judged_anew
        and (
          sale.sale_id = any (${[...reported]})
          or waiting.entered_at <= (${merged})
        )
      )
    order by
      sale.sale_id,
      item.work_item_id
    limit
      1
  `)
  if (asked)
    throw refused(
      `${asked.Element} of sale ${asked.Sale}: an amendment waits; ` +
        `${asked.Again ? 'approve' : 'approve or withdraw'} it first, then undo the merge`,
    )
}

const then = 'undo the merge'
/** Follows the end of a merge: `key` is the patient who has their sales back, `before` the one who had them. */
export const followUndoneMerge = async ({
  tx,
  user,
  key,
  before,
  after,
  action,
  say,
}: FollowContext<typeof clientFields>) => {
  if (action !== 'undo merge' || before === null) return
  const name = after.Name ?? ''
  const other: Person = before
  const target = Number(before.ClientId)
  const reported = await reportedAsOther(tx, key)
  await refuseWaiting(tx, key, reported, mergedAt(key, target))
  const owed: string[] = []
  const CallsToMake: CallToMake[] = []
  for (const saleId of reported) {
    await lockWork(tx, [saleId])
    const rows = await rowsOfSales(tx, [saleId])
    refuseUnlocked(rows, then)
    const wrong = judgedOtherwise(rows, other).filter(isInForce)
    const isWrong = ({ WorkItemId }: ResultRow): boolean => wrong.some((row) => row.WorkItemId === WorkItemId)
    const isOver = rows.some(isCancelled)
    const anew = await judgeOut(tx, user, rows, why, {
      renews: (row) => !isOver || !isWrong(row),
      signer: 'kept',
      // nobody signed by the right age and sex
      waits: isOver ? false : isWrong,
    })
    await reissue(tx, user, saleId, why, {
      done: 'The patient is corrected',
      subject: 'Patient corrected',
      patient: name,
      Changes: [
        { What: ofPerson.patient, Was: 'issued in another name', Is: name },
        ...wrong
          .filter((row) => row.PrintOnReport)
          .map(({ Element }) => ({
            What: `${Element}${ofPerson.judgedBy}`,
            Was: 'age and sex of another patient',
            Is: isOver
              ? 'not judged again: the order was cancelled'
              : 'not judged again yet: an amended report follows',
          })),
      ],
      IsOfPerson: true,
      rows,
      anew,
    })
    owed.push(...anew.toCall.map(({ row }) => `${row.Element} (${row.Sale.AccessionNo ?? saleId})`))
    CallsToMake.push(...callsToMake(saleId, anew.toCall))
  }
  if (owed.length > 0) say?.(callsText(name, owed), { CallsToMake })
  await takeOffPrevious(
    tx,
    user,
    { moved: sql`moved.patient_id = ${key}`, target, since: mergedAt(key, target) },
    { why, patient: before.Name ?? '', then },
  )
}

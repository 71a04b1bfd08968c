// What a report says of a value that was judged again: by what it was judged before and is now.
import { intervalWords, unitText } from '../../../core/interval.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { ofPerson, type Amended } from '../../testreports/amendment.server.ts'
import { sameValue } from './entry.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

type Judgement = Pick<ResultRow, 'Flag' | 'PrintableRange' | 'LowValue' | 'HighValue'>
/** `13 - 17, L`: by what a value is judged, and how. */
const judgedText = ({ Flag, PrintableRange, LowValue, HighValue }: Judgement): string =>
  [intervalWords(PrintableRange, LowValue, HighValue).Short, Flag].filter(Boolean).join(', ') || 'no interval'
/** What the next version prints as changed of a value that stays and is judged otherwise. */
export const judgedBy = (row: Pick<ResultRow, 'Element'> & Judgement, now: Judgement): Amended['Changes'][number] => ({
  What: `${row.Element}${ofPerson.judgedBy}`,
  Was: judgedText(row),
  Is: judgedText(now),
})

/** Of these work items those whose value in force was issued in another name: its interval tells age and sex. */
const issuedForOther = async (tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await tx.rows<{ WorkItemId: number }>(sql`
    select
      item.work_item_id
    from
      work_items item
      join sales sale using (sale_id)
      join lateral (
        select
          max(value.released_at) as since
        from
          results value
        where
          value.work_item_id = item.work_item_id
          and value.result_id <> item.result_id
      ) issued on true
    where
      item.work_item_id = any (${[...ids]})
      and exists (
        select
        from
          reports report
        where
          report.sale_id = item.sale_id
          and report.created_at >= issued.since
          and report.content -> 'Patient' ->> 'PatientId' <> sale.patient_id::text
      )
  `)
  return new Set(rows.map((row) => row.WorkItemId))
}

/**
 * Of printed values that waited for their right judgement and are in force now: that each was to follow, and by what
 * it is judged, as where it is signed at once.
 */
export const judgedAnewChanges = async (tx: Tx, going: readonly ResultRow[]): Promise<Amended['Changes']> => {
  const anew = going.flatMap((row) =>
    row.PrintOnReport && row.Amendment?.IsJudgedAnew && !row.Amendment.IsWithdrawal && sameValue(row.Amendment, row)
      ? [{ row, now: row.Amendment }]
      : [],
  )
  if (anew.length === 0) return []
  const ofOther = await issuedForOther(
    tx,
    anew.map(({ row }) => row.WorkItemId),
  )
  return anew.flatMap(({ row, now }) => {
    const judged = judgedBy(row, now)
    const isSaid = judged.Was !== judged.Is && !ofOther.has(row.WorkItemId)
    const Is = now.NotCalculated ?? [now.Result, unitText(row.UnitOfMeasure)].filter(Boolean).join(' ')
    return [{ What: row.Element, Was: 'to follow', Is }, ...(isSaid ? [judged] : [])]
  })
}

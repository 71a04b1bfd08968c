// Keeps the values of a tube that speaks against them (since rejected, measured too late, received too warm), or of an
// instrument that is out of service since. A signatory decides, and the reason is printed; of an amendment with the
// amended value.
import { announceList } from '../../../server/db/notify.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { bulkOf } from '../../../server/module.ts'
import { json, type DraftOf } from '../../../core/model.ts'
import { invalid } from '../../../server/refusal.ts'
import { allOrNothing, counted, remarksOf } from '../entry/act.server.ts'
import { auditResults } from '../entry/versions.server.ts'
import { asWorkItem } from '../judging/entry.rules.ts'
import { sentenceOf } from '../judging/tube.rules.ts'
import { mayKeep } from '../signatory.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { find, signedBody, signing, stale, type Signed } from './signed.server.ts'

/** The sentence that the report prints in the comment under the value. */
const saidOf = (row: ResultRow, reason: string): string => `${sentenceOf(row.TubeFaults)}. Reported because: ${reason}`
const printedOf = (row: ResultRow, reason: string): string =>
  [(row.Amendment ?? row).Comments, saidOf(row, reason)].filter(Boolean).join('\n')

type Kept = { readonly row: ResultRow; readonly Comments: string }
const sentOf = (kept: readonly Kept[], reason: string): Sql => sql`
  unnest(
    ${kept.map(({ row }) => row.WorkItemId)}::int[],
    ${kept.map(({ row }) => row.TubeFaults.map(({ Key }) => Key).join(','))}::text[],
    ${kept.map(({ Comments }) => Comments)}::text[],
    ${kept.map(({ row }) =>
      JSON.stringify(Object.fromEntries(row.TubeFaults.map(({ Key }) => [Key, saidOf(row, reason)]))),
    )}::text[]
  ) as sent (work_item_id, faults, comments, sentences)
`
/** Keeps these values for the faults of their tubes, with the reason in the printed comment. */
export const keepValues = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  reason: string,
): Promise<readonly Kept[]> => {
  const kept = rows.map((row) => ({ row, Comments: printedOf(row, reason) }))
  const waiting = sentOf(
    kept.filter(({ row }) => row.Amendment !== null),
    reason,
  )
  const counting = sentOf(
    kept.filter(({ row }) => row.Amendment === null),
    reason,
  )
  await tx.run(sql`
    update work_items work_item
    set
      comments = sent.comments,
      tube_kept_reason = ${reason},
      tube_kept_by_id = ${user.UserId},
      tube_kept_for = work_item.tube_kept_for || string_to_array(sent.faults, ','),
      kept_sentences = work_item.kept_sentences || sent.sentences::jsonb,
      row_version = work_item.row_version + 1
    from
      ${counting}
    where
      work_item.work_item_id = sent.work_item_id
  `)
  await tx.run(sql`
    with
      seen as (
        update work_items work_item
        set
          row_version = work_item.row_version + 1
        from
          ${waiting}
        where
          work_item.work_item_id = sent.work_item_id
        returning
          work_item.amended_result_id,
          sent.faults,
          sent.comments,
          sent.sentences
      )
    update results waiting
    set
      comments = seen.comments,
      tube_kept_for = coalesce(waiting.tube_kept_for, '{}') || string_to_array(seen.faults, ','),
      kept_sentences = waiting.kept_sentences || seen.sentences::jsonb
    from
      seen
    where
      waiting.result_id = seen.amended_result_id
  `)
  return kept
}

const body = { ...signedBody, TubeFaults: json<string[]>('What speaks against the tubes') }
type Sent = DraftOf<typeof body>
/** A fault that came after the signatory looked is decided again. */
const isUnseen = (row: ResultRow, { TubeFaults }: Sent): boolean =>
  Array.isArray(TubeFaults) && row.TubeFaults.some(({ Key }) => !TubeFaults.includes(Key))

export const keep = bulkOf({
  ...signing(
    'keep',
    'approve',
    'Keep values of a tube that was rejected, too old or too warm, or of an instrument out of service',
  ),
  body,
  stale: (found: Signed, sent: Sent) => {
    const changed = found.picked.find((row) => isUnseen(row, sent))
    return changed ? `${changed.Element}: ${sentenceOf(changed.TubeFaults)}. Look again` : stale(found, sent)
  },
  records: (tx, user, sent: Sent) => {
    if (remarksOf(sent) === null) throw invalid({ Remarks: ['Remarks are required'] })
    return find(tx, user, sent)
  },
  decide: ({ picked }, user) => allOrNothing(picked, (row) => mayKeep(asWorkItem(row), user)),
  run: async ({ tx, user, records: { picked }, body: sent }) => {
    const reason = remarksOf(sent) ?? ''
    const kept = await keepValues(tx, user, picked, reason)
    await auditResults(
      tx,
      user,
      kept.map(({ row, Comments }) => ({ row, after: { Comments } })),
      'keep',
      reason,
    )
    announceList('testresults')
    return { message: counted(kept.length, 'value is kept', 'values are kept') }
  },
})

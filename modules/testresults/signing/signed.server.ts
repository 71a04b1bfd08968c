// The common parts of a signatory's acts on picked results: whom they accept, the seen versions, and what follows.
import { json, type DraftOf, type Permit } from '../../../core/model.ts'
import { announceList } from '../../../server/db/notify.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { invalid } from '../../../server/refusal.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { atRow, counted, saidFields, salesOf, type Acted, type Picked, sheetsOf } from '../entry/act.server.ts'
import { isCurrent, judgeSale } from '../judging/entry.rules.ts'
import { rowsOfItems, staleAmong } from '../entry/requested-items.server.ts'
import { staleFormulas } from '../judging/follow.rules.ts'
import { lockToIssue, signatoriesAt } from '../entry/bench.server.ts'
import type { ResultRow } from '../testresults.model.ts'
import { type Signatories } from '../work-item.rules.ts'
import { auditedChanges, auditResults, writeChanges, type Change } from '../entry/versions.server.ts'

export const signedBody = {
  WorkItemIds: json<number[]>('Work items'),
  /** As the signatory saw them, in the order of WorkItemIds. */
  RowVersions: json<number[]>('Versions'),
  ...saidFields,
}
export type Body = DraftOf<typeof signedBody>

/** Results that are signed at once. */
const mostSigned = 2000
const isKey = (id: unknown): boolean => Number.isInteger(id) && Math.abs(Number(id)) < 2 ** 31

const idsOf = ({ WorkItemIds: ids, RowVersions: versions }: Body): number[] => {
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isKey))
    throw invalid({ WorkItemIds: ['Choose at least one result'] })
  if (ids.length > mostSigned) throw invalid({ WorkItemIds: [`No more than ${mostSigned} results at once`] })
  // optional, as every version of a request is; each that is sent is compared
  const areSent = versions !== undefined && versions !== null
  if (areSent && !(Array.isArray(versions) && versions.length === ids.length && versions.every(isKey)))
    throw invalid({ RowVersions: ['RowVersions must have one version for each work item'] })
  return [...new Set(ids)]
}
export type Signed = Picked & { readonly ids: readonly number[]; readonly signatories: (row: ResultRow) => Signatories }

export const find = async (tx: Tx, user: Caller, sent: Body): Promise<Signed> => {
  const ids = idsOf(sent)
  const rows = await rowsOfItems(tx, user, ids, lockToIssue)
  const picked = rows.filter((row) => ids.includes(row.WorkItemId))
  const signatories = await signatoriesAt(tx, user, picked)
  return { rows, picked, ids, signatories }
}
/** Refuses results that changed since the signatory saw them. */
export const stale = ({ rows }: Signed, { WorkItemIds: asked, RowVersions: versions }: Body): string | undefined =>
  Array.isArray(asked) && Array.isArray(versions) ? staleAmong(rows, (id) => versions[asked.indexOf(id)]) : undefined

/** The common parts of a signatory's acts on picked results. */
export const signing = (name: string, permit: Permit, summary: string) => ({
  name,
  permit,
  path: `${name}/testresults`,
  summary,
  body: signedBody,
  records: find,
  permitted: ({ picked }: Signed) => picked,
  held: ({ picked }: Signed) => sheetsOf(picked),
  stale,
})

export const moveTo = (tx: Tx, ids: readonly number[], StatusId: number): Promise<number> =>
  tx.run(sql`
    update work_items
    set
      status_id = ${StatusId},
      row_version = row_version + 1
    where
      work_item_id = any (${[...ids]})
  `)

export const finish = async (
  tx: Tx,
  user: Caller,
  moved: readonly ResultRow[],
  StatusId: number,
  action: string,
  remarks: string | null,
): Promise<void> => {
  await refreshStatuses(tx, salesOf(moved))
  await auditResults(
    tx,
    user,
    moved.map((row) => ({ row, after: { StatusId } })),
    action,
    remarks,
  )
  announceList('testresults')
}
export const signedText = (count: number, what: string): string =>
  counted(count, `result is ${what}`, `results are ${what}`)

/**
 * A calculated result is signed only when it equals what its inputs give now. A stale one is recalculated and stored,
 * and must be signed again; undefined where none is stale.
 */
export const recalculate = async (
  tx: Tx,
  user: Caller,
  rows: readonly ResultRow[],
  asked: readonly ResultRow[],
): Promise<Acted | undefined> => {
  const changes: Change[] = []
  for (const [, group] of Map.groupBy(rows, (row) => row.SaleId)) {
    const judged = judgeSale(group, new Map())
    if (!asked.some((row) => group.includes(row) && !isCurrent(row, judged.get(row.WorkItemId)))) continue
    for (const { row, judged: now, StatusId } of staleFormulas(group, judged))
      changes.push({ row, StatusId, version: { judged: now, EnteredById: row.EnteredById ?? user.UserId } })
  }
  if (changes.length === 0) return undefined
  await writeChanges(tx, changes)
  await refreshStatuses(tx, salesOf(rows))
  await auditResults(tx, user, auditedChanges(changes), 'calculate anew')
  announceList('testresults')
  const text = ({ row, version }: Change) => {
    const [was, is] = [row.Result ?? 'empty', version?.judged.Result ?? 'empty']
    return `${row.Element}: recalculated, ${was} is now ${is}; check it and sign again`
  }
  return {
    message: changes.map(text).join('; '),
    errors: Object.fromEntries(changes.map((change) => [atRow(change.row), [text(change)]])),
    status: 422,
  }
}

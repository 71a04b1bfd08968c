// Chooses an earlier run: its value is used again as it was measured, by whom and where, judged again for the person.
import { integer, type DraftOf } from '../../../core/model.ts'
import { allOf, yes } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { bulkOf } from '../../../server/module.ts'
import { notFound } from '../../../server/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { mayChooseRun } from '../bench.rules.ts'
import { reasonOf, remarksOf, saidFields, type Picked, sheetOf } from '../entry/act.server.ts'
import { rowsOfItems, staleAmong } from '../entry/requested-items.server.ts'
import { notifyCritical } from '../entry/notify-critical.server.ts'
import { auditedChanges, auditResults, writeChanges, type Change } from '../entry/versions.server.ts'
import { asWorkItem, judge } from '../judging/entry.rules.ts'
import { followersOf, wentOut } from '../judging/follow.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

const body = {
  WorkItemId: integer('Work item', { required: 'WorkItemId is missing' }),
  ResultId: integer('Run', { required: 'ResultId is missing' }),
  RowVersion: integer('Version'),
  ...saidFields,
}
type Body = DraftOf<typeof body>

type Measured = Pick<ResultRow, 'Source' | 'LabInstrumentId' | 'InstrumentId' | 'Method' | 'MeasuredAt'> & {
  EnteredById: number
}
type Choosing = Picked & { readonly row: ResultRow; readonly measured: Measured }

/** Where and by whom the run was measured. */
const measuredIn = (tx: Tx, WorkItemId: number, ResultId: number): Promise<Measured | undefined> =>
  tx.maybe<Measured>(sql`
    select
      result.source as "Source",
      result.lab_instrument_id as "LabInstrumentId",
      owned.instrument_id as "InstrumentId",
      result.method as "Method",
      result.measured_at as "MeasuredAt",
      result.entered_by_id as "EnteredById"
    from
      results result
      left join lab_instruments owned on owned.lab_instrument_id = result.lab_instrument_id
    where
      result.work_item_id = ${WorkItemId}
      and result.result_id = ${ResultId}
  `)

const find = async (tx: Tx, user: Caller, sent: Body): Promise<Choosing> => {
  const id = Number(sent.WorkItemId)
  const rows = await rowsOfItems(tx, user, [id])
  const row = rows.find((one) => one.WorkItemId === id)
  const measured = await measuredIn(tx, id, Number(sent.ResultId))
  if (!row || !measured) throw notFound()
  return { rows, picked: [row], row, measured }
}
const runOf = ({ row }: Choosing, { ResultId }: Body) => row.Runs.find((run) => run.ResultId === ResultId)

/** The results calculated from the present value, if that of the run replaced it. */
const followersIn = (found: Choosing, sent: Body, user: Caller) => {
  const value = runOf(found, sent)?.Result ?? null
  const { open, out } = followersOf(found.rows, new Map([[found.row.WorkItemId, value]]))
  const changes = open.map(({ row: follower, judged, StatusId }): Change => ({
    row: follower,
    StatusId,
    version: { judged, EnteredById: follower.EnteredById ?? user.UserId },
  }))
  return { changes, gone: out[0]?.row }
}

export const chooseRun = bulkOf({
  name: 'choose run',
  permit: 'update',
  path: 'chooserun/testresults',
  summary: 'Use the value of an earlier run',
  body,
  records: find,
  permitted: ({ picked }) => picked,
  held: ({ row }) => [sheetOf(row)],
  stale: ({ rows }, { WorkItemId, RowVersion }) =>
    staleAmong(rows, (id) => (id === WorkItemId ? RowVersion : undefined)),
  decide: (found, user, sent) =>
    allOf(mayChooseRun(asWorkItem(found.row), runOf(found, sent), user, reasonOf(sent)), () => {
      const { gone } = followersIn(found, sent, user)
      return gone ? wentOut(gone) : yes
    }),
  run: async ({ tx, user, records: found, body: sent }) => {
    const { row, measured } = found
    const { EnteredById, ...origin } = measured
    const { Run, Result } = runOf(found, sent) ?? { Run: 1, Result: null }
    // judged by the interval of the instrument that measured it
    const asMeasured: ResultRow = { ...row, ...origin, Result }
    const judged = judge(asMeasured, Result)
    const ReasonId = reasonOf(sent)
    const { changes } = followersIn(found, sent, user)
    const chosen = {
      row: asMeasured,
      StatusId: workItemStatus.Entered,
      ReasonId,
      version: { judged, EnteredById, Run },
    }
    await writeChanges(tx, [chosen, ...changes])
    await refreshStatuses(tx, [row.SaleId])
    const after = { StatusId: workItemStatus.Entered, Result, Flag: judged.Flag, ReasonId }
    await auditResults(
      tx,
      user,
      [{ row, after }, ...auditedChanges(changes)],
      'choose run',
      [`Run ${Run}`, remarksOf(sent)].filter(Boolean).join(': '),
    )
    await notifyCritical(tx, user, [
      { row, judged },
      ...changes.flatMap(({ row: one, version }) => (version ? [{ row: one, judged: version.judged }] : [])),
    ])
    announceList('testresults')
    return { message: `${row.Element}: run ${Run} is used, ${Result ?? ''}` }
  },
})

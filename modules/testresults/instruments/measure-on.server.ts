// Moves results to another instrument of the lab: one, or all that it measures on a sheet. What is not measured yet is
// planned there; a value that was is of that instrument, and judged again by its interval.
import { integer, type DraftOf } from '../../../core/model.ts'
import { allOf } from '../../../core/refusal.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { bulkOf } from '../../../server/module.ts'
import { notFound } from '../../../server/refusal.ts'
import { labInstrumentScope } from '../../labinstruments/labinstruments.server.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { mayMeasureOn } from '../bench.rules.ts'
import type { InService, OutOfService } from '../beside.model.ts'
import { allOrNothing, counted, remarksOf, salesOf, sheetsOf } from '../entry/act.server.ts'
import { notifyCritical } from '../entry/notify-critical.server.ts'
import { belong, checkAbout } from '../entry/requested-items.server.ts'
import { auditResults, writeChanges, type Change } from '../entry/versions.server.ts'
import { asWorkItem, judge } from '../judging/entry.rules.ts'
import { find, signedBody, stale } from '../signing/signed.server.ts'
import type { ResultRow } from '../testresults.model.ts'

const body = {
  ...signedBody,
  WorkSheetId: integer('Worksheet'),
  SaleId: integer('Sale'),
  LabInstrumentId: integer('Instrument', { required: 'Instrument is required' }),
}
type Sent = DraftOf<typeof body>

const instrumentIn = (row: ResultRow, { LabInstrumentId }: Pick<Sent, 'LabInstrumentId'>): InService | undefined =>
  row.InService.find((one) => one.LabInstrumentId === LabInstrumentId)

const outIn = (row: ResultRow, { LabInstrumentId }: Pick<Sent, 'LabInstrumentId'>): OutOfService | undefined =>
  row.OutOfService.find((one) => one.LabInstrumentId === LabInstrumentId)

/** Plans the element there: a value that is typed later is of that instrument. */
const plan = (tx: Tx, rows: readonly ResultRow[], LabInstrumentId: number): Promise<number> =>
  tx.run(sql`
    update sample_elements placed
    set
      lab_instrument_id = ${LabInstrumentId}
    from
      work_items item
    where
      item.work_item_id = any (${rows.map((row) => row.WorkItemId)})
      and placed.sample_element_id = item.sample_element_id
  `)

/** What is not measured yet leaves the worksheet of the other instrument, for one of its own. */
const leaveSheets = (tx: Tx, rows: readonly ResultRow[], InstrumentId: number): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      row_version = item.row_version + 1,
      work_sheet_id = case
        when exists (
          select
            1
          from
            worksheets sheet
          where
            sheet.work_sheet_id = item.work_sheet_id
            and sheet.instrument_id <> ${InstrumentId}
        ) then null
        else item.work_sheet_id
      end
    where
      item.work_item_id = any (${rows.map((row) => row.WorkItemId)})
  `)

/** The measured value as one of the other instrument: its interval may be another, so that it is reviewed again. */
const asOf = (row: ResultRow, { LabInstrumentId, InstrumentId, Method }: InService, user: Caller): Change => {
  const there = { ...row, LabInstrumentId, InstrumentId, Method }
  return {
    row: there,
    StatusId: row.StatusId === workItemStatus.Reviewed ? workItemStatus.Entered : row.StatusId,
    version: { judged: judge(there, row.Result), EnteredById: row.EnteredById ?? user.UserId },
  }
}

/** One of a laboratory that the user does not work for does not exist. @throws 404 */
const isAtOwnLab = async (tx: Tx, user: Caller, { LabInstrumentId }: Sent): Promise<void> => {
  const found = await tx.maybe(sql`
    select
      1
    from
      lab_instruments owned
    where
      owned.lab_instrument_id = ${LabInstrumentId}
      and (${labInstrumentScope(user, 'owned')})
  `)
  if (!found) throw notFound('An instrument does not exist')
}

export const measureOn = bulkOf({
  name: 'measure on',
  permit: 'update',
  path: 'measureon/testresults',
  summary: 'Say on which instrument results are measured',
  body,
  records: async (tx, user, sent: Sent) => {
    await checkAbout(tx, user, sent)
    await isAtOwnLab(tx, user, sent)
    return find(tx, user, sent)
  },
  permitted: ({ picked }) => picked,
  held: ({ picked }) => sheetsOf(picked),
  stale: (found, sent: Sent) => stale(found, sent),
  decide: ({ picked }, user, sent) =>
    allOf(
      belong(picked, sent),
      allOrNothing(picked, (row) =>
        mayMeasureOn(
          asWorkItem(row),
          { there: instrumentIn(row, sent), out: outIn(row, sent), present: row.LabInstrumentId },
          user,
        ),
      ),
    ),
  run: async ({ tx, user, records: { picked }, body: sent }) => {
    const moved = picked.flatMap((row) => {
      const there = instrumentIn(row, sent)
      return there ? [{ row, there }] : []
    })
    const [first] = moved
    if (!first) return { message: 'No result is moved' }
    await plan(tx, picked, first.there.LabInstrumentId)
    const measured = moved.filter(({ row }) => row.Result !== null)
    const changes = measured.map(({ row, there }) => asOf(row, there, user))
    await writeChanges(tx, changes)
    await leaveSheets(
      tx,
      picked.filter((row) => row.Result === null),
      first.there.InstrumentId,
    )
    await auditResults(
      tx,
      user,
      moved.map(({ row, there }) => {
        const now = changes.find((change) => change.row.WorkItemId === row.WorkItemId)
        return {
          row,
          after: {
            Instrument: there.Name,
            ...(now?.version && { StatusId: now.StatusId, Flag: now.version.judged.Flag }),
          },
        }
      }),
      'measure on',
      remarksOf(sent),
    )
    await refreshStatuses(tx, salesOf(picked))
    await notifyCritical(
      tx,
      user,
      changes.flatMap(({ row, version }) => (version ? [{ row, judged: version.judged }] : [])),
    )
    announceList('testresults')
    return { message: `${counted(moved.length, 'result is', 'results are')} on ${first.there.Name}` }
  },
})

// Approves normal results of many patients at once; answers the others with their reasons.
import { boolean, integer, json, rows, text, type DraftOf } from '../../../core/model.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { announceList } from '../../../server/db/notify.ts'
import { mayByPermit } from '../../../server/door/permission.ts'
import { bulkOf } from '../../../server/module.ts'
import { invalid, notFound, refused } from '../../../server/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../../sales/status/status.server.ts'
import { openSales } from '../../openings/open.server.ts'
import { counted, salesOf, sheetsOf, sheetOf } from '../entry/act.server.ts'
import { benchScope, isOnBench, lockWork, signatoriesAt } from '../entry/bench.server.ts'
import { rowsOfSales } from '../entry/rows.server.ts'
import { auditResults } from '../entry/versions.server.ts'
import { isKeptApart } from '../sensitive/sensitive.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isOut } from '../work-item.rules.ts'
import { normalApproved } from './answers.model.ts'
import { linesOfItems, linesToApprove } from './found.server.ts'
import { asShown, isOpen, sortNormal, withoutHeld, type Shown, type Sorted } from './normal.rules.ts'

/** Lines of the work list that are taken at once. */
const mostSheets = 500
/** Lines of a part: some thousand results are read and written in a few seconds. */
const sheetsOfPart = 50
const sheetFields = {
  WorkSheetId: integer('Worksheet', { required: 'Worksheet is missing' }),
  SaleId: integer('Sale', { required: 'Sale is missing' }),
}
const body = {
  /** Writes no change; answers which results would be approved and which would be left. */
  Preview: boolean('Preview'),
  /** What a preview is about; what is approved where no results are named. */
  Sheets: rows('Sheets', sheetFields),
  /** Instead of lines: all of the work list, as its filterCriteria narrow it. */
  Filter: text('Filter', { maxLength: 2000 }),
  /** Of the work list: lines of later sales alone. A preview answers it where more lines wait. */
  After: integer('After'),
  /** What is approved: the results that a preview showed, in the shown versions. */
  WorkItemIds: json<number[]>('Work items'),
  RowVersions: json<number[]>('Versions'),
  /** Found with the lines: how many there are beyond those that are taken at once. */
  More: integer('More'),
  /** Found with the lines: results that are not on the bench of the user, or no longer. */
  Gone: json<number[]>('Gone'),
}

type Sheet = DraftOf<typeof sheetFields>
type Sent = DraftOf<typeof body>
/** A part, sorted; `gone` are lines not on the bench, or no longer on it: as if they had never existed. */
type Found = Sorted & {
  readonly gone: readonly Sheet[]
  readonly isThere: boolean
  /** Whether any of them waits for a signature. */
  readonly waits: boolean
  readonly preview: boolean
}

const isKey = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) > 0 && Number(value) < 2 ** 31
/** The results that the signatory was shown, by key and version. @throws 400 */
const shownIn = ({ WorkItemIds: ids, RowVersions: versions }: Sent): Shown => {
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every(isKey))
    throw invalid({ WorkItemIds: ['Ask with Preview first, then name the results that it showed'] })
  if (!Array.isArray(versions) || ids.length !== versions.length)
    throw invalid({ RowVersions: ['Give a version for each result'] })
  return new Map(ids.map((id, at) => [id, Number(versions[at])]))
}

const keyOf = (row: { WorkSheetId?: number | null; SaleId?: number | null }): string =>
  `${row.WorkSheetId ?? ''}/${row.SaleId}`

const find = async (tx: Tx, user: Caller, sent: Sent): Promise<Found> => {
  const { Sheets = [] } = sent
  const asked = new Set((Sheets ?? []).map(keyOf))
  const saleIds = [...new Set((Sheets ?? []).map((sheet) => Number(sheet.SaleId)))]
  const there = await tx.rows<{ WorkSheetId: number | null; SaleId: number }>(sql`
    select distinct
      work.work_sheet_id as "WorkSheetId",
      work.sale_id as "SaleId"
    from
      work_items work
    where
      work.sale_id = any (${saleIds})
      and (${benchScope(user)})
  `)
  const present = new Set(there.map(keyOf))
  const gone = (Sheets ?? []).filter((sheet) => !present.has(keyOf(sheet)))
  const onBench = [...new Set(there.map((sheet) => sheet.SaleId))]
  await lockWork(tx, onBench)
  const around = await rowsOfSales(tx, onBench)
  const named = around.filter((row) => isOnBench(user, row) && asked.has(keyOf(row)))
  const preview = sent.Preview === true
  const isWhole = preview || sent.WorkItemIds == null
  const shown = isWhole ? { taken: named, left: [] } : asShown(named, shownIn(sent))
  const signatories = await signatoriesAt(tx, user, named)
  const permitted = (row: ResultRow): boolean => mayByPermit(user, 'testresults', 'approve', row)
  const { taken, left } = sortNormal(shown.taken, around, { user, signatories, permitted })
  return {
    taken,
    left: [...left, ...shown.left],
    preview,
    gone,
    isThere: named.length > 0,
    waits: [...shown.taken, ...shown.left.map(({ row }) => row)].some(isOpen),
  }
}

/** Writes status and signature of all of them, in one statement. */
const writeApproved = (tx: Tx, ids: readonly number[], userId: number): Promise<number> =>
  tx.run(sql`
    with
      moved as (
        update work_items
        set
          status_id = ${literal(workItemStatus.Approved)},
          row_version = row_version + 1
        where
          work_item_id = any (${[...ids]})
        returning
          result_id
      )
    update results result
    set
      approved_by_id = ${userId},
      approved_at = now()
    from
      moved
    where
      result.result_id = moved.result_id
  `)

/** A result as a signatory identifies it: its patient, its element and its value. */
const toldOf = (row: ResultRow) => ({
  WorkItemId: row.WorkItemId,
  WorkSheetId: row.WorkSheetId,
  SaleId: row.SaleId,
  AccessionNo: row.Sale.AccessionNo,
  Patient: row.Patient,
  Element: row.Element,
  // an approval is not about a released one
  Result: isKeptApart(row) && isOut(row) ? null : row.Result,
  UnitOfMeasure: row.UnitOfMeasure,
})

/** A line or a result that is not on the work list of the user, or no longer. */
const goneOf = ({ WorkSheetId = null, SaleId = null, WorkItemId = null }: Sheet & { WorkItemId?: number | null }) => ({
  WorkItemId,
  WorkSheetId,
  SaleId,
  AccessionNo: null,
  Patient: null,
  Element: null,
  Result: null,
  UnitOfMeasure: null,
  Reason: 'It is no longer on your work list',
})

/**
 * The lines that are named; else of an approval those of the results that were shown, of a preview those of the work
 * list.
 */
const findLines = async (tx: Tx, user: Caller, sent: Sent): Promise<Sent> => {
  const isOfItems = sent.Preview !== true && (sent.WorkItemIds != null || sent.Sheets == null)
  if (isOfItems) return { ...sent, ...(await linesOfItems(tx, user, [...shownIn(sent).keys()])), More: 0 }
  if (sent.Sheets != null) {
    const lines = new Set(sent.Sheets.map(keyOf)).size
    if (lines === 0) throw invalid({ Sheets: ['Choose at least one sale'] })
    if (lines > mostSheets) throw invalid({ Sheets: [`No more than ${mostSheets} lines at once`] })
    return { ...sent, More: 0, Gone: [] }
  }
  const found = await linesToApprove(tx, user, sent, mostSheets)
  if (found.Sheets.length === 0) throw refused('No normal results are waiting for approval')
  return { ...sent, ...found, Gone: [] }
}

/** Some lines each; a sale is whole in one of them, since its calculated results are approved with their inputs. */
const partsOf = (sent: Sent): Sent[] => {
  const sheets = [
    ...new Map(
      (sent.Sheets ?? []).map(({ WorkSheetId, SaleId }) => {
        const sheet = { WorkSheetId, SaleId }
        return [keyOf(sheet), sheet] as const
      }),
    ).values(),
  ]
  const parts: Sheet[][] = []
  for (const ofSale of Map.groupBy(sheets, ({ SaleId }) => SaleId).values()) {
    const last = parts.at(-1)
    if (last && last.length + ofSale.length <= sheetsOfPart) last.push(...ofSale)
    else parts.push([...ofSale])
  }
  return parts.map((Sheets) => ({ ...sent, Sheets }))
}

/** A part's answer. */
type Part = {
  readonly IsThere: boolean
  readonly Waits: boolean
  /** The last sale of the part. */
  readonly LastSaleId: number
  readonly More: number
  readonly Preview: boolean
  readonly Taken: readonly object[]
  readonly Left: readonly object[]
  readonly Gone: readonly object[]
  /** Of the whole request. */
  readonly ItemsGone: readonly object[]
}
/** What all parts took, left and did not find. */
const join = (parts: readonly Part[], waiting: readonly Sent[]) => {
  const lines = waiting.reduce((sum, part) => sum + (part.Sheets?.length ?? 0), parts[0]?.More ?? 0)
  const taken = parts.flatMap(({ Taken }) => Taken)
  const left = parts.flatMap(({ Left }) => Left)
  const gone = parts.flatMap(({ Gone }) => Gone)
  const itemsGone = parts[0]?.ItemsGone ?? []
  if (parts.every(({ Waits }) => !Waits))
    throw parts.some(({ IsThere }) => IsThere)
      ? refused('There is nothing to approve: every result is signed already')
      : notFound('A sale does not exist')
  const preview = parts.some(({ Preview }) => Preview)
  return {
    message: [
      preview
        ? counted(taken.length, 'result would be approved', 'results would be approved')
        : counted(taken.length, 'result is approved', 'results are approved'),
      ...(left.length > 0 ? [counted(left.length, 'is left', 'are left')] : []),
      ...(gone.length > 0 ? [counted(gone.length, 'line is gone', 'lines are gone')] : []),
      ...(itemsGone.length > 0 ? [counted(itemsGone.length, 'result is gone', 'results are gone')] : []),
      ...(lines > 0 ? [`${counted(lines, 'line waits', 'lines wait')}: approve normal again`] : []),
    ].join('; '),
    Waiting: lines,
    After: lines > 0 ? Math.max(...parts.map(({ LastSaleId }) => LastSaleId)) : null,
    Approved: preview ? 0 : taken.length,
    Taken: taken,
    Left: [...left, ...gone, ...itemsGone],
  }
}

export const approveNormal = bulkOf({
  name: 'approve normal',
  permit: 'approve',
  ...normalApproved,
  summary: 'Approve normal results of many sales',
  body,
  records: find,
  permitted: ({ taken }) => taken,
  held: ({ taken }) => sheetsOf(taken),
  without: (found, byOthers) => withoutHeld(found, (row) => byOthers(sheetOf(row))),
  run: async ({ tx, user, records: { taken, left, gone, isThere, waits, preview }, body: sent }) => {
    if (taken.length > 0 && !preview) {
      await writeApproved(
        tx,
        taken.map((row) => row.WorkItemId),
        user.UserId,
      )
      await refreshStatuses(tx, salesOf(taken))
      await auditResults(
        tx,
        user,
        taken.map((row) => ({ row, after: { StatusId: workItemStatus.Approved } })),
        'approve',
        'Approved with all normal results',
      )
      announceList('testresults')
    }
    const apart = [...taken, ...left.map(({ row }) => row)].filter((row) => isKeptApart(row) && !isOut(row))
    await openSales(tx, user, { what: 'sheet', saleIds: salesOf(apart), isWork: true })
    return {
      message: counted(taken.length, 'result is taken', 'results are taken'),
      Preview: preview,
      LastSaleId: Math.max(...(sent.Sheets ?? []).map((sheet) => Number(sheet.SaleId))),
      More: sent.More ?? 0,
      IsThere: isThere,
      Waits: waits,
      Taken: taken.map((row) => ({ ...toldOf(row), RowVersion: row.RowVersion })),
      Left: left.map(({ row, reason }) => ({ ...toldOf(row), Reason: reason })),
      Gone: gone.map(goneOf),
      ItemsGone: (sent.Gone ?? []).map((WorkItemId) => goneOf({ WorkItemId })),
    }
  },
  parts: { found: findLines, of: partsOf, join },
})

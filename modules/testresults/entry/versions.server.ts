// Writes results: each value is a new version with its interval and flag frozen on it, and each change is recorded in
// the audit with before and after.
import { writeAudit, type Entry } from '../../../server/door/audit.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { Author } from '../../../server/caller.ts'
import { outdated } from '../../../server/refusal.ts'
import { columnsOf, rowsAs, takenFrom, type RowOf } from '../../../server/table/columns.ts'
import { asksWeeks } from '../../elements/draw.rules.ts'
import type { Judged } from '../judging/entry.rules.ts'
import { measuredOf, sourceOf } from '../judging/source.rules.ts'
import { whoOf } from '../judging/who.rules.ts'
import { printedNames, printedOf, type Printed } from '../../testreports/printed/printed.model.ts'
import { printedAsSent, printedColumns, printedIn } from '../../testreports/printed/printed.server.ts'
import type { ResultRow } from '../testresults.model.ts'

/** A value to store. Reason, remarks and what is printed beside it are those of an amendment. */
export type Version = Partial<Printed> & {
  row: ResultRow
  judged: Judged
  EnteredById: number
  /** An earlier run to use again; else the present run continues, or a repeat begins the next one. */
  Run?: number
  ReasonId?: number | null
  Remarks?: string | null
  /** A released value is withdrawn: nothing takes its place. */
  Withdraws?: boolean
  /** The patient or the draw was corrected: until it is signed, no report prints the value in force. */
  IsJudgedAnew?: boolean
}

/** The changes of a work item; a version makes its value the current one. Absent fields are not changed. */
export type Change = Partial<Printed> & {
  row: ResultRow
  StatusId: number
  ReasonId?: number | null
  Remarks?: string | null
  version?: Pick<Version, 'judged' | 'EnteredById' | 'Run'>
}

/** A hash over the released fields of the `result`; what may be missing is named, or a bound could change sides. */
export const resultHash: Sql = sql`
  sha256(
    convert_to(
      concat_ws(
        '|',
        result.result_id,
        result.work_item_id,
        result.version,
        'result ' || result.result,
        'unit ' || result.unit_of_measure,
        'flag ' || result.flag,
        'low ' || result.low_value,
        'high ' || result.high_value,
        'approved by ' || result.approved_by_id,
        'source ' || result.source,
        'instrument ' || result.lab_instrument_id,
        'method ' || result.method
      ),
      'utf8'
    )
  )
`

/** What a version stores of a value: its source, and interval and flag as judged. */
const versionColumns = {
  WorkItemId: 'int',
  Result: 'text',
  NumericValue: 'numeric',
  Comparator: 'text',
  Source: 'text',
  LabInstrumentId: 'int',
  NotCalculated: 'text',
  Method: 'text',
  UnitOfMeasure: 'text',
  Flag: 'text',
  IsDelta: 'boolean',
  ReviewNeeded: 'boolean',
  ElementMeasurementId: 'int',
  LowValue: 'numeric',
  HighValue: 'numeric',
  CriticallyLowValue: 'numeric',
  CriticallyHighValue: 'numeric',
  PrintableRange: 'text',
  PregnancyWeeks: 'int',
  EnteredById: 'int',
  ReasonId: 'int',
  Remarks: 'text',
  DefinedAt: 'timestamptz',
  IsWithdrawal: 'boolean',
  IsJudgedAnew: 'boolean',
} as const
/** Also the moment of measurement, where that is not the moment of storing, and the run of an earlier value. */
const sentColumns = { ...versionColumns, Printed: 'jsonb', MeasuredAt: 'timestamptz', Run: 'int' } as const

const sourceColumns = (row: ResultRow, judged: Judged) => {
  const measured = measuredOf(judged.Result)
  const { Source, LabInstrumentId, MeasuredAt } = sourceOf(row, judged)
  return {
    NumericValue: measured.number,
    Comparator: measured.comparator,
    Source,
    // a withdrawn value has no place of measurement
    LabInstrumentId: judged.Result === null ? null : LabInstrumentId,
    MeasuredAt,
  }
}

/** The week by which a value is judged; one that is kept is judged by the range it was. */
const weekOf = (row: ResultRow, { Range }: Judged): number | null => {
  const key = Range?.ElementMeasurementId ?? null
  const range = row.Measurements.find((one) => one.ElementMeasurementId === key)
  return key !== null && range && asksWeeks(range) ? (whoOf(row).weeks ?? null) : null
}

const versionOf = ({ row, judged, ...rest }: Version): RowOf<typeof sentColumns> => ({
  WorkItemId: row.WorkItemId,
  Result: judged.Result,
  ...sourceColumns(row, judged),
  NotCalculated: judged.NotCalculated,
  Method: judged.Result === null ? null : row.Method,
  UnitOfMeasure: row.UnitOfMeasure,
  Flag: judged.Flag,
  IsDelta: judged.IsDelta,
  ReviewNeeded: judged.ReviewNeeded,
  ElementMeasurementId: judged.Range?.ElementMeasurementId ?? null,
  LowValue: judged.Range?.LowValue ?? null,
  HighValue: judged.Range?.HighValue ?? null,
  CriticallyLowValue: judged.Range?.CriticallyLowValue ?? null,
  CriticallyHighValue: judged.Range?.CriticallyHighValue ?? null,
  PrintableRange: judged.Range?.PrintableRange ?? null,
  PregnancyWeeks: weekOf(row, judged),
  EnteredById: rest.EnteredById,
  ReasonId: rest.ReasonId ?? null,
  Remarks: rest.Remarks ?? null,
  Printed: printedOf(rest),
  // a withdrawn value takes the present definition when it is entered again
  DefinedAt: judged.Result === null && judged.NotCalculated === null ? null : row.DefinedAt,
  Run: rest.Run ?? null,
  IsWithdrawal: rest.Withdraws ?? false,
  IsJudgedAnew: rest.IsJudgedAnew ?? false,
})

/**
 * Writes the next version of each work item, in one statement; the value after a repeat begins the next run. Answers
 * WorkItemId -> result key.
 */
export const addVersions = async (tx: Tx, versions: readonly Version[]): Promise<ReadonlyMap<number, number>> => {
  if (versions.length === 0) return new Map()
  const rows = await tx.rows<{ WorkItemId: number; ResultId: number }>(sql`
    insert into
      results (version, run, measured_at, ${columnsOf(versionColumns)}, ${printedColumns})
    select
      coalesce(last.version, 0) + 1,
      coalesce(
        sent.run,
        case
          when last.is_repeated
          and item.result_id is null then last.latest_run + 1
          else last.run
        end,
        1
      ),
      case
        when sent.result is not null then coalesce(sent.measured_at, now())
      end,
      ${columnsOf(versionColumns, 'sent')},
      ${printedIn('sent')}
    from
      ${rowsAs('sent', sentColumns, versions.map(versionOf))}
      join work_items item on item.work_item_id = sent.work_item_id
      left join lateral (
        select
          result.version,
          result.run,
          -- an earlier run may be used again
          max(result.run) over () as latest_run,
          result.reason_id is not null as is_repeated
        from
          results result
        where
          result.work_item_id = sent.work_item_id
        order by
          result.version desc
        limit
          1
      ) last on true
      -- numbered by work item, whatever the query plan
    order by
      sent.work_item_id
    returning
      work_item_id,
      result_id
  `)
  return new Map(rows.map((row) => [row.WorkItemId, row.ResultId]))
}

const kept = <T>(asked: T | undefined, stored: T): T => (asked === undefined ? stored : asked)

/** Columns of a work item that a change writes as they were sent. */
const stateColumns = { StatusId: 'int', ReasonId: 'int', Remarks: 'text' } as const
/** Those columns, with the item's key, what is printed, its new result and the version that was seen. */
const itemColumns = {
  WorkItemId: 'int',
  ...stateColumns,
  Printed: 'jsonb',
  ResultId: 'int',
  RowVersion: 'int',
} as const

/** Writes versions and work items, in two statements whatever the number. */
export const writeChanges = async (tx: Tx, changes: readonly Change[]): Promise<void> => {
  if (changes.length === 0) return
  const results = await addVersions(
    tx,
    changes.flatMap(({ row, version }): Version[] => (version ? [{ row, ...version }] : [])),
  )
  const items = changes.map(({ row, StatusId, ReasonId, Remarks, ...rest }) => ({
    WorkItemId: row.WorkItemId,
    StatusId,
    ReasonId: kept(ReasonId, row.ReasonId),
    Remarks: kept(Remarks, row.Remarks),
    Printed: { ...printedOf(row), ...printedOf(rest) },
    ResultId: results.get(row.WorkItemId) ?? null,
    RowVersion: row.RowVersion,
  }))
  const written = await tx.run(sql`
    update work_items item
    set
      ${takenFrom(stateColumns, 'sent')},
      ${printedAsSent('sent')},
      result_id = coalesce(sent.result_id, item.result_id),
      row_version = item.row_version + 1
    from
      ${rowsAs('sent', itemColumns, items)}
    where
      item.work_item_id = sent.work_item_id
      and item.row_version = sent.row_version
  `)
  if (written !== changes.length)
    throw outdated('Somebody else changed these results meanwhile. Your values are still on this screen.')
}

/** The audited fields of a result: value and status always, the rest where it changed. */
export type Audited = Partial<
  Printed & Pick<ResultRow, 'Result' | 'StatusId' | 'Flag' | 'ReasonId' | 'Remarks' | 'Patient' | 'Instrument'>
>
const audited = ['Flag', 'ReasonId', 'Remarks', ...printedNames, 'Patient', 'Instrument'] as const

const beforeAndAfter = (row: ResultRow, after: Audited): [Audited, Audited] => {
  const changed = audited.filter((name) => after[name] !== undefined && after[name] !== row[name])
  const pick = (of: Audited): Audited => Object.fromEntries(changed.map((name) => [name, of[name] ?? null]))
  return [
    { Result: row.Result, StatusId: row.StatusId, ...pick(row) },
    {
      Result: after.Result === undefined ? row.Result : after.Result,
      StatusId: after.StatusId ?? row.StatusId,
      ...pick(after),
    },
  ]
}

type AuditedChange = { readonly row: ResultRow; readonly after: Audited }
/** Writes one entry in the history of each sale: Element -> [before, after]. */
export const entriesOf = (changes: readonly AuditedChange[], action: string, remarks: string | null = null): Entry[] =>
  [...Map.groupBy(changes, ({ row }) => row.SaleId)].map(([saleId, group]) => ({
    module: 'testresults',
    formId: saleId,
    action,
    remarks,
    changes: Object.fromEntries(
      group.map(({ row, after }, index) => {
        // an element at two labs: each has its own line
        const isTwice = group.findIndex((one) => one.row.Element === row.Element) !== index
        return [isTwice ? `${row.Element} (${row.WorkItemId})` : row.Element, beforeAndAfter(row, after)]
      }),
    ),
  }))
export const auditResults = async (
  tx: Tx,
  user: Author,
  changes: readonly AuditedChange[],
  action: string,
  remarks: string | null = null,
): Promise<void> => {
  const entries = entriesOf(changes, action, remarks)
  if (entries.length > 0) await writeAudit(tx, user, ...entries)
}

/** The written changes, for the audit. */
export const auditedChanges = (changes: readonly Change[]): { row: ResultRow; after: Audited }[] =>
  changes.map(({ row, version, StatusId, ReasonId, Remarks, ...rest }) => ({
    row,
    after: {
      StatusId,
      ...(version ? { Result: version.judged.Result, Flag: version.judged.Flag } : {}),
      ...(ReasonId === undefined ? {} : { ReasonId }),
      ...(Remarks === undefined ? {} : { Remarks }),
      ...printedOf(rest),
    },
  }))

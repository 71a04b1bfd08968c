// The rows of a sheet on the screen: their groups and order, which can be typed into, where typing begins, and what a
// formula waits for.
import { resultType } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import type { Judged } from './entry.rules.ts'

/** Rows by test, in the order they came. */
export const groupsOf = (rows: readonly ResultRow[]): readonly (readonly ResultRow[])[] => [
  ...Map.groupBy(rows, (row) => `${row.TestId}/${row.Barcode}`).values(),
]
export const orderOf = (rows: readonly ResultRow[]): readonly ResultRow[] => groupsOf(rows).flat()

/** Types whose result is a text of many lines, entered below its row. */
export const isLong = (row: ResultRow): boolean =>
  row.resultTypeId === resultType.Narrative || row.resultTypeId === resultType.Culture
/** Whether its result can be typed now. */
export const isEnterable = (row: ResultRow): boolean => !row.Formula && row.Actions.update === true
/** The values its result is picked from; none where it is typed. */
export const choicesOf = (row: ResultRow): readonly string[] =>
  row.resultTypeId === resultType.PossibleValues && row.PossibleValues
    ? row.PossibleValues.split('|')
        .map((one) => one.trim())
        .filter(Boolean)
    : []

/** Where typing begins: the first empty row, else the reader's row, else the first enterable one. */
export const startOf = (rows: readonly ResultRow[], at: number | undefined): number | undefined => {
  const typable = orderOf(rows).filter(isEnterable)
  const start = typable.find((row) => row.Result === null) ?? typable.find((row) => row.WorkItemId === at) ?? typable[0]
  return start?.WorkItemId
}

/**
 * Why a row has no result yet: its missing inputs, or the paper of the outside lab that measured it. One that is judged
 * again has a value in force that no report prints.
 */
export const waitingText = (
  row: ResultRow,
  rows: readonly ResultRow[],
  judged: ReadonlyMap<number, Judged>,
): string => {
  if (row.Amendment?.IsJudgedAnew) return 'Judged again: to follow on an amended report'
  const now = judged.get(row.WorkItemId)
  if (now?.Result) return ''
  if (!row.Formula)
    return row.OutsideLab && row.KeeperId && !row.HasPaper ? `Add the report of ${row.OutsideLab} as a document` : ''
  if (now?.NotCalculated) return `Not calculated: ${now.NotCalculated}`
  const missing = rows.filter(
    (one) => row.Formula?.includes(`{${one.ElementId}}`) && !judged.get(one.WorkItemId)?.Result,
  )
  return missing.length > 0
    ? `Waits for ${missing.map((one) => one.Element).join(', ')}`
    : 'Waits for another worksheet'
}

// What was typed on the result screen beside what is saved: what is judged, what is sent, what is still missing.
import { typed } from './entry.rules.ts'
import { reasonNeeded } from './testresults.rules.ts'
import type { ResultRow, ResultSent } from './testresults.model.ts'

/** What was changed in one row; a field that is absent is as it was. */
export type Change = {
  readonly Result?: string | null
  readonly Remarks?: string | null
  readonly Comments?: string | null
  readonly StatusId?: number
  readonly ReasonId?: number | null
}
export type Changes = ReadonlyMap<number, Change>

const same = (a: string | number | null | undefined, b: string | number | null | undefined): boolean => (a ?? '') === (b ?? '')

/** Rows sent: only those that differ, of them only the fields that differ. */
export const changedItems = (rows: readonly ResultRow[], changes: Changes): ResultSent[] =>
  rows.flatMap((row) => {
    const change = changes.get(row.WorkItemId)
    if (!change) return []
    const fields = Object.entries(change)
      .map(([name, value]) => [name, name === 'Result' ? typed(row, value as string | null) : value === '' ? null : value] as const)
      .filter(([name, value]) => !same(value, row[name as keyof Change]))
    return fields.length === 0 ? [] : [{ WorkItemId: row.WorkItemId, RowVersion: row.RowVersion, ...Object.fromEntries(fields) }]
  })

/** Results for the judgement at the keystroke: what a half-typed text would become. */
export const enteredOf = (rows: readonly ResultRow[], changes: Changes): ReadonlyMap<number, string | null> => {
  const entered = new Map<number, string | null>()
  for (const row of rows) {
    const text = changes.get(row.WorkItemId)?.Result
    if (text !== undefined && !row.Formula) entered.set(row.WorkItemId, typed(row, text))
  }
  return entered
}

/** Rows whose status asks for a reason that is not given: WorkItemId -> text. */
export const missingReasons = (rows: readonly ResultRow[], changes: Changes): ReadonlyMap<number, string> => {
  const missing = new Map<number, string>()
  for (const row of rows) {
    const change = changes.get(row.WorkItemId)
    if (change?.StatusId === undefined || change.StatusId === row.StatusId || !reasonNeeded.includes(change.StatusId)) continue
    const reason = change.ReasonId === undefined ? row.ReasonId : change.ReasonId
    if (!reason) missing.set(row.WorkItemId, 'Reason is required')
  }
  return missing
}

/** The rows one way or the other from a row; stays at the ends. */
export const nextOf = (ids: readonly number[], id: number, step: 1 | -1): number | undefined => {
  const at = ids.indexOf(id)
  return at < 0 ? ids[0] : ids[at + step]
}

// What a set of typed results becomes: normalised, flagged, formulas calculated; the same while typing and when saving.
import { calculateFormulas } from './formulas.rules.ts'
import { chooseRange, flagOf, type Flag, type Measurement } from './ranges.rules.ts'
import { deltaCheck, normaliseResult, type WorkItem } from './testresults.rules.ts'
import type { ResultRow } from './testresults.model.ts'

export type Judged = {
  Result: string | null
  NotCalculated: string | null
  Flag: Flag | null
  Range: Measurement | null
  IsDelta: boolean
  NoRange: boolean
}

const sexOf: Readonly<Record<number, string>> = { 1: 'M', 2: 'F', 3: 'O', 4: 'U' }

/** One result against the interval of the person. */
export const judge = (row: ResultRow, Result: string | null, NotCalculated: string | null = null): Judged => {
  const range = chooseRange(row.Measurements, {
    instrumentId: row.InstrumentId,
    genderId: row.GenderId,
    ageYears: row.PatientAge,
    ageDays: row.AgeDays,
  })
  const flagged = flagOf(Result, range, {
    ResultTypeId: row.resultTypeId,
    DecimalPlaces: row.DecimalPlaces,
    AbnormalValues: row.AbnormalValues === null ? null : row.AbnormalValues.split('|'),
  })
  const IsDelta =
    row.PreviousDate !== null &&
    deltaCheck({ Result: row.PreviousResult, Date: row.PreviousDate }, { Result, Date: row.Sale.CollectionDate }, row.DeltaCheck)
  const numeric = [30, 32, 34].includes(row.resultTypeId)
  return {
    Result,
    NotCalculated,
    Flag: flagged.Flag,
    Range: range,
    IsDelta,
    NoRange: Result !== null && Result !== '' && numeric && range === null,
  }
}

/** What a typed text becomes for this row; a text that is no number goes back to the old value (result type 30). */
export const typed = (row: ResultRow, text: string | null): string | null =>
  normaliseResult(row.resultTypeId, text, row.Result, row.PossibleValues)

/** An input that is not performed never comes: the formula waits for nothing and is not calculated. */
const neverComes = (reason: string, rows: readonly ResultRow[]): boolean =>
  reason.startsWith('Waits for') && rows.some((row) => row.StatusId === 157 && reason.includes(row.Element))

/**
 * All rows of one sale with the entered results (WorkItemId -> text) put in: entered and calculated rows judged anew. Formulas that wait for an input
 * have no result and no reason that is kept; those that cannot be calculated keep their reason.
 */
export const judgeSale = (rows: readonly ResultRow[], entered: ReadonlyMap<number, string | null>): ReadonlyMap<number, Judged> => {
  const results = rows.map((row) => ({ row, Result: entered.has(row.WorkItemId) ? (entered.get(row.WorkItemId) ?? null) : row.Result }))
  const first = rows[0]
  const answers = calculateFormulas(
    results.map(({ row, Result }) => ({
      ElementId: row.ElementId,
      Element: row.Element,
      Result: row.Formula ? null : Result,
      Formula: row.Formula,
      DecimalPlaces: row.DecimalPlaces,
    })),
    { ageYears: first?.PatientAge ?? null, sex: sexOf[first?.GenderId ?? 4] ?? 'U' },
  )
  const judged = new Map<number, Judged>()
  for (const { row, Result } of results) {
    if (!row.Formula) judged.set(row.WorkItemId, judge(row, Result))
    else {
      const answer = answers.get(row.ElementId)
      if (answer && 'Result' in answer) judged.set(row.WorkItemId, judge(row, answer.Result))
      else {
        const reason = answer && 'Reason' in answer ? answer.Reason : 'Not calculated'
        const waits = reason.startsWith('Waits for') && !neverComes(reason, rows)
        judged.set(row.WorkItemId, { ...judge(row, null, waits ? null : reason), Result: null })
      }
    }
  }
  return judged
}

/** A row as the decisions see it. */
export const asWorkItem = (row: ResultRow): WorkItem => ({
  WorkItemId: row.WorkItemId,
  Element: row.Element,
  StatusId: row.StatusId,
  Result: row.Result,
  Flag: row.Flag,
  Formula: row.Formula,
  NotCalculated: row.NotCalculated !== null,
  ReviewRequired: row.ReviewRequired,
  IsDelta: row.IsDelta,
  NoRange: row.NoRange,
  EnteredById: row.EnteredById,
  CriticalCalled: row.CriticalCall !== null,
  PrintOnReport: row.PrintOnReport,
})

/** The same after a value was entered or followed from one: nobody has called, reviewed or approved that value yet. */
export const asEntered = (row: ResultRow, judged: Judged, StatusId: number, user: { readonly UserId: number }): WorkItem => ({
  ...asWorkItem(row),
  StatusId,
  Result: judged.Result,
  Flag: judged.Flag,
  NotCalculated: judged.NotCalculated !== null,
  IsDelta: judged.IsDelta,
  NoRange: judged.NoRange,
  EnteredById: user.UserId,
  CriticalCalled: false,
})

// The effect of a corrected birth date or gender on results: which judgements depend on it.
import { ageAt } from '../../../core/dates.ts'
import { hoursAt } from '../../clients/hours-of-life.rules.ts'
import { judgeSale, type Judged } from './entry.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isOut } from '../work-item.rules.ts'
import { waitingOf } from './follow.rules.ts'

/** Birth date yyyy-mm-dd, birth time hh:mm, gender of list 1. */
export type Person = {
  readonly BirthDate: string | null
  readonly BirthTime: string | null
  readonly GenderId: number | null
}

/** The row for another person: age on the day of its tube. */
export const asPerson = (row: ResultRow, { BirthDate, BirthTime, GenderId }: Person): ResultRow => {
  const age = row.CollectionDate === null ? null : ageAt(BirthDate, row.CollectionDate)
  const AgeHours = row.CollectionDate === null ? null : hoursAt(BirthDate, BirthTime, row.CollectionDate)
  const ages = { PatientAge: age?.years ?? null, AgeDays: age?.days ?? null, AgeHours }
  return { ...row, BirthDate, BirthTime, GenderId, ...ages }
}

// the flag is a function of result and interval, or of what holds while the interval is not known
export const isJudgedSame = (a: Judged | undefined, b: Judged | undefined): boolean =>
  a?.Result === b?.Result &&
  a?.NotCalculated === b?.NotCalculated &&
  a?.Flag === b?.Flag &&
  a?.Range?.ElementMeasurementId === b?.Range?.ElementMeasurementId

/**
 * Released results and waiting amendments of one sale that would be judged differently for the person as corrected
 * (`rows`) than for the person as before. Both use the intervals of today: an interval that changed since has no part
 * in it.
 */
export const judgedOtherwise = (rows: readonly ResultRow[], before: Person): readonly ResultRow[] => {
  const old = rows.map((row) => asPerson(row, before))
  const differs = (entered: ReadonlyMap<number, string | null>): ((row: ResultRow) => boolean) => {
    const [was, is] = [judgeSale(old, entered), judgeSale(rows, entered)]
    return (row) => !isJudgedSame(was.get(row.WorkItemId), is.get(row.WorkItemId))
  }
  const [counting, waiting] = [differs(new Map()), differs(waitingOf(rows))]
  return rows.filter((row) => isOut(row) && (counting(row) || (row.Amendment !== null && waiting(row))))
}

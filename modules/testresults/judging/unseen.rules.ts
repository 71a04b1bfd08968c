// What about a result asks for somebody to look at it, whatever its value is; what may be signed without is the rest.
import { allOf, must, reasonOf, type Decision } from '../../../core/refusal.ts'
import { isCriticalFlag } from '../../elements/interval.rules.ts'
import { gender, workItemStatus } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isComparable } from './delta.rules.ts'
import { originsOf } from './entry.rules.ts'

type Unseen = Pick<
  ResultRow,
  | 'Element'
  | 'Result'
  | 'Formula'
  | 'Measurements'
  | 'InstrumentId'
  | 'GenderId'
  | 'PatientAge'
  | 'AgeDays'
  | 'PreviousResult'
  | 'PreviousDate'
  | 'DeltaCheck'
  | 'Comments'
  | 'Remarks'
  | 'ReasonId'
  | 'Runs'
  | 'Source'
  | 'KeeperId'
> & { readonly Sale: Pick<ResultRow['Sale'], 'CollectionDate'> }

const isWhole = ({ MinAge, MaxAge, MinAgeDays, MaxAgeDays }: ResultRow['Measurements'][number]): boolean =>
  (MinAge ?? 0) <= 0 && (MaxAge ?? Infinity) >= 120 && MinAgeDays == null && MaxAgeDays == null

/** Sex and age are known wherever the interval, or what is calculated, depends on them. */
const isKnown = (row: Unseen): boolean => {
  const candidates = row.Measurements.filter(
    (one) => one.InstrumentId === null || one.InstrumentId === row.InstrumentId,
  )
  const asksSex = candidates.some((one) => one.GenderId !== null) || /\bSEX\b/i.test(row.Formula ?? '')
  const asksAge = candidates.some((one) => !isWhole(one)) || /\bAGE\b/i.test(row.Formula ?? '')
  return (
    (!asksSex || row.GenderId === gender.Male || row.GenderId === gender.Female) &&
    (!asksAge || (row.PatientAge !== null && row.AgeDays !== null))
  )
}

/** Nothing stands beside the value that only a person can weigh. */
export const mayGoUnseen = (row: Unseen): Decision =>
  allOf(
    must(row.KeeperId === null && row.Source !== 'outside lab', `${row.Element}: measured by an outside laboratory`),
    must(row.Runs.length <= 1, `${row.Element}: it was repeated`),
    must(!row.Comments && !row.Remarks && row.ReasonId === null, `${row.Element}: something is noted beside it`),
    must(isKnown(row), `${row.Element}: its interval depends on age or sex, which is not known`),
    must(
      row.PreviousDate === null ||
        isComparable(
          { Result: row.PreviousResult, Date: row.PreviousDate },
          { Result: row.Result, Date: row.Sale.CollectionDate },
          row.DeltaCheck,
        ),
      `${row.Element}: the earlier result cannot be compared with it`,
    ),
  )

/** What was measured is signed with its value, or is signed in the same act. */
const signedValue: readonly number[] = [workItemStatus.Approved, workItemStatus.Released, workItemStatus.Amended]

/**
 * What is calculated goes unseen only where nobody has to look at what it is calculated from: all of it is signed, or
 * among those that are signed `together` with it; a critical value is looked at also after the call.
 */
export const mayFollowUnseen = (row: ResultRow, rows: readonly ResultRow[], together: ReadonlySet<number>): Decision =>
  allOf(
    ...originsOf(row, rows).map((one) => () => {
      const reason = reasonOf(
        allOf(
          must(!isCriticalFlag(one.Flag), `${one.Element}: critical value`),
          mayGoUnseen(one),
          must(
            signedValue.includes(one.StatusId) || together.has(one.WorkItemId),
            `${one.Element}: it is not approved`,
          ),
        ),
      )
      return must(reason === undefined, `${row.Element}: look at what it is calculated from; ${reason}`)
    }),
  )

/** A rule takes the first value that is typed on what was pending, or what is calculated from such values. */
export const isFirstValue = (
  { Element }: Pick<ResultRow, 'Element'>,
  before: { readonly StatusId: number; readonly hadValue: boolean },
): Decision =>
  allOf(
    must(before.StatusId === workItemStatus.Pending, `${Element}: it was not in status Pending before`),
    must(!before.hadValue, `${Element}: another value was entered before`),
  )

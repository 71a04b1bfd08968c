// Why a result needs review by a person, whatever its value; the others may be signed without.
import { allOf, must, reasonOf, type Decision } from '../../../core/refusal.ts'
import { isCriticalFlag } from '../../elements/interval.rules.ts'
import { gender, workItemStatus } from '../../lists/items.model.ts'
import { printedText, type Printed } from '../../testreports/printed/printed.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { isComparable, isComparedBeside } from './delta.rules.ts'
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
  | 'AgeHours'
  | 'PreviousResult'
  | 'PreviousDate'
  | 'DeltaCheck'
  | 'UnitOfMeasure'
  | 'CollectionDate'
  | 'Neighbours'
  | keyof Printed
  | 'Remarks'
  | 'ReasonId'
  | 'Runs'
  | 'Source'
  | 'KeeperId'
> & { readonly Sale: Pick<ResultRow['Sale'], 'CollectionDate'> }

type Range = ResultRow['Measurements'][number]
const isByHours = ({ MinAgeHours, MaxAgeHours }: Range): boolean => MinAgeHours != null || MaxAgeHours != null
const isWhole = ({ MinAge, MaxAge, MinAgeDays, MaxAgeDays }: Range): boolean =>
  (MinAge ?? 0) <= 0 && (MaxAge ?? Infinity) >= 120 && MinAgeDays == null && MaxAgeDays == null
/** The last day of life on which a range by hours may hold. */
const lastDay = ({ MaxAgeHours }: Range): number => Math.ceil((MaxAgeHours ?? 720) / 24)

/** Sex and age are known where the interval, or the formula, depends on them. */
const isKnown = (row: Unseen): boolean => {
  const candidates = row.Measurements.filter(
    (one) => one.InstrumentId === null || one.InstrumentId === row.InstrumentId,
  )
  const asksSex = candidates.some((one) => one.GenderId !== null) || /\bSEX\b/i.test(row.Formula ?? '')
  const asksAge = candidates.some((one) => !isWhole(one)) || /\bAGE\b/i.test(row.Formula ?? '')
  return (
    (!asksSex || row.GenderId === gender.Male || row.GenderId === gender.Female) &&
    (!asksAge || (row.PatientAge !== null && row.AgeDays !== null)) &&
    (row.AgeHours !== null || !candidates.some((one) => isByHours(one) && (row.AgeDays ?? 0) <= lastDay(one)))
  )
}

/** Nothing but the value has to be judged: no outside source, repeat, note, or incomparable earlier result. */
export const mayGoUnseen = (row: Unseen): Decision =>
  allOf(
    must(row.KeeperId === null && row.Source !== 'outside lab', `${row.Element}: measured by an outside laboratory`),
    must(row.Runs.length <= 1, `${row.Element}: it was repeated`),
    must(
      printedText(row).length === 0 && !row.Remarks && row.ReasonId === null,
      `${row.Element}: it has remarks, comments or a reason`,
    ),
    must(isKnown(row), `${row.Element}: its interval depends on age or sex, which is not known`),
    must(
      row.PreviousDate === null ||
        isComparable(
          { Result: row.PreviousResult, Date: row.PreviousDate },
          { Result: row.Result, Date: row.CollectionDate ?? row.Sale.CollectionDate },
          row.DeltaCheck,
        ),
      `${row.Element}: the earlier result cannot be compared with it`,
    ),
    must(isComparedBeside(row, row.Result), `${row.Element}: another value of the patient cannot be compared with it`),
  )

/** Statuses of a result whose present value is signed. */
const signedValue: readonly number[] = [workItemStatus.Approved, workItemStatus.Released, workItemStatus.Amended]

/**
 * A calculated result needs no review only where none of its inputs does: all are signed, or signed `together` with it.
 * A critical input is reviewed even after its call.
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
      return must(reason === undefined, `${row.Element}: review its inputs; ${reason}`)
    }),
  )

/** A rule takes the first value typed into a pending result, or one calculated from such values. */
export const isFirstValue = (
  { Element }: Pick<ResultRow, 'Element'>,
  before: { readonly StatusId: number; readonly hadValue: boolean },
): Decision =>
  allOf(
    must(before.StatusId === workItemStatus.Pending, `${Element}: it was not in status Pending before`),
    must(!before.hadValue, `${Element}: another value was entered before`),
  )

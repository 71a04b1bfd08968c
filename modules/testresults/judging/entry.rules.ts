// What typed results become: flagged, formulas calculated; the same while typing and when saving.
import { calculateFormulas, inputsOf, isWaiting, nearestInput } from './formulas.rules.ts'
import { chooseRange, flagOf, meanwhile, valuesIn, type Flag, type Measurement } from '../../elements/ranges.rules.ts'
import { deltaCheck, differing } from './delta.rules.ts'
import { isOfInstrument } from './tube.rules.ts'
import { whoOf } from './who.rules.ts'
import { isOut, signed, type WorkItem } from '../work-item.rules.ts'
import type { Amendment } from '../beside.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import { boundedTypes, genders, saleStatus, workItemStatus } from '../../lists/items.model.ts'
import { itemOf } from '../../../core/items.ts'

export type Judged = {
  Result: string | null
  NotCalculated: string | null
  Flag: Flag | null
  Range: Measurement | null
  IsDelta: boolean
  NoRange: boolean
  /** Its limits did not judge it fully; a person reviews it. */
  ReviewNeeded: boolean
}

/** A result without value, interval and flag. */
export const noValue: Judged = {
  Result: null,
  NotCalculated: null,
  Flag: null,
  Range: null,
  IsDelta: false,
  NoRange: false,
  ReviewNeeded: false,
}

/** One result, judged by the interval of the person. */
export const judge = (row: ResultRow, Result: string | null, NotCalculated: string | null = null): Judged => {
  const who = whoOf(row)
  const chosen = chooseRange(row.Measurements, who)
  const range = chosen ?? meanwhile(row.Measurements, who)
  const flagged = flagOf(Result, range, {
    ResultTypeId: row.resultTypeId,
    DecimalPlaces: row.DecimalPlaces,
    AbnormalValues: valuesIn(row.AbnormalValues),
    CriticalValues: valuesIn(row.CriticalValues),
  })
  const IsDelta =
    differing(row, Result).length > 0 ||
    (row.PreviousDate !== null &&
      deltaCheck(
        { Result: row.PreviousResult, Date: row.PreviousDate },
        { Result, Date: row.CollectionDate ?? row.Sale.CollectionDate },
        row.DeltaCheck,
      ))
  const numeric = boundedTypes.includes(row.resultTypeId)
  return {
    Result,
    NotCalculated,
    Flag: flagged.Flag,
    Range: range,
    IsDelta,
    NoRange: Result !== null && Result !== '' && numeric && chosen === null,
    ReviewNeeded: flagged.ReviewNeeded,
  }
}

/**
 * Judges all rows of one sale with the entered results (WorkItemId -> text): entered and calculated ones. Formulas that
 * wait for an input have no result and no stored reason; those that cannot be calculated have their reason.
 */
export const judgeSale = (
  rows: readonly ResultRow[],
  entered: ReadonlyMap<number, string | null>,
): ReadonlyMap<number, Judged> => {
  const results = rows.map((row) => ({
    row,
    Result: entered.has(row.WorkItemId) ? (entered.get(row.WorkItemId) ?? null) : row.Result,
  }))
  const first = rows[0]
  const answers = calculateFormulas(
    results.map(({ row, Result }) => ({
      ...row,
      ageYears: row.PatientAge,
      Result: row.Formula ? null : Result,
    })),
    {
      ageYears: first?.PatientAge ?? null,
      sex: (itemOf(genders, first?.GenderId) ?? genders.items.Unknown).code ?? null,
    },
  )
  const judged = new Map<number, Judged>()
  for (const { row, Result } of results) {
    if (!row.Formula) judged.set(row.WorkItemId, judge(row, Result))
    else {
      const answer = answers.get(row.WorkItemId)
      if (answer && 'Result' in answer) judged.set(row.WorkItemId, judge(row, answer.Result))
      else {
        const reason = answer && 'Reason' in answer ? answer.Reason : 'Not calculated'
        judged.set(row.WorkItemId, { ...judge(row, null, isWaiting(reason) ? null : reason), Result: null })
      }
    }
  }
  return judged
}

/** A result as it was judged when it was stored: flag and interval are frozen on it. */
export const asJudged = (row: ResultRow): Judged => ({
  Result: row.Result,
  NotCalculated: row.NotCalculated,
  Flag: row.Flag,
  Range:
    row.ElementMeasurementId === null
      ? null
      : {
          ElementMeasurementId: row.ElementMeasurementId,
          InstrumentId: null,
          GenderId: null,
          MinAge: null,
          MaxAge: null,
          LowValue: row.LowValue,
          HighValue: row.HighValue,
          CriticallyLowValue: row.CriticallyLowValue,
          CriticallyHighValue: row.CriticallyHighValue,
          PrintableRange: row.PrintableRange,
          PossibleValues: null,
        },
  IsDelta: row.IsDelta,
  NoRange: row.NoRange,
  ReviewNeeded: row.ReviewNeeded,
})

/** Texts of results and comments; an empty one is none. */
export const same = (a: string | null | undefined, b: string | null | undefined): boolean => (a ?? '') === (b ?? '')
type Value = Pick<Judged, 'Result' | 'NotCalculated'>
export const sameValue = (a: Value, b: Value): boolean =>
  same(a.Result, b.Result) && same(a.NotCalculated, b.NotCalculated)

/** An amendment of the comment alone gives the value again that is in force, judged as that is. */
const keepsValue = (row: ResultRow, waiting: Amendment): boolean =>
  !waiting.IsJudgedAnew &&
  sameValue(waiting, row) &&
  (['Flag', 'NoRange', 'ReviewNeeded'] as const).every((name) => waiting[name] === row[name])

/** The sale of a differing value that the signatory of this one could not see. */
const unseenBeside = (row: ResultRow): string | null => {
  const { Amendment: waiting, StatusId } = row
  const isSigned = waiting
    ? waiting.ReviewedOn !== null && !keepsValue(row, waiting)
    : StatusId === workItemStatus.Reviewed || StatusId === workItemStatus.Approved
  const { Result } = waiting ?? row
  return isSigned ? (differing(row, Result).find((one) => !one.IsSeen)?.AccessionNo ?? null) : null
}

/** With the way out. What is measured already was measured on it. */
const instrumentOut = ({ Result, LabInstrumentId, InService, OutOfService }: ResultRow): string | null => {
  const out = Result === null ? OutOfService.find((one) => one.LabInstrumentId === LabInstrumentId) : undefined
  if (!out) return null
  const way = InService.length > 0 ? 'choose another instrument' : 'no other instrument here measures it'
  return `${out.Name} is out of service: ${out.Reason}; ${way}`
}

/** A row as the decisions see it. */
export const asWorkItem = (row: ResultRow): WorkItem => ({
  WorkItemId: row.WorkItemId,
  Element: row.Element,
  StatusId: row.StatusId,
  Result: row.Result,
  UnitOfMeasure: row.UnitOfMeasure,
  Flag: row.Flag,
  Formula: row.Formula,
  NotCalculated: row.NotCalculated !== null,
  HeldFor: row.StatusId === workItemStatus.OnHold ? (row.Reason?.ItemLabel ?? null) : null,
  ReviewRequired: row.ReviewRequired,
  IsDelta: row.IsDelta,
  NoRange: row.NoRange,
  ReviewNeeded: row.ReviewNeeded,
  DiffersFrom: unseenBeside(row),
  TubeFaults: row.TubeFaults.filter((one) => !isOfInstrument(one)).map(({ Says }) => Says),
  InstrumentFault: row.TubeFaults.find(isOfInstrument)?.Says ?? null,
  EnteredById: row.EnteredById,
  Department: row.Department,
  NotSignedBy: row.NotSignedBy,
  CriticalCalled: row.CriticalCall !== null,
  PrintOnReport: row.PrintOnReport,
  GivenOut: row.GivenOutAt !== null,
  IsSold: row.IsSold,
  // a tube of an outside lab is never received here
  TubeAwaited: row.ReceivedDate === null && row.KeeperId === null,
  InstrumentOut: instrumentOut(row),
  PaperAwaited: row.KeeperId !== null && !row.HasPaper ? row.OutsideLab : null,
  SaleIsUnlocked: row.Sale.AccessionDate === null,
  SaleIsCancelled: row.Sale.StatusId === saleStatus.Cancelled,
  Amendment: row.Amendment && {
    EnteredById: row.Amendment.EnteredById,
    Flag: row.Amendment.Flag,
    CriticalCalled: row.Amendment.CriticalCall !== null,
    IsWithdrawal: row.Amendment.IsWithdrawal,
    IsJudgedAnew: row.Amendment.IsJudgedAnew,
    KeepsValue: keepsValue(row, row.Amendment),
    IsDelta: row.Amendment.IsDelta,
    NoRange: row.Amendment.NoRange,
    ReviewNeeded: row.Amendment.ReviewNeeded,
    IsReviewed: row.Amendment.ReviewedOn !== null,
  },
  IsWithdrawn: row.WithdrawnOn !== null,
})

/** The rows of its sale that a calculated row uses; none where that is ambiguous. */
const inputsIn = (row: ResultRow, ofSale: readonly ResultRow[]): readonly ResultRow[] =>
  (row.Formula === null ? [] : inputsOf(row.Formula)).flatMap((id) => {
    const input = nearestInput(
      row,
      ofSale.filter((one) => one.ElementId === id),
    )
    return input === undefined || input === 'several' ? [] : [input]
  })

/** All rows that a calculated row depends on, down to the measured ones. */
export const originsOf = (row: ResultRow, rows: readonly ResultRow[]): readonly ResultRow[] => {
  const ofSale = rows.filter((one) => one.SaleId === row.SaleId)
  const found = new Set<ResultRow>()
  const follow = (one: ResultRow): void => {
    for (const input of inputsIn(one, ofSale))
      if (!found.has(input)) {
        found.add(input)
        follow(input)
      }
  }
  follow(row)
  return [...found]
}

/** A row as approval sees it: `together` are approved in the same act, `rows` are all of its sale. */
export const asApproved = (row: ResultRow, rows: readonly ResultRow[], together: ReadonlySet<number>): WorkItem => {
  const ofSale = rows.filter((one) => one.SaleId === row.SaleId)
  const inputs = inputsIn(row, ofSale)
  const open = inputs.filter(
    (one) =>
      // a waiting amendment is going to change its inputs
      one.Amendment !== null ||
      (!signed.includes(one.StatusId) && !together.has(one.WorkItemId) && one.NotCalculated === null),
  )
  const TestIsOut = ofSale.some((one) => one.TestId === row.TestId && isOut(one))
  // an amendment goes out together with those of its inputs
  const isDecided = ({ WorkItemId }: ResultRow): boolean => row.Amendment !== null && together.has(WorkItemId)
  const held = originsOf(row, ofSale).filter(
    (one) => (one.Amendment !== null && !isDecided(one)) || one.TubeFaults.length > 0,
  )
  return {
    ...asWorkItem(row),
    OpenInputs: open.map((one) => one.Element),
    HeldInputs: held.map((one) => one.Element),
    TestIsOut,
  }
}

/** Whether a calculated row equals what its inputs give. */
export const isCurrent = (row: ResultRow, judged: Judged | undefined): boolean =>
  row.Formula === null || judged === undefined || sameValue(judged, row)

/** The same with a new value, typed or calculated: that value has no call, review or approval yet. */
export const asEntered = (
  row: ResultRow,
  judged: Judged,
  StatusId: number,
  user: { readonly UserId: number },
): WorkItem => ({
  ...asWorkItem(row),
  StatusId,
  Result: judged.Result,
  Flag: judged.Flag,
  NotCalculated: judged.NotCalculated !== null,
  IsDelta: judged.IsDelta,
  NoRange: judged.NoRange,
  ReviewNeeded: judged.ReviewNeeded,
  DiffersFrom: null,
  EnteredById: user.UserId,
  CriticalCalled: false,
  Amendment: null,
})

/** A typed or calculated value, and the status it gives its result. */
export type Valued = { readonly judged: Judged; readonly StatusId: number }
/** A row as the status cell checks it: with the value sent together with the status, if any. */
export const asPicked = (
  row: ResultRow,
  rows: readonly ResultRow[],
  together: ReadonlySet<number>,
  version: Valued | undefined,
  user: { readonly UserId: number },
): WorkItem => ({
  ...asApproved(row, rows, together),
  ...(version && asEntered(row, version.judged, version.StatusId, user)),
})

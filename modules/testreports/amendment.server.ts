// How a version differs from the one before: which values it changes, why and by whom.
import { formatDateTime } from '../../core/dates.ts'
import { unitText } from '../../core/interval.ts'
import type { ReportData } from './print/report.model.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { printedFields, printedNames } from './printed/printed.model.ts'
import { isOut, withdrawnWord, type ItemRow } from './items.server.ts'

export type Earlier = { Version: number; createdAt: string; State: string; Content: ReportData }

/**
 * The reason and author of an amendment. Changes lists those that are not of results: `{ What: 'Patient', Was, Is }`.
 */
export type Amended = {
  Reason: string
  By: string
  Changes: readonly { What: string; Was: string; Is: string }[]
  /** A result is taken back without a new one. */
  IsWithdrawal?: boolean
  /** It says whose the results are: the report of a cancelled sale must not stay in a wrong name. */
  IsOfPerson?: boolean
}

const flagged = (result: string | null, unit: string | null): string =>
  [result, unitText(unit)].filter(Boolean).join(' ')
const changesOf = (item: ItemRow): { What: string; Was: string; Is: string }[] => {
  // the value that was wrong is not printed again
  if (item.WithdrawnAt !== null) return [{ What: item.Element, Was: 'the result', Is: 'WITHDRAWN' }]
  return [
    ...(item.Was !== null && item.Was !== item.Result
      ? [
          {
            What: item.Element,
            Was: item.Was === withdrawnWord ? item.Was : flagged(item.Was, item.Unit),
            Is: flagged(item.Result, item.Unit),
          },
        ]
      : []),
    ...printedNames
      .map((name) => ({ name, was: item.WasPrinted?.[name] || 'none', is: item.Printed[name] || 'none' }))
      .filter(({ was, is }) => was !== is)
      .map(({ name, was, is }) => ({
        What: `${item.Element}, ${printedFields[name].label.toLowerCase()}`,
        Was: was,
        Is: is,
      })),
  ]
}
/** What is not printed is changed on no report. */
const isAmendedSince = (item: ItemRow, { createdAt }: Earlier): boolean =>
  item.Print && item.StatusId === workItemStatus.Amended && item.ReleasedAt !== null && item.ReleasedAt > createdAt

/** No result that was issued is left in force. */
const isTakenBack = (items: readonly ItemRow[]): boolean =>
  items.filter((item) => item.Print && isOut(item)).every((item) => item.WithdrawnAt !== null)

const amendmentsIn = ({ Content }: Earlier): readonly NonNullable<ReportData['Amendment']>[] => [
  ...(Content.EarlierAmendments ?? []),
  ...(Content.Amendment ? [Content.Amendment] : []),
]
/** Changes of the person whose report it is; by what a result is judged tells their age, sex or state at the draw. */
export const ofPerson = {
  patient: 'Patient',
  ageSex: 'Age and gender',
  Pregnancy: 'Pregnancy',
  PregnancyWeeks: 'Weeks of pregnancy',
  FastingHours: 'Fasting',
  CyclePhase: 'Phase of the cycle',
  Treatment: 'Treatment',
  judgedBy: ', judged by',
}
const isOfPerson = ({ What }: Amended['Changes'][number]): boolean =>
  Object.values(ofPerson).includes(What) || What.endsWith(ofPerson.judgedBy)
/**
 * What was amended in the versions before, the first one first: every later version says it, but in the name of another
 * patient nothing of the one before.
 */
export const earlierAmendmentsOf = (
  earlier: Earlier | undefined,
  amended: Amended | null = null,
): readonly NonNullable<ReportData['Amendment']>[] => {
  const before = earlier === undefined ? [] : amendmentsIn(earlier)
  const isOfAnother = amended?.Changes.some(({ What }) => What === ofPerson.patient) ?? false
  return isOfAnother
    ? before.map((one) => ({ ...one, Changes: one.Changes.filter((change) => !isOfPerson(change)) }))
    : before
}

export type IssuedState = 'PARTIAL' | 'FINAL' | 'AMENDED' | 'WITHDRAWN'
/**
 * A report that was amended once is never final again: it is amended, or waits for a test. One that was withdrawn stays
 * so, in another name too, until one of its results is in force.
 */
export const stateOf = (
  items: readonly ItemRow[],
  { earlier, amended, isWaiting }: { earlier: Earlier | undefined; amended: Amended | null; isWaiting: boolean },
): IssuedState => {
  if ((amended?.IsWithdrawal || earlier?.State === 'WITHDRAWN') && isTakenBack(items)) return 'WITHDRAWN'
  if (amended !== null) return 'AMENDED'
  if (isWaiting) return 'PARTIAL'
  return earlierAmendmentsOf(earlier).length > 0 ? 'AMENDED' : 'FINAL'
}

export const amendmentOf = (
  items: readonly ItemRow[],
  earlier: Earlier | undefined,
  amended: Amended | null,
  now: string,
): ReportData['Amendment'] =>
  amended === null || earlier === undefined
    ? null
    : {
        Issued: formatDateTime(now),
        Replaces: `Replaces version ${earlier.Version} of ${formatDateTime(earlier.createdAt)}`,
        WasVersion: earlier.Version,
        Changes: [...amended.Changes, ...items.filter((item) => isAmendedSince(item, earlier)).flatMap(changesOf)],
        Reason: amended.Reason,
        By: amended.By,
        Informed: null,
      }

/** A version completes the one before when that one was waiting for a result and this one is not. */
export const versionText = (
  version: number,
  state: string,
  earlier: Earlier | undefined,
  isPartial: boolean,
): string => {
  const word = state.toLowerCase()
  if (earlier === undefined) return `${version}, ${word}`
  const completes = earlier.Content.Pending.length > 0 && !isPartial && state !== 'WITHDRAWN'
  return `${version}, ${word}, ${completes ? 'completes' : 'replaces'} ${earlier.Version}`
}

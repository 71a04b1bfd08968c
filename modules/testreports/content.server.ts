// Words results for print: departments, tests and rows, with the released ones and those that need no result.
import { formatDate, formatDateTime } from '../../core/dates.ts'
import { network } from '../../core/network.ts'
import { unitText } from '../../core/interval.ts'
import type { Issuer } from '../../server/caller.ts'
import { nameOfPicture } from '../../server/print/paper-pictures.ts'
import { intervalOf, noInterval } from './print/interval.server.ts'
import type { ReportData, ReportDepartment, ReportRow, ReportTest, Signatory } from './print/report.model.ts'
import { calledText } from '../lists/called.model.ts'
import { boundedTypes, resultType, workItemStatus } from '../lists/items.model.ts'
import { shortOf } from '../samples/labels/label.rules.ts'
import { printedText } from './printed/printed.model.ts'
import type { Signer } from '../users/signers.server.ts'
import type { HeadRow } from './head.server.ts'
import { isOut, type Awaited, type ItemRow } from './items.server.ts'

/** A formula without value and an element that is not performed are settled without a result. */
const isNotPerformed = (item: ItemRow): boolean => item.StatusId === workItemStatus.NotPerformed
const isSettled = (item: ItemRow): boolean => isOut(item) || isNotPerformed(item) || item.NotCalculated !== null

/** No result of the test is awaited, and part of it was not performed. */
const isGivenUp = (test: readonly ItemRow[]): boolean => test.every(isSettled) && test.some(isNotPerformed)

/**
 * All measured elements of the test are out, or none remains to be performed. A calculated one that an
 * amendment made possible may follow; the rest of the test remains on the report meanwhile.
 */
const isOnReport = (test: readonly ItemRow[]): boolean =>
  isGivenUp(test) || (test.some(isOut) && test.every((item) => isSettled(item) || item.IsCalculated))

const kindOf = (item: ItemRow): ReportRow['Kind'] =>
  item.NotCalculated !== null
    ? 'not calculated'
    : !isSettled(item) || isNotPerformed(item)
      ? 'text'
      : boundedTypes.includes(item.Type)
        ? 'value'
        : [resultType.Narrative, resultType.Culture].includes(item.Type)
          ? 'narrative'
          : 'text'
const resultOf = (item: ItemRow): string | null => {
  if (item.NotCalculated !== null) return item.NotCalculated
  if (isNotPerformed(item)) return 'Not performed'
  return isSettled(item) ? item.Result : 'To follow'
}
/** An earlier result in another unit is printed with that unit, so that it is not read as a change. */
export const previousOf = ({ Previous, PreviousUnit: was, Unit }: ItemRow): string | null =>
  Previous === null || (was ?? '') === (Unit ?? '') ? Previous : [Previous, unitText(was)].filter(Boolean).join(' ')
/** Words in place of all that was stated of a result. */
const wordsRow = (item: ItemRow, Result: string): ReportRow => ({
  Element: item.Element,
  Group: null,
  Method: item.Method,
  Kind: 'text',
  Result,
  Unit: null,
  Flag: null,
  ...noInterval,
  Low: null,
  High: null,
  CriticallyLow: null,
  CriticallyHigh: null,
  PreviousResult: null,
  PreviousDate: null,
  Comment: null,
  CriticalCall: null,
  WasResult: null,
})
const measuredRow = (item: ItemRow): ReportRow => ({
  Element: item.Element,
  Group: null,
  Method: item.Method,
  Kind: kindOf(item),
  Result: resultOf(item),
  // a measurement before the element was given up is not printed
  Unit: isNotPerformed(item) ? null : item.Unit,
  Flag: isSettled(item) && !isNotPerformed(item) ? item.Flag : null,
  ...(item.NotCalculated !== null || !isOut(item) ? noInterval : intervalOf(item)),
  Low: item.LowValue,
  High: item.HighValue,
  CriticallyLow: item.CriticallyLowValue,
  CriticallyHigh: item.CriticallyHighValue,
  PreviousResult: previousOf(item),
  PreviousDate: item.PreviousAt === null ? null : formatDate(item.PreviousAt),
  PreviousItem: item.PreviousItem,
  Comment: [item.NotCalculated, item.Reason, ...printedText(item.Printed)].filter(Boolean).join('. ') || null,
  CriticalCall:
    item.Call === null
      ? null
      : {
          To: calledText(item.Call.To, item.Call.Role),
          How: 'telephone',
          ReadBack: true,
          At: formatDateTime(item.Call.At),
          By: item.Call.By,
          Note: item.Call.Note,
        },
  WasResult: item.Was,
})
const rowOf = (item: ItemRow): ReportRow => {
  if (item.WithdrawnAt !== null)
    return wordsRow(
      item,
      [`Withdrawn on ${formatDate(item.WithdrawnAt)}`, item.WithdrawalReason].filter(Boolean).join(': '),
    )
  return item.WaitsAnew ? wordsRow(item, 'To follow on an amended report') : measuredRow(item)
}
const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((v): v is string => v !== null)),
]

/** Who releases the version, and the sections of the version before. */
type Releasing = { readonly user: Issuer; readonly now: string; readonly before: readonly ReportDepartment[] }
/** How each signatory signs. */
type Signers = ReadonlyMap<number, Signer>
type Where = {
  readonly LabId: number
  /** When and where the first tube of the sale was drawn; no place: at the lab of the letterhead. */
  readonly collected: string
  readonly place: string | null
  readonly isShared: boolean
  readonly releasing: Releasing
  readonly signers: Signers
}
/** Who performed a section; null where the lab of the letterhead performed all of the report. */
const performerOf = ([item]: readonly ItemRow[], { LabId, isShared }: Where): string | null => {
  if (item === undefined || (item.LabId === LabId && !isShared)) return null
  return item.LabId === LabId ? item.Lab : [item.Lab, item.LabAddress].filter(Boolean).join(', ')
}

const signature = (Name: string, signer: Signer | undefined, lab: string | null, At: string): Signatory => ({
  Name,
  // at the end of the report a name is listed once for each lab, with that lab
  Qualification: [signer?.Qualification ?? network.reportSignatory, lab].filter(Boolean).join(', ') || null,
  Authorised: `Electronically authorised ${formatDateTime(At)}`,
  At,
  SignatureImage: signer?.Signature ? nameOfPicture(signer.Signature) : null,
})

/**
 * A section without a measurement has no approver: its releaser signs it, in later versions too. What another lab did
 * not perform is not signed in that lab's name.
 */
const releaserOf = (name: string, shown: readonly ItemRow[], lab: string | null, { releasing, signers }: Where) => {
  const { user, now, before } = releasing
  const tests = new Set(shown.map((item) => item.Test))
  const said = before.find((one) => one.Name === name && one.Tests.some((test) => tests.has(test.Name)))?.Signatories
  if (said?.[0]) return said
  const isTheirs = shown.every((item) => user.Clients.includes(item.BenchId))
  return [signature(user.FullName, signers.get(user.UserId), isTheirs ? lab : null, now)]
}

/** The signatories of a section, each for the lab that answers for it. */
const signatoriesOf = (name: string, shown: readonly ItemRow[], where: Where): readonly Signatory[] => {
  const labOf = (item: ItemRow | undefined): string | null =>
    item && performerOf(shown, where) ? (item.Keeper ?? item.Lab) : null
  const signed = shown.filter((item) => item.ApprovedBy !== null)
  if (signed.length === 0) return releaserOf(name, shown, labOf(shown[0]), where)
  return [...Map.groupBy(signed, (item) => JSON.stringify([item.ApprovedById, labOf(item)])).values()].map((group) => {
    const last = group.map((item) => item.ApprovedAt ?? '').sort()
    const [first] = group
    return signature(
      first?.ApprovedBy ?? '',
      where.signers.get(first?.ApprovedById ?? 0),
      labOf(first),
      last.at(-1) ?? '',
    )
  })
}

/** `-02 Serum, drawn 24-Nov-2026 09:10, Home visit`: time and place of a tube that was not drawn with the first. */
const tubeText = (item: ItemRow, { collected: first, place: firstPlace, LabId }: Where): string => {
  const { Barcode, Specimen, Collected, CollectedAtId: at, CollectedPlace: place } = item
  const isThen = Collected === null || formatDateTime(Collected) === formatDateTime(first)
  const isThere = place === null || (at === LabId ? null : place) === firstPlace
  return [
    `${shortOf(Barcode)} ${Specimen}`,
    ...(isThen ? [] : [`drawn ${formatDateTime(Collected)}`]),
    ...(isThere ? [] : [isThen ? `drawn at: ${place}` : place]),
  ].join(', ')
}

/** The tests of a department that one lab has released. */
const sectionOf = (Name: string, tests: readonly (readonly ItemRow[])[], where: Where): ReportDepartment => {
  const shown = tests.flat()
  const last = shown.reduce<string | null>(
    (at, item) => (item.ApprovedAt !== null && (at === null || item.ApprovedAt > at) ? item.ApprovedAt : at),
    null,
  )
  return {
    Name,
    Sample: unique(shown.map((item) => tubeText(item, where))).join(', '),
    Analyser: unique(shown.map((item) => item.Instrument)).join(', ') || null,
    Approved:
      last === null ? null : `${unique(shown.map((item) => item.ApprovedBy)).join(', ')}, ${formatDateTime(last)}`,
    PerformedBy: performerOf(shown, where),
    Tests: tests.map((test): ReportTest => ({
      Name: test[0]?.Test ?? '',
      Note: null,
      Comments: test[0]?.TestComments ?? null,
      // printed once for the section
      PerformedBy: null,
      Rows: test.map(rowOf),
    })),
    Signatories: signatoriesOf(Name, shown, where),
  }
}

/** The tests on the report; a test that is `awaited` is held back whole. */
const shownTests = (items: readonly ItemRow[], awaited: ReadonlySet<number>): readonly (readonly ItemRow[])[] =>
  [
    ...Map.groupBy(
      items.filter((item) => item.Print),
      // a test that two labs measure is printed under each of them
      (item) => `${item.TestId} ${item.LabId}`,
    ).values(),
  ].filter((test) => isOnReport(test) && !test.some((item) => awaited.has(item.TestId)))

/** Work items that the report lists as not performed. */
export const saidNotPerformed = (items: readonly ItemRow[], awaited: ReadonlySet<number>): number[] =>
  shownTests(items, awaited).flatMap((test) => test.filter(isNotPerformed).map((item) => item.WorkItemId))

/**
 * Departments in order, a section for each lab with released tests, tests by their sequence. Only released and settled
 * elements are printed. A test that is `awaited` is held back whole.
 */
export const departmentsOf = (
  items: readonly ItemRow[],
  { awaited, ...where }: Omit<Where, 'isShared'> & { readonly awaited: ReadonlySet<number> },
): ReportDepartment[] => {
  const tests = shownTests(items, awaited)
  const isShared = new Set(tests.flat().map((item) => item.LabId)).size > 1
  return [...Map.groupBy(tests, ([item]) => item?.Department ?? '')].flatMap(([name, group]) =>
    [...Map.groupBy(group, ([item]) => item?.LabId).values()].map((part) =>
      sectionOf(name, part, { ...where, isShared }),
    ),
  )
}

/** A test waits for its latest element. */
const latestOf = (test: readonly ItemRow[]): string =>
  test
    .map((item) => item.ReportDate)
    .sort()
    .at(-1) ?? ''

/** Awaited tests: unreleased work, and tubes that are not at their lab yet. */
export const pendingOf = (
  items: readonly ItemRow[],
  awaited: readonly Awaited[],
  head: HeadRow,
): ReportData['Pending'] => {
  // a lab on the sale's route, named as it will be once it has performed
  const at = (state: string, by?: { readonly LabId: number; readonly Lab: string }): string =>
    by === undefined || by.LabId === head.LabId ? state : `${state}, ${by.Lab}`
  const begun = [
    ...Map.groupBy(
      items.filter((item) => item.Print),
      (item) => item.TestId,
    ).values(),
  ]
    .filter((test) => !isGivenUp(test) && !(test.some(isOut) && test.every(isSettled)))
    .map((test) => ({
      id: test[0]?.TestId,
      Test: test[0]?.Test ?? '',
      Sample: shortOf(test[0]?.Barcode ?? ''),
      State: at(test.some((i) => i.Result !== null) ? 'In process' : 'Pending', test[0]),
      Expected: formatDateTime(latestOf(test)),
    }))
  const onTheWay = awaited
    .filter(({ TestId }) => !begun.some(({ id }) => id === TestId))
    .map((one) => ({
      Test: one.Test,
      Sample: shortOf(one.Barcode),
      State: at('Sample awaited', one),
      Expected: formatDateTime(one.ReportDate),
    }))
  return [...begun.map(({ id: _, ...test }) => test), ...onTheWay]
}

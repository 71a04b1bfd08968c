// The life of a work item: who may do what with a result, and why not; delta check.
import { allOf, must, no, yes } from '../../core/refusal.ts'
import type { Decision } from '../../core/refusal.ts'
import { formatMoney } from '../../core/money.ts'
import { exactNumberOf } from '../../core/expression/reading.ts'
import type { Flag } from '../elements/ranges.rules.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { role } from '../../core/user.ts'

/** What the decisions need to know of one work item. */
export type WorkItem = {
  readonly WorkItemId: number
  readonly Element: string
  readonly StatusId: number
  readonly Result: string | null
  readonly Flag: Flag | null
  readonly Formula?: string | null
  /** The formula has no value: needs no approval and holds nothing up. */
  readonly NotCalculated?: boolean
  readonly ReviewRequired: boolean
  readonly IsDelta: boolean
  /** No interval for this age and sex, or one that the result cannot be compared with. */
  readonly NoRange: boolean
  readonly EnteredById: number | null
  /** A call about the critical value is logged. */
  readonly CriticalCalled: boolean
  /** Printed on the report; what is not printed holds no release. Default true. */
  readonly PrintOnReport?: boolean
  /** Elements its formula uses whose results are not final yet. */
  readonly OpenInputs?: readonly string[]
  /** A new value or comment of a released result that waits for a signatory. */
  readonly Amendment?: WaitingAmendment | null
  readonly SaleIsCancelled?: boolean
  /** Its test went out with a report. */
  readonly TestIsOut?: boolean
}
/** A new version beside the result that counts: who entered it, its flag, and whether a call about it is logged. */
export type WaitingAmendment = {
  readonly EnteredById: number
  readonly Flag: Flag | null
  readonly CriticalCalled: boolean
}
export type ResultUser = { readonly UserId: number; readonly RoleId: number }

const { Pending, Entered, Reviewed, Approved, Released, Repeat, OnHold, NotPerformed, ReferredOut, Amended } =
  workItemStatus

/** Statuses that need a reason of list 122. */
export const reasonNeeded: readonly number[] = [Repeat, OnHold, NotPerformed, Amended]

const isBench = ({ RoleId }: ResultUser): Decision =>
  must(
    RoleId === role.Technologist || RoleId === role.Pathologist,
    'Only a technologist or a pathologist may work on results',
  )
const isSignatory = ({ RoleId }: ResultUser): Decision =>
  must(RoleId === role.Pathologist, 'Only a pathologist may sign results')
const hasReason = (reasonId: number | null | undefined): Decision => must(!!reasonId, 'Reason is required')
const statusIn = (item: WorkItem, statuses: readonly number[], reason: string): Decision =>
  must(statuses.includes(item.StatusId), `${item.Element}: ${reason}`)
/** Nothing goes out any more for a sale that was cancelled; what is out stays out. */
const onLiveSale = ({ SaleIsCancelled }: WorkItem): Decision =>
  must(!SaleIsCancelled, 'The sale is cancelled: no report goes out for it')

export const isCritical = (item: Pick<WorkItem, 'Flag'>): boolean => item.Flag === 'LL' || item.Flag === 'HH'
/** Statuses whose result is signed: what is calculated from them may be signed too. */
export const signed: readonly number[] = [Approved, Released, Amended, NotPerformed]
/** Statuses of a result that went out on a report. */
export const isOut = (item: Pick<WorkItem, 'StatusId'>): boolean =>
  item.StatusId === Released || item.StatusId === Amended

/** Why the item must be reviewed before it is approved; empty when it need not be. */
export const reviewReasons = (item: WorkItem): readonly string[] => [
  ...(item.ReviewRequired ? ['Always reviewed'] : []),
  ...(isCritical(item) ? ['Critical value'] : []),
  ...(item.IsDelta ? ['Delta check'] : []),
  ...(item.NoRange ? ['No reference interval'] : []),
]

/** A result may be entered, or corrected until it is approved. */
export function mayEnter(item: WorkItem, user: ResultUser): Decision {
  return allOf(
    isBench(user),
    must(!item.Formula, `${item.Element}: the result is calculated by its formula`),
    statusIn(
      item,
      [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut],
      'the result can no longer be changed; ask for a repeat or amend it',
    ),
  )
}

const notGone = (item: WorkItem, reason: string): Decision =>
  must(
    item.StatusId !== NotPerformed || !item.TestIsOut,
    `${item.Element}: it went out with a report as not performed; ${reason}`,
  )

/** Comments, remarks and reasons are written until the result is approved. */
export function mayNote(item: WorkItem, user: ResultUser): Decision {
  const open = [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut, NotPerformed]
  return allOf(
    isBench(user),
    statusIn(item, open, 'after approval comments and reasons are changed by an amendment only'),
    notGone(item, 'amend what is beside it'),
  )
}
/** Remarks are internal and never printed: the bench writes them at any time. */
export const mayRemark = (user: ResultUser): Decision => isBench(user)

export function mayReview(item: WorkItem, user: ResultUser): Decision {
  return allOf(isSignatory(user), statusIn(item, [Entered], 'only an entered result can be reviewed'), hasResult(item))
}

const hasResult = (item: WorkItem): Decision =>
  must(item.Result !== null && item.Result !== '', `${item.Element}: there is no result`)

/** `signatories`: how many people of the lab may approve; with one, that one may approve what they entered. */
export function mayApprove(
  item: WorkItem,
  user: ResultUser,
  { signatories }: { readonly signatories: number },
): Decision {
  if (item.Amendment)
    return allOf(onLiveSale(item), mayApproveAmendment(item.Element, item.Amendment, user, { signatories }))
  const needed = reviewReasons(item)
  return allOf(
    isSignatory(user),
    must(!item.NotCalculated, `${item.Element}: what is not calculated needs no approval`),
    statusIn(item, [Entered, Reviewed], 'only an entered or reviewed result can be approved'),
    hasResult(item),
    must(
      !item.OpenInputs?.length,
      `${item.Element}: approve ${(item.OpenInputs ?? []).join(', ')} first, it is calculated from that`,
    ),
    must(
      item.StatusId === Reviewed || needed.length === 0,
      `${item.Element}: to be reviewed first (${needed.join(', ').toLowerCase()})`,
    ),
    must(!isCritical(item) || item.CriticalCalled, `${item.Element}: log the call about the critical value first`),
    must(
      signatories <= 1 || item.EnteredById !== user.UserId,
      `${item.Element}: entered by you, to be approved by another signatory`,
    ),
  )
}

/**
 * An amendment goes out when a call about a critical value is logged and somebody else signs it, where the lab has
 * somebody else.
 */
export function mayApproveAmendment(
  Element: string,
  amendment: WaitingAmendment,
  user: ResultUser,
  { signatories }: { readonly signatories: number },
): Decision {
  return allOf(
    isSignatory(user),
    must(
      !isCritical(amendment) || amendment.CriticalCalled,
      `${Element}: log the call about the amended critical value first`,
    ),
    must(
      signatories <= 1 || amendment.EnteredById !== user.UserId,
      `${Element}: amended by you, to be approved by another signatory`,
    ),
  )
}

/** An amendment that waits is taken back by a signatory. */
export const mayWithdraw = (item: WorkItem, user: ResultUser): Decision =>
  allOf(isSignatory(user), must(!!item.Amendment, `${item.Element}: no amendment waits`))

export type PatientCorrection = {
  /** All results of the sale. */
  readonly items: readonly WorkItem[]
  /** Its patient is the one that is asked for. */
  readonly isSame: boolean
  readonly ReasonId: number | null
  /** How many may sign at the lab of an item. */
  readonly signatories: (item: WorkItem) => number
}
/**
 * The patient of a sale whose report is out is corrected by a signatory, who signs the report anew; before that the
 * sale itself is changed.
 */
export function mayCorrectPatient(
  { items, isSame, ReasonId, signatories }: PatientCorrection,
  user: ResultUser,
): Decision {
  const out = items.filter(isOut)
  const own = out.find((item) => !item.Formula && item.EnteredById === user.UserId && signatories(item) > 1)
  const asked = items.find((item) => item.Amendment)
  return allOf(
    isSignatory(user),
    ...items.map(onLiveSale),
    must(out.length > 0, 'No report is out; change the patient in the sale'),
    must(!isSame, 'The sale is in the name of this patient already'),
    hasReason(ReasonId),
    must(!asked, `${asked?.Element}: an amendment waits; approve or withdraw it first`),
    must(!own, `${own?.Element}: entered by you, another signatory corrects the patient`),
  )
}

export type ReleaseCheck = {
  /** Buyer is the patient. */
  readonly walkIn: boolean
  readonly Outstanding: number
  /** Why a walk-in report goes out with money outstanding. */
  readonly overrideReason?: string | null
}

/**
 * Whether a test may be released, given all its items: every printed one approved, and nothing outstanding from a
 * walk-in patient.
 */
export function mayRelease(
  items: readonly WorkItem[],
  user: ResultUser,
  { walkIn, Outstanding, overrideReason }: ReleaseCheck,
): Decision {
  const settled = (item: WorkItem): boolean =>
    item.PrintOnReport === false || item.NotCalculated === true || signed.includes(item.StatusId)
  const waiting = items.filter((item) => !settled(item))
  return allOf(
    isSignatory(user),
    ...items.map(onLiveSale),
    must(waiting.length === 0, `Not yet approved: ${waiting.map((item) => item.Element).join(', ')}`),
    must(
      items.some((item) => item.StatusId === Approved),
      'There is nothing to release',
    ),
    must(
      !walkIn || Outstanding <= 0 || !!overrideReason?.trim(),
      `${formatMoney(Outstanding, { symbol: true })} is outstanding; give a reason to release all the same`,
    ),
  )
}

/** Whether a release is offered at an item; what its whole test needs says mayRelease. */
export const mayOffer = (item: WorkItem): Decision =>
  allOf(onLiveSale(item), statusIn(item, [Approved], 'only an approved result can be released'))

/**
 * Back to pending with the old value kept as a run. An approved result is repeated by a pathologist only, a released
 * one is amended instead.
 */
export function mayRepeat(item: WorkItem, user: ResultUser, reasonId?: number | null): Decision {
  return allOf(
    isBench(user),
    statusIn(item, [Entered, Reviewed, Approved], 'only a result that is not released can be repeated'),
    must(!item.Formula, `${item.Element}: repeat what its formula uses`),
    item.StatusId === Approved ? isSignatory(user) : yes,
    hasReason(reasonId),
  )
}

export function mayAmend(item: WorkItem, user: ResultUser, reasonId?: number | null): Decision {
  return allOf(
    isSignatory(user),
    onLiveSale(item),
    statusIn(item, [Released, Amended], 'only a released result is amended'),
    hasReason(reasonId),
  )
}

export function mayHold(item: WorkItem, user: ResultUser, reasonId?: number | null): Decision {
  return allOf(
    isBench(user),
    statusIn(item, [Pending, Entered, Reviewed, Repeat], 'work on it is finished'),
    hasReason(reasonId),
  )
}

export function mayNotPerform(item: WorkItem, user: ResultUser, reasonId?: number | null): Decision {
  const open = [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut]
  return allOf(
    isBench(user),
    statusIn(item, open, 'an approved result cannot become not performed'),
    hasReason(reasonId),
  )
}

function mayReferOut(item: WorkItem, user: ResultUser): Decision {
  return allOf(isBench(user), statusIn(item, [Pending, Repeat, OnHold], 'work on it has begun'))
}

/**
 * Whether the item may be given a status in the status cell. Release looks at the whole test, so it has its own call.
 */
export function mayMove(
  item: WorkItem,
  StatusId: number,
  user: ResultUser,
  { ReasonId, signatories }: { readonly ReasonId?: number | null; readonly signatories: number },
): Decision {
  switch (StatusId) {
    case item.StatusId:
      return yes
    case Pending:
      return allOf(
        isBench(user),
        statusIn(
          item,
          [OnHold, Repeat, ReferredOut, NotPerformed],
          'only what is held, repeated, referred or not performed becomes pending',
        ),
        notGone(item, 'sell the test again'),
      )
    case Entered:
      return allOf(mayEnter(item, user), hasResult(item))
    case Reviewed:
      return mayReview(item, user)
    case Approved:
      return item.Amendment
        ? no('Amendments are approved by the Approve button')
        : mayApprove(item, user, { signatories })
    case Repeat:
      return mayRepeat(item, user, ReasonId)
    case OnHold:
      return mayHold(item, user, ReasonId)
    case NotPerformed:
      return mayNotPerform(item, user, ReasonId)
    case ReferredOut:
      return mayReferOut(item, user)
    case Amended:
      return no('Results are amended by the Amend button')
    default:
      return no('Results are released by the Release button')
  }
}

/** Limits of an element. `abs`: difference, `pct`: difference in percent of the earlier value, `any`: any change. */
export type DeltaCheck = { readonly type: 'abs' | 'pct' | 'any'; readonly limit: number; readonly windowDays: number }
export type DatedResult = { readonly Result: string | null; readonly Date: string | Date }

const dayInMs = 86_400_000

/** Whether a result differs from the earlier one of the same patient by more than the limit, inside the window. */
export function deltaCheck(
  previous: DatedResult | null,
  current: DatedResult,
  check: DeltaCheck | null | undefined,
): boolean {
  const [before, now] = [previous?.Result?.trim() ?? '', current.Result?.trim() ?? '']
  if (!check || !previous || before === '' || now === '') return false
  const days = (new Date(current.Date).getTime() - new Date(previous.Date).getTime()) / dayInMs
  if (days < 0 || days > check.windowDays) return false
  if (check.type === 'any') return before !== now
  const [old, value] = [exactNumberOf(before), exactNumberOf(now)]
  if (old === null || value === null) return false
  const change = Math.abs(value - old)
  if (check.type === 'abs') return withoutNoise(change) > check.limit
  return old === 0 ? change > 0 : withoutNoise((change / Math.abs(old)) * 100) > check.limit
}

// 5.1 - 3.1 is 2 to a person, not 1.9999999999999996
const withoutNoise = (value: number): number => Number(value.toPrecision(12))

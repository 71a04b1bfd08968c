// The life of a work item: who may do what with a result, and why not; delta check; what a typed result becomes.
import { allOf, must, no, yes } from '../../core/refusal.ts'
import type { Decision } from '../../core/refusal.ts'
import { formatMoney } from '../../core/money.ts'
import { workItemStatus } from '../worksheets/worksheets.rules.ts'
import type { Flag } from './ranges.rules.ts'

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
}
export type ResultUser = { readonly UserId: number; readonly RoleId: number }

const technologist = 4
const pathologist = 3
const { Pending, Entered, Reviewed, Approved, Released, Repeat, OnHold, NotPerformed, ReferredOut, Amended } = workItemStatus

/** Statuses that need a reason of list 122. */
export const reasonNeeded: readonly number[] = [Repeat, OnHold, NotPerformed, Amended]

const isBench = ({ RoleId }: ResultUser): Decision =>
  must(RoleId === technologist || RoleId === pathologist, 'Only a technologist or a pathologist may work on results')
const isSignatory = ({ RoleId }: ResultUser): Decision => must(RoleId === pathologist, 'Only a pathologist may sign results')
const hasReason = (reasonId: number | null | undefined): Decision => must(!!reasonId, 'Reason is required')
const statusIn = (item: WorkItem, statuses: readonly number[], reason: string): Decision =>
  must(statuses.includes(item.StatusId), `${item.Element}: ${reason}`)

export const isCritical = (item: WorkItem): boolean => item.Flag === 'LL' || item.Flag === 'HH'

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

export function mayReview(item: WorkItem, user: ResultUser): Decision {
  return allOf(isSignatory(user), statusIn(item, [Entered], 'only an entered result can be reviewed'), hasResult(item))
}

const hasResult = (item: WorkItem): Decision => must(item.Result !== null && item.Result !== '', `${item.Element}: there is no result`)

/** `signatories`: how many people of the lab may approve; with one, that one may approve what they entered. */
export function mayApprove(item: WorkItem, user: ResultUser, { signatories }: { readonly signatories: number }): Decision {
  const needed = reviewReasons(item)
  return allOf(
    isSignatory(user),
    must(!item.NotCalculated, `${item.Element}: what is not calculated needs no approval`),
    statusIn(item, [Entered, Reviewed], 'only an entered or reviewed result can be approved'),
    hasResult(item),
    must(item.StatusId === Reviewed || needed.length === 0, `${item.Element}: to be reviewed first (${needed.join(', ').toLowerCase()})`),
    must(!isCritical(item) || item.CriticalCalled, `${item.Element}: log the call about the critical value first`),
    must(signatories <= 1 || item.EnteredById !== user.UserId, `${item.Element}: entered by you, to be approved by another signatory`),
  )
}

export type ReleaseCheck = {
  /** Buyer is the patient. */
  readonly walkIn: boolean
  readonly Outstanding: number
  /** Why a walk-in report goes out with money outstanding (role id 3 or lower). */
  readonly overrideReason?: string | null
}

/** Whether a test may be released, given all its items: every printed one approved, and nothing outstanding from a walk-in patient. */
export function mayRelease(items: readonly WorkItem[], user: ResultUser, { walkIn, Outstanding, overrideReason }: ReleaseCheck): Decision {
  const final: readonly number[] = [Approved, Released, Amended, NotPerformed]
  const settled = (item: WorkItem): boolean => item.PrintOnReport === false || item.NotCalculated === true || final.includes(item.StatusId)
  const waiting = items.filter((item) => !settled(item))
  return allOf(
    isSignatory(user),
    must(waiting.length === 0, `Not yet approved: ${waiting.map((item) => item.Element).join(', ')}`),
    must(
      items.some((item) => item.StatusId === Approved),
      'There is nothing to release',
    ),
    must(
      !walkIn || Outstanding <= 0 || (user.RoleId <= pathologist && !!overrideReason?.trim()),
      `${formatMoney(Outstanding, { symbol: true })} is outstanding; give a reason to release all the same`,
    ),
  )
}

/** Back to pending with the old value kept as a run. An approved result is repeated by a pathologist only, a released one is amended instead. */
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
  return allOf(isSignatory(user), statusIn(item, [Released, Amended], 'only a released result is amended'), hasReason(reasonId))
}

export function mayHold(item: WorkItem, user: ResultUser, reasonId?: number | null): Decision {
  return allOf(isBench(user), statusIn(item, [Pending, Entered, Reviewed, Repeat], 'work on it is finished'), hasReason(reasonId))
}

export function mayNotPerform(item: WorkItem, user: ResultUser, reasonId?: number | null): Decision {
  const open = [Pending, Entered, Reviewed, Repeat, OnHold, ReferredOut]
  return allOf(isBench(user), statusIn(item, open, 'an approved result cannot become not performed'), hasReason(reasonId))
}

function mayReferOut(item: WorkItem, user: ResultUser): Decision {
  return allOf(isBench(user), statusIn(item, [Pending, Repeat, OnHold], 'work on it has begun'))
}

/** Whether the item may be given a status in the status cell. Release looks at the whole test, so it has its own call. */
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
      )
    case Entered:
      return allOf(mayEnter(item, user), hasResult(item))
    case Reviewed:
      return mayReview(item, user)
    case Approved:
      return mayApprove(item, user, { signatories })
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
export function deltaCheck(previous: DatedResult | null, current: DatedResult, check: DeltaCheck | null | undefined): boolean {
  const [before, now] = [previous?.Result?.trim() ?? '', current.Result?.trim() ?? '']
  if (!check || !previous || before === '' || now === '') return false
  const days = (new Date(current.Date).getTime() - new Date(previous.Date).getTime()) / dayInMs
  if (days < 0 || days > check.windowDays) return false
  if (check.type === 'any') return before !== now
  const [old, value] = [Number(before), Number(now)]
  if (!Number.isFinite(old) || !Number.isFinite(value)) return false
  const change = Math.abs(value - old)
  if (check.type === 'abs') return withoutNoise(change) > check.limit
  return old === 0 ? change > 0 : withoutNoise((change / Math.abs(old)) * 100) > check.limit
}

// 5.1 - 3.1 is 2 to a person, not 1.9999999999999996
const withoutNoise = (value: number): number => Number(value.toPrecision(12))

const plainNumber = /^[+-]?(?:\d+(?:\.\d+)?|\.\d+)$/
const limited = /^(<=|>=|<|>|≤|≥)\s*(\d+(?:\.\d+)?|\.\d+)$/

/**
 * What a typed result becomes: type 30 takes numbers only and else keeps the old value, type 34 also `<5` and `>5`, type 33 finds its value
 * whatever the case. Nothing typed is no result.
 */
export function normaliseResult(
  resultTypeId: number,
  text: string | null,
  old: string | null,
  PossibleValues?: string | null,
): string | null {
  const typed = text?.trim() ?? ''
  if (typed === '') return null
  if (resultTypeId === 30) return plainNumber.test(typed) ? typed : old
  if (resultTypeId === 34) {
    const limit = limited.exec(typed)
    return limit ? `${limit[1]}${limit[2]}` : plainNumber.test(typed) ? typed : old
  }
  if (resultTypeId === 33 && PossibleValues) {
    const found = PossibleValues.split('|')
      .map((value) => value.trim())
      .find((value) => value.toLowerCase() === typed.toLowerCase())
    return found ?? old
  }
  return typed
}

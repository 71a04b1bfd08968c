// The statuses of a referral from accruing to delivered, what blocks a move, and which parts may still be changed.
import {
  commissionAmount,
  compareAmounts,
  formatMoney,
  lessAmounts,
  sumAmounts,
  type Amount,
} from '../../core/money.ts'
import type { AnswerTo } from '../../core/answer/answer.ts'
import { network } from '../../core/network.ts'
import { allOf, eachOf, must, yes, type Decision } from '../../core/refusal.ts'
import { role, supervisors } from '../../core/user.ts'
import { referralStatus } from '../lists/items.model.ts'
import type { wouldReevaluate } from './answers.model.ts'

const { Closed, Delivered, Dispatched, Open, Paid, Pending, Ready } = referralStatus

/** Each move of a referral: from where, to where, and the label of its button. */
export const moves = [
  { from: Open, to: Pending, label: 'Submit' },
  { from: Pending, to: Ready, label: 'Mark ready' },
  { from: Ready, to: Dispatched, label: 'Dispatch' },
  { from: Dispatched, to: Delivered, label: 'Deliver' },
  { from: Dispatched, to: Ready, label: 'Undispatch' },
] as const

type Line = {
  readonly SaleProductId?: number | null
  readonly Price?: Amount | null
  readonly DiscountPercent?: Amount | null
  readonly CommissionPercent?: Amount | null
  readonly SchemePercent?: Amount | null
  readonly CommissionReason?: string | null
  readonly SetById?: number | null
  readonly Commission?: Amount | null
  readonly Sale?: { readonly Due?: Amount | null } | null
} | null
/** What a decision about a referral reads. */
export type Moved = {
  readonly StatusId?: number | null
  readonly SalesManagerId?: number | null
  readonly SaleProducts?: readonly Line[] | null
  readonly Clawbacks?: readonly ({ readonly Amount?: Amount | null } | null)[] | null
}
type Who = { readonly RoleId: number; readonly UserId: number }

/** A line of a sale that is not fully paid is red. */
export const isDue = (line: Line): boolean => Number(line?.Sale?.Due ?? 0) > 0

const linesOf = ({ SaleProducts }: Moved): readonly Line[] => SaleProducts ?? []

/** Sum of the line commissions, rupees. */
export const grossOf = (referral: Moved): number => sumAmounts(linesOf(referral).map((line) => line?.Commission ?? 0))
/** What is taken back of earlier referrals, rupees below zero. */
export const takenBackOf = ({ Clawbacks }: Moved): number =>
  sumAmounts((Clawbacks ?? []).map((one) => one?.Amount ?? 0))
/** What it comes to: its lines less what is taken back, rupees. */
export const totalOf = (referral: Moved): number => sumAmounts([grossOf(referral), takenBackOf(referral)])
const isEmpty = (referral: Moved): boolean => linesOf(referral).length === 0 && (referral.Clawbacks ?? []).length === 0

/** Lines whose sale is due must be paid or snoozed first, or a manager gives a reason. */
const checkDues = (referral: Moved, who: Who, remarks: string | null | undefined): Decision => {
  const due = linesOf(referral).filter(isDue).length
  if (due === 0) return yes
  const lines = due === 1 ? 'line has an unpaid sale' : 'lines have unpaid sales'
  const said = `${due} ${lines}: collect the payment or snooze them`
  return who.RoleId <= role.BusinessManager
    ? must((remarks ?? '').trim() !== '', `${said}, or give a reason`, { at: 'OverrideRemarks', code: 'dues' })
    : must(false, said, { code: 'dues' })
}

/** Whether the percent of a line is not the scheme's. */
const isAgreed = (line: Line): boolean => compareAmounts(line?.CommissionPercent ?? 0, line?.SchemePercent ?? 0) !== 0
const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === ''

/** Rupees of a line beyond its scheme; a lower commission is none. */
const beyondScheme = (line: Line): number => {
  const at = (percent: Amount | null | undefined): number =>
    commissionAmount(line?.Price ?? 0, line?.DiscountPercent ?? 0, percent ?? 0)
  return Math.max(0, lessAmounts(at(line?.CommissionPercent), at(line?.SchemePercent)))
}

/** A percent other than the scheme's needs its reason, wherever it was set. */
const checkReasons = (referral: Moved): Decision => {
  const at = linesOf(referral).findIndex((line) => isAgreed(line) && isBlank(line?.CommissionReason))
  const line = linesOf(referral)[at] ?? null
  return must(at < 0, needsReason(line), { at: `SaleProducts.${at}.CommissionReason`, code: 'reason-needed' })
}
const needsReason = (line: Line): string =>
  `Give the reason for ${line?.CommissionPercent ?? 0} % where the scheme gives ${line?.SchemePercent ?? 0} %`

/** Beyond the limit of the network nobody makes ready what they set themselves. */
const checkSecond = (referral: Moved, who: Who): Decision => {
  const beyond = linesOf(referral).filter((line) => beyondScheme(line) > 0)
  const sum = sumAmounts(beyond.map(beyondScheme))
  return must(
    compareAmounts(sum, network.commissionLimit) <= 0 || !beyond.some((line) => line?.SetById === who.UserId),
    `${formatMoney(sum, { symbol: true })} beyond the schemes, some of it by you. Ask another person to mark it ready`,
    { code: 'second-person', needs: { kind: 'commission', by: supervisors, amount: sum } },
  )
}

type SentLine = Pick<NonNullable<Line>, 'SaleProductId' | 'CommissionPercent' | 'CommissionReason'> | null
/** The percent that a sent line will have. */
const percentOf = (sent: SentLine, stored: Line): Amount =>
  sent?.CommissionPercent === undefined ? (stored?.CommissionPercent ?? 0) : (sent.CommissionPercent ?? 0)
const storedOf = (referral: Moved, sent: SentLine): Line =>
  linesOf(referral).find((line) => line?.SaleProductId === sent?.SaleProductId) ?? null

/** Keys of the lines whose percent changes. */
export const changedPercents = (before: Moved, sent: readonly SentLine[]): number[] =>
  sent
    .filter((line) => {
      const stored = storedOf(before, line)
      return stored !== null && compareAmounts(percentOf(line, stored), stored.CommissionPercent ?? 0) !== 0
    })
    .map((line) => Number(line?.SaleProductId))

/** Each percent that is changed to another than the scheme's says why. */
export const checkAgreed = (before: Moved, sent: readonly SentLine[]): Decision => {
  const changed = new Set(changedPercents(before, sent))
  return eachOf(
    sent.map((line, index) => {
      const stored = storedOf(before, line)
      const next = {
        SchemePercent: stored?.SchemePercent ?? 0,
        CommissionPercent: percentOf(line, stored),
        CommissionReason:
          line?.CommissionReason === undefined ? (stored?.CommissionReason ?? null) : line.CommissionReason,
      }
      return must(
        !changed.has(Number(line?.SaleProductId)) || !isAgreed(next) || !isBlank(next.CommissionReason),
        needsReason(next),
        { at: `SaleProducts.${index}.CommissionReason` },
      )
    }),
  )
}

/** A referral without a commission is not paid: made ready, it is closed at once. */
const isForNothing = (referral: Moved): boolean => compareAmounts(totalOf(referral), 0) === 0
/** The status that a move leads to. */
export const reached = (referral: Moved, to: number): number => (to === Ready && isForNothing(referral) ? Closed : to)

/** Whether a referral may move to a status, and why not. `remarks`: the reason although sales are not paid. */
export const mayMove = (referral: Moved, to: number, who: Who, remarks?: string | null): Decision => {
  const isMove = moves.some((move) => move.from === referral.StatusId && move.to === to)
  return allOf(
    must(isMove, 'This status change is not allowed', { code: 'no-such-move' }),
    () =>
      to === Pending || to === Ready ? must(!isEmpty(referral), 'This referral has no lines', { code: 'empty' }) : yes,
    () =>
      referral.StatusId === Pending && to === Ready && compareAmounts(grossOf(referral), 0) !== 0
        ? allOf(checkReasons(referral), checkSecond(referral, who), checkDues(referral, who, remarks))
        : yes,
    () =>
      to === Dispatched
        ? must((referral.SalesManagerId ?? null) !== null, 'Sales Manager is required', {
            at: 'SalesManagerId',
            code: 'manager-needed',
          })
        : yes,
  )
}

/** Commission may change until the referral is ready; the sales manager until it is delivered. */
export const mayEditCommission = ({ StatusId }: Moved): Decision =>
  must(StatusId === Open || StatusId === Pending, 'Commission cannot be changed once the referral is ready', {
    code: 'ready',
  })
export const mayUpdate = ({ StatusId }: Moved): Decision =>
  allOf(
    must(StatusId !== Delivered && StatusId !== Paid, 'A delivered referral cannot be changed', { code: 'delivered' }),
    must(StatusId !== Closed, 'This referral is closed without a commission', { code: 'closed' }),
  )

/** Lines may be snoozed, and the referral reevaluated, while it is pending. */
const whilePending = ({ StatusId }: Moved, what: string): Decision =>
  must(StatusId === Pending, `Only a pending referral can be ${what}`, { code: 'not-pending' })
export const maySnooze = (referral: Moved): Decision => whilePending(referral, 'snoozed')
export const mayReevaluate = (referral: Moved): Decision => whilePending(referral, 'reevaluated')

export const snoozeNeedsLines = 'Select the rows you want to snooze using the checkbox in front of each row'
export const snoozeText =
  'Are you sure that you want to move the selected items to the latest available open referral for this referrer?'
export const reevaluateText = 'This recalculates and OVERWRITES this referral using the sales in the date range.'

/** What reevaluating changes. */
export type Reevaluated = AnswerTo<typeof wouldReevaluate>
/** The same in words, shown before the change. */
export const changesText = ({ Added, Removed, Changed, Before, After }: Reevaluated): string => {
  const figures = [
    Added > 0 && `${Added} added`,
    Removed > 0 && `${Removed} removed`,
    Changed > 0 && `${Changed} with a changed commission`,
  ].filter(Boolean)
  const money = (amount: number) => formatMoney(amount, { symbol: true })
  return figures.length === 0
    ? `No change: ${money(Before)}`
    : `${figures.join(', ')}: ${money(Before)} becomes ${money(After)}`
}

type Sent = {
  readonly ReferralId?: number | null
  readonly ReferrerId?: number | null
  readonly SalesManagerId?: number | null
  readonly StatusId?: number | null
  readonly SaleProducts?:
    | readonly ({
        readonly SaleProductId?: number | null
        readonly CommissionPercent?: number | null
        readonly CommissionReason?: string | null
      } | null)[]
    | null
}
/** What is sent to save a referral: its sales manager, its status, and the commission of its lines. */
export const sentOf = ({ ReferralId, ReferrerId, SalesManagerId, StatusId, SaleProducts }: Sent) => ({
  ReferralId,
  ReferrerId,
  SalesManagerId,
  StatusId,
  SaleProducts: (SaleProducts ?? []).map((line) => ({
    SaleProductId: line?.SaleProductId,
    CommissionPercent: line?.CommissionPercent,
    CommissionReason: line?.CommissionReason,
  })),
})

// Which result a rule approves, what a trial on past results comes to, and when a rule may be switched on.
import { exactNumberOf } from '../../core/expression/reading.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { flagWords, isCriticalFlag } from '../elements/interval.rules.ts'
import type { Flag } from '../elements/ranges.rules.ts'

/** A result as it was judged. */
export type Judgement = {
  readonly Element: string
  readonly Result: string | null
  readonly Flag: Flag | null
  readonly IsDelta: boolean
  readonly NoRange: boolean
  readonly ReviewRequired: boolean
}
export type Bounds = { readonly LowValue: number | null; readonly HighValue: number | null }

/** Nothing about the value asks for somebody to look at it: inside its interval, near the earlier one, not critical. */
export const isOrdinary = ({
  Element,
  Flag: flag,
  IsDelta,
  NoRange,
}: Omit<Judgement, 'Result' | 'ReviewRequired'>): Decision =>
  allOf(
    must(!isCriticalFlag(flag), `${Element}: critical value`),
    must(!IsDelta, `${Element}: differs from the earlier result by more than its limit`),
    must(!NoRange && flag !== null, `${Element}: no reference interval says that it is normal`),
    must(flag === 'N', `${Element}: ${flag === null ? '' : flagWords[flag].toLowerCase()}, outside its interval`),
  )

/** What a rule takes. A limited value (`<5`) is inside no narrower bounds: how far below it is nobody knows. */
export const mayVerify = (value: Judgement, { LowValue, HighValue }: Bounds): Decision => {
  const number = exactNumberOf(value.Result)
  const isBounded = LowValue !== null || HighValue !== null
  return allOf(
    isOrdinary(value),
    must(!value.ReviewRequired, `${value.Element}: always reviewed`),
    must(!isBounded || number !== null, `${value.Element}: no exact number to hold against the bounds of the rule`),
    must(LowValue === null || number === null || number >= LowValue, `${value.Element}: below the bounds of the rule`),
    must(
      HighValue === null || number === null || number <= HighValue,
      `${value.Element}: above the bounds of the rule`,
    ),
  )
}

/** What a past result was calculated from, as it was then. */
export type PastInput = Judgement & {
  readonly IsHeld: boolean
  /** It was measured more than once, or by another laboratory. */
  readonly IsLookedAt: boolean
  /** Somebody had approved it before. */
  readonly IsSigned: boolean
  /** Of the rule that is on for it; null where there is none. */
  readonly Rule: Bounds | null
}
/** A past result as it was first entered, and whether it was repeated, amended or entered otherwise afterwards. */
export type Past = Judgement & { readonly WasChanged: boolean; readonly Inputs?: readonly PastInput[] }

/** What is calculated goes only with what it is calculated from: signed before, or taken by a rule of its own. */
const wentAlong = (input: PastInput): boolean =>
  !input.IsHeld &&
  !input.IsLookedAt &&
  !isCriticalFlag(input.Flag) &&
  (input.IsSigned || (input.Rule !== null && mayVerify(input, input.Rule).ok))

export type Trial = {
  readonly Results: number
  readonly Verified: number
  readonly Misses: number
  /** The rule would take them, but not what they are calculated from. */
  readonly Waiting?: number
}
export const trialOf = (past: readonly Past[], bounds: Bounds): Required<Trial> => {
  const taken = past.filter((one) => mayVerify(one, bounds).ok)
  const verified = taken.filter(({ Inputs = [] }) => Inputs.every(wentAlong))
  return {
    Results: past.length,
    Verified: verified.length,
    Misses: verified.filter((one) => one.WasChanged).length,
    Waiting: taken.length - verified.length,
  }
}

/** `600 past results: 540 would be verified (90 %), 2 of them were changed afterwards`. */
export const trialText = ({ Results, Verified, Misses, Waiting = 0 }: Trial): string =>
  Results === 0
    ? 'There are no past results to try it on'
    : `${Results} past results: ${Verified} would be verified (${shareText(Verified, Results)} %), ` +
      `${Misses} of them ${Misses === 1 ? 'was' : 'were'} changed afterwards` +
      (Waiting > 0
        ? `; ${Waiting} more would wait for what ${Waiting === 1 ? 'it is' : 'they are'} calculated from`
        : '')
// whole percents, but neither all nor none where it is not so
const shareText = (part: number, whole: number): number =>
  part === 0 || part === whole ? (part / whole) * 100 : Math.min(99, Math.max(1, Math.round((part / whole) * 100)))

export type RuleState = {
  readonly IsActive?: boolean | null
  readonly RuleVersion?: number | null
  readonly DryRunVersion?: number | null
  readonly DryRunResults?: number | null
  /** Unit, formula, delta check or an interval of the element is another than when it was tried. */
  readonly IsOutdated?: boolean | null
}
type By = { readonly RoleId: number }
const isPathologist = ({ RoleId }: By): Decision =>
  must(RoleId === role.Pathologist, 'Only a pathologist switches rules on and off')

/** Whoever switches it on signs what it approves: only after this very version was tried. */
export const maySwitchOn = (rule: RuleState, user: By): Decision =>
  allOf(
    isPathologist(user),
    must(rule.IsActive !== true, 'This rule is on already'),
    must(
      typeof rule.DryRunVersion === 'number' && rule.DryRunVersion === rule.RuleVersion,
      'Try this version of the rule on past results first',
      { code: 'untried' },
    ),
    must(rule.IsOutdated !== true, 'Unit, limits or intervals of the element were changed since: try it again', {
      code: 'untried',
    }),
    must((rule.DryRunResults ?? 0) > 0, 'There were no past results to try it on', { code: 'untried' }),
  )
export const maySwitchOff = (rule: RuleState, user: By): Decision =>
  allOf(isPathologist(user), must(rule.IsActive === true, 'This rule is off already'))
/** All rules of a lab at once: `active` of them are on. */
export const mayStop = (active: number, user: By): Decision =>
  allOf(isPathologist(user), must(active > 0, 'No rule of this laboratory is on'))
/** Bounds the right way round. */
export const boundsErrors = ({ LowValue, HighValue }: Partial<Bounds>): Record<string, string[]> =>
  LowValue != null && HighValue != null && LowValue > HighValue
    ? { HighValue: ['At most cannot be below At least'] }
    : {}

// Which results a rule approves, the outcome of a trial on past results, and when a rule may be switched on.
import { exactNumberOf } from '../../core/expression/reading.ts'
import { allOf, must, type Decision } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { flagWords, isCriticalFlag } from '../elements/interval.rules.ts'
import type { Flag } from '../elements/ranges.rules.ts'

/** A judged result. */
export type Judgement = {
  readonly Element: string
  readonly Result: string | null
  readonly Flag: Flag | null
  readonly IsDelta: boolean
  readonly NoRange: boolean
  readonly ReviewRequired: boolean
}
export type Bounds = { readonly LowValue: number | null; readonly HighValue: number | null }

/** Whether the value is ordinary: inside its interval, near the earlier one, not critical. */
export const isOrdinary = ({
  Element,
  Flag: flag,
  IsDelta,
  NoRange,
}: Omit<Judgement, 'Result' | 'ReviewRequired'>): Decision =>
  allOf(
    must(!isCriticalFlag(flag), `${Element}: critical value`),
    must(!IsDelta, `${Element}: differs from another value of the patient by more than its limit`),
    must(!NoRange && flag !== null, `${Element}: no reference interval shows that it is normal`),
    must(flag === 'N', `${Element}: ${flag === null ? '' : flagWords[flag].toLowerCase()}, outside its interval`),
  )

/** Which results a rule takes. A limited value (`<5`) is inside no narrower bounds: its exact value is unknown. */
export const mayVerify = (value: Judgement, { LowValue, HighValue }: Bounds): Decision => {
  const number = exactNumberOf(value.Result)
  const isBounded = LowValue !== null || HighValue !== null
  return allOf(
    isOrdinary(value),
    must(!value.ReviewRequired, `${value.Element}: always reviewed`),
    must(!isBounded || number !== null, `${value.Element}: no exact number to compare with the bounds of the rule`),
    must(LowValue === null || number === null || number >= LowValue, `${value.Element}: below the bounds of the rule`),
    must(
      HighValue === null || number === null || number <= HighValue,
      `${value.Element}: above the bounds of the rule`,
    ),
  )
}

/** An input of a past result, as it was then. */
export type PastInput = Judgement & {
  readonly IsHeld: boolean
  /** It was measured more than once, or by another laboratory. */
  readonly IsLookedAt: boolean
  /** A person had approved it before. */
  readonly IsSigned: boolean
  /** Of its active rule; null where there is none. */
  readonly Rule: Bounds | null
}
/** A past result as first entered, and whether it was repeated, amended or entered differently afterwards. */
export type Past = Judgement & { readonly WasChanged: boolean; readonly Inputs?: readonly PastInput[] }

/** A calculated result is taken only with its inputs: signed before, or taken by rules of their own. */
const wentAlong = (input: PastInput): boolean =>
  !input.IsHeld &&
  !input.IsLookedAt &&
  !isCriticalFlag(input.Flag) &&
  (input.IsSigned || (input.Rule !== null && mayVerify(input, input.Rule).ok))

export type Trial = {
  readonly Results: number
  readonly Verified: number
  readonly Misses: number
  /** The rule would take them, but not their inputs. */
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
      (Waiting > 0 ? `; ${Waiting} more would wait for ${Waiting === 1 ? 'its' : 'their'} inputs` : '')
// whole percents: 0 and 100 only for none and all
const shareText = (part: number, whole: number): number =>
  part === 0 || part === whole ? (part / whole) * 100 : Math.min(99, Math.max(1, Math.round((part / whole) * 100)))

export type RuleState = {
  readonly IsActive?: boolean | null
  readonly RuleVersion?: number | null
  readonly DryRunVersion?: number | null
  readonly DryRunResults?: number | null
  /** Unit, formula, delta check or interval of the element has changed since the trial. */
  readonly IsOutdated?: boolean | null
}
type By = { readonly RoleId: number }
const isPathologist = ({ RoleId }: By): Decision =>
  must(RoleId === role.Pathologist, 'Only a pathologist can switch rules on and off')

/** The pathologist who switches it on signs what it approves, so this version must have been tried. */
export const maySwitchOn = (rule: RuleState, user: By): Decision =>
  allOf(
    isPathologist(user),
    must(rule.IsActive !== true, 'This rule is on already'),
    must(
      typeof rule.DryRunVersion === 'number' && rule.DryRunVersion === rule.RuleVersion,
      'Try this version of the rule on past results first',
      { code: 'untried' },
    ),
    must(rule.IsOutdated !== true, 'Unit, limits or intervals of the element were changed since. Try it again', {
      code: 'untried',
    }),
    must((rule.DryRunResults ?? 0) > 0, 'There were no past results to try it on', { code: 'untried' }),
  )
export const maySwitchOff = (rule: RuleState, user: By): Decision =>
  allOf(isPathologist(user), must(rule.IsActive === true, 'This rule is off already'))
/** Stops all rules of a lab at once: `active` of them are on. */
export const mayStop = (active: number, user: By): Decision =>
  allOf(isPathologist(user), must(active > 0, 'No rule of this laboratory is on'))
/** The lower bound is not above the upper one. */
export const boundsErrors = ({ LowValue, HighValue }: Partial<Bounds>): Record<string, string[]> =>
  LowValue != null && HighValue != null && LowValue > HighValue
    ? { HighValue: ['At most cannot be below At least'] }
    : {}

// Who hears of a critical result that nobody has called about, and when.
import { role } from '../../../core/user.ts'

export type Step = {
  /** Which of the steps it is, as it is kept. */
  readonly step: number
  /** Minutes since the result was entered. */
  readonly minutes: number
  readonly roles: readonly number[]
  readonly who: string
}

/** Minutes after which a critical value should have been told: domain.md 5 asks for the call before anything else. */
export const escalation: readonly Step[] = [
  { step: 1, minutes: 30, roles: [role.Pathologist], who: 'pathologists' },
  { step: 2, minutes: 60, roles: [role.BusinessManager, role.QualityManager], who: 'managers' },
]

/** Steps that are due after so many minutes without a call. */
export const dueAfter = (minutes: number): readonly Step[] => escalation.filter((one) => minutes >= one.minutes)

// Who is notified of a critical result without a logged call, and when.
import { role } from '../../../core/user.ts'

export type Step = {
  /** The stored number of the step. */
  readonly step: number
  /** Minutes since the result was entered. */
  readonly minutes: number
  readonly roles: readonly number[]
  readonly who: string
}

/** Minutes within which a call about a critical value is expected: domain.md 5 puts the call before anything else. */
export const escalation: readonly Step[] = [
  { step: 1, minutes: 30, roles: [role.Pathologist], who: 'pathologists' },
  { step: 2, minutes: 60, roles: [role.BusinessManager, role.QualityManager], who: 'managers' },
]

/** Steps that are due after so many minutes without a call. */
export const dueAfter = (minutes: number): readonly Step[] => escalation.filter((one) => minutes >= one.minutes)

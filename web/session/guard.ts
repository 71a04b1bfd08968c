// Where the answer to "who am I" leads: the shell, the sign-in, the second factor, the roles, the profile, or the error
// that the server does not answer.
import { ApiError } from '../api/api.ts'
import type { CurrentUser, Session } from './session.ts'

export type Guarded = 'shell' | 'login' | 'factor' | 'roles' | 'profile' | 'unreached' | 'waiting'

// the server or its gateway was not reached; any other failure is a refusal
const away = [0, 502, 503, 504]

/** Whether the role and the entity are chosen. */
export const isChosen = (user: CurrentUser): user is Session => Boolean(user.Role && user.Entity)

/** An answer without a permissions list is no session. The answer before an error is still used. */
export const guardOf = (known: { data?: CurrentUser | undefined; error?: unknown }): Guarded => {
  const user = known.data
  if (user === undefined) {
    if (!known.error) return 'waiting'
    return known.error instanceof ApiError && away.includes(known.error.status) ? 'unreached' : 'login'
  }
  if (!Array.isArray(user.Permissions)) return 'login'
  if (user.User.SecondFactor) return 'factor'
  if (user.User.MustChangePassword === true) return 'profile'
  return isChosen(user) ? 'shell' : 'roles'
}

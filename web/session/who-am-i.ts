// Identifies the user before a page opens: fills the router's context, or redirects.
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../api/api.ts'
import { cache } from '../api/cache.ts'
import { guardOf, isChosen } from './guard.ts'
import { currentUser, endSession, storedUser } from './session.ts'
import type { CurrentUser, Session } from './session.ts'
import { whyKept, whyOf } from './signed-out.ts'

/** `preload`: the user has not gone there yet. */
type Entering = { readonly preload: boolean }

/** Why a 401 sent the user to the sign-in. In a browser without a user only a reason stored earlier counts. */
const reasonOf = (error: unknown): string | undefined => {
  if (!(error instanceof ApiError) || error.status !== 401) return undefined
  return error.code !== undefined || storedUser() ? whyOf(error) : whyKept()
}
const toLogin = async ({ preload }: Entering, error?: unknown): Promise<never> => {
  // a pointer above a link must not sign the user out
  if (!preload) await endSession(reasonOf(error))
  throw redirect({ to: '/login' })
}
/** An answer, or its error. */
const asked = async (answer: Promise<CurrentUser>): Promise<{ data?: CurrentUser; error?: unknown }> => {
  try {
    return { data: await answer }
  } catch (error) {
    return { error }
  }
}

/** The home shell: its session. Throws the error when the server was not reached. */
export const enterShell = async (entering: Entering): Promise<{ session: Session }> => {
  if (!storedUser()) throw redirect({ to: '/login' })
  const known = await asked(cache.ensureQueryData(currentUser))
  const where = guardOf(known)
  if (where === 'unreached') throw known.error
  if (where === 'factor') throw redirect({ to: '/secondfactor' })
  if (where === 'profile') throw redirect({ to: '/profile' })
  if (where === 'roles') throw redirect({ to: '/roleselection/$first', params: { first: 'true' } })
  if (where !== 'shell' || !known.data || !isChosen(known.data)) return toLogin(entering, known.error)
  return { session: known.data }
}

/** A page before the shell that needs a user: who it is. */
const enterAlone = async (entering: Entering): Promise<{ known: CurrentUser }> => {
  const { data, error } = await asked(cache.fetchQuery(currentUser))
  return data ? { known: data } : toLogin(entering, error)
}
export const enterFactor = enterAlone
export const enterProfile = async (entering: Entering): Promise<{ known: CurrentUser }> => {
  const entered = await enterAlone(entering)
  if (entered.known.User.SecondFactor) throw redirect({ to: '/secondfactor', replace: true })
  return entered
}
export const enterRoles = async (entering: Entering): Promise<{ known: CurrentUser }> => {
  const entered = await enterProfile(entering)
  if (entered.known.User.MustChangePassword) throw redirect({ to: '/profile', replace: true })
  return entered
}

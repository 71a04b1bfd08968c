// Who is signed in on this page, what they may do, and how a session ends.
import { queryOptions } from '@tanstack/react-query'
import { createContext, use } from 'react'
import type { roleTaken, signedInBy, whoIsSignedIn } from '../../core/answer/account.ts'
import type { AnswerTo } from '../../core/answer/answer.ts'
import { setNetwork } from '../../core/network.ts'
import type { SignedOut } from '../../core/entrance/signed-out.ts'
import { answerTo, del, post, postTo } from '../api/api.ts'
import { cache } from '../api/cache.ts'
import { isDevelopment } from '../api/host.ts'
import { readStored, writeStored } from '../api/storage.ts'
import { forgetWhy, keepWhy, keepWhyHere, whyElsewhere } from './signed-out.ts'

/** Role and Entity are null until chosen. */
export type CurrentUser = AnswerTo<typeof whoIsSignedIn>
export type Account = CurrentUser['User']
/** A session with its role and entity chosen. */
export type Session = CurrentUser & { [Part in 'Role' | 'Entity']: NonNullable<CurrentUser[Part]> }

export const SessionContext = createContext<Session | undefined>(undefined)
/** The session of the home shell. Throws outside of it. */
export const useSession = (): Session => {
  const session = use(SessionContext)
  if (!session) throw new Error('No session here')
  return session
}

/** Who last signed in on this browser, or undefined: the guard of the home shell asks this. */
export const storedUser = (): { UserId: number } | undefined => {
  const user = readStored(localStorage, 'user')
  return typeof user === 'object' && user !== null && 'UserId' in user && typeof user.UserId === 'number'
    ? { UserId: user.UserId }
    : undefined
}

/** Signs in. Throws ApiError 401 with the message for the password field. */
export const signIn = async (username: string, password: string): Promise<Account> => {
  const { user, token } = await postTo<typeof signedInBy>({ path: 'login' }, { username, password })
  cache.clear()
  forgetWhy()
  writeStored(localStorage, 'user', { UserId: user.UserId, UserName: user.UserName, FullName: user.FullName })
  if (isDevelopment(location)) localStorage.setItem('token', token)
  return user
}

/** The signed-in user from the server; also applies the network's settings that come with the answer. */
const askCurrentUser = async (): Promise<CurrentUser> => {
  const known = await answerTo<typeof whoIsSignedIn>({ path: 'currentUser' })
  setNetwork(known.Network)
  return known
}

/** The same, cached: the shell reads it once, and the end of the session drops it. */
export const currentUser = queryOptions({
  queryKey: ['/api/currentUser', {}],
  queryFn: askCurrentUser,
  gcTime: Infinity,
})

/** Reads it again: the network's settings have changed. */
export const askAgain = (): Promise<CurrentUser> => cache.fetchQuery({ ...currentUser, staleTime: 0 })

/** Takes a role and an entity; drops everything read before, since another role read it. */
export const takeRole = async (RoleId: number, EntityId: number): Promise<CurrentUser> => {
  const { token } = await postTo<typeof roleTaken>({ path: 'entityrole' }, { RoleId, EntityId })
  if (isDevelopment(location)) localStorage.setItem('token', token)
  cache.clear()
  sessionStorage.clear()
  const fresh = await askCurrentUser()
  cache.setQueryData(currentUser.queryKey, fresh)
  return fresh
}

/** Drops the session in this browser only. The sign-in of this tab shows `why` it ended. */
export const forgetSession = (why?: string): void => {
  localStorage.clear()
  sessionStorage.clear()
  cache.clear()
  if (why) keepWhy(why)
}
/** Another tab ended it: this one does too, with the same reason. */
export const followSignOut = (): void => {
  const why = whyElsewhere()
  forgetSession(why)
  if (!why) keepWhyHere('signed-out' satisfies SignedOut)
}
/**
 * Signs out: locks first, then the session, then this browser. Never fails: an unreachable server ends the session by
 * its age.
 */
export const endSession = async (why?: string): Promise<void> => {
  await del('/api/locks/').catch(() => undefined)
  await post('/api/logout').catch(() => undefined)
  forgetSession(why)
}

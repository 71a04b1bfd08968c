// Why the session of this tab ended, kept for its sign-in screen until somebody signs in. The other tabs of the browser
// learn it from the same place that tells them of the end.
import { signedOut, type SignedOut } from '../../core/entrance/signed-out.ts'
import type { ApiError } from '../api/api.ts'

const name = 'signed out'
const reasonIn = (store: Storage): SignedOut | undefined => {
  const word = store.getItem(name)
  return word !== null && word in signedOut ? (word as SignedOut) : undefined
}

/** The reason of a refusal with 401; `gone` where the server knows none. */
export const whyOf = ({ code }: Pick<ApiError, 'code'>): SignedOut =>
  code !== undefined && code in signedOut ? (code as SignedOut) : 'gone'
/** Told by this tab, and by others that follow it. */
export const keepWhy = (why: SignedOut): void => {
  localStorage.setItem(name, why)
  keepWhyHere(why)
}
export const keepWhyHere = (why: SignedOut): void => sessionStorage.setItem(name, why)
/** Why another tab ended the session; undefined where somebody signed out there. */
export const whyElsewhere = (): SignedOut | undefined => reasonIn(localStorage)
export const forgetWhy = (): void => {
  localStorage.removeItem(name)
  sessionStorage.removeItem(name)
}
/** Why this tab was signed out, if it was. */
export const whyKept = (): SignedOut | undefined => reasonIn(sessionStorage)
/** The sentence for the sign-in screen. */
export const whyHere = (): string | undefined => {
  const why = whyKept()
  return why && signedOut[why]
}

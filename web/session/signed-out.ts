// Why the session of this tab ended, kept for its sign-in screen until somebody signs in. The other tabs of the browser
// learn it from the same place that tells them of the end.
import type { SignedOut } from '../../core/entrance/signed-out.ts'
import type { ApiError } from '../api/api.ts'

const name = 'signed out'
// what the sentence of it is, is looked up where it is shown
const reasonIn = (store: Storage): SignedOut | undefined => (store.getItem(name) as SignedOut | null) ?? undefined

/** The reason of a refusal with 401; `gone` where the server knows none. */
export const whyOf = ({ code }: Pick<ApiError, 'code'>): SignedOut => (code as SignedOut | undefined) ?? 'gone'
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

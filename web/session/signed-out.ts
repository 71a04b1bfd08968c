// Why the session of this tab ended, stored until the next sign-in. The other tabs of the browser read the reason where
// they see the end.
import type { SignedOut } from '../../core/entrance/signed-out.ts'
import type { ApiError } from '../api/api.ts'

const name = 'signed out'
// its sentence is looked up where it is shown
const reasonIn = (store: Storage): SignedOut | undefined => (store.getItem(name) as SignedOut | null) ?? undefined

/** The reason of a refusal with 401; `gone` where the server gives none. */
export const whyOf = ({ code }: Pick<ApiError, 'code'>): SignedOut => (code as SignedOut | undefined) ?? 'gone'
/** Stores the reason for this tab and for the others, which follow it. */
export const keepWhy = (why: SignedOut): void => {
  localStorage.setItem(name, why)
  keepWhyHere(why)
}
export const keepWhyHere = (why: SignedOut): void => sessionStorage.setItem(name, why)
/** Why another tab ended the session; undefined where the user signed out there. */
export const whyElsewhere = (): SignedOut | undefined => reasonIn(localStorage)
export const forgetWhy = (): void => {
  localStorage.removeItem(name)
  sessionStorage.removeItem(name)
}
/** Why this tab was signed out, if it was. */
export const whyKept = (): SignedOut | undefined => reasonIn(sessionStorage)

// Why the session of this tab ended, stored until the next sign-in. The other tabs of the browser read the reason where
// they see the end.
import type { SignedOut } from '../../core/entrance/signed-out.ts'
import type { ApiError } from '../api/api.ts'

const name = 'signed out'
// a code that only the sign-in screen needs to know: its sentence is looked up there
const reasonIn = (store: Storage): string | undefined => store.getItem(name) ?? undefined
const ended: SignedOut = 'gone'

/** The reason of a refusal with 401; `gone` where the server gives none. */
export const whyOf = ({ code }: Pick<ApiError, 'code'>): string => code ?? ended
/** Stores the reason for this tab and for the others, which follow it. */
export const keepWhy = (why: string): void => {
  localStorage.setItem(name, why)
  keepWhyHere(why)
}
export const keepWhyHere = (why: string): void => sessionStorage.setItem(name, why)
/** Why another tab ended the session; undefined where the user signed out there. */
export const whyElsewhere = (): string | undefined => reasonIn(localStorage)
export const forgetWhy = (): void => {
  localStorage.removeItem(name)
  sessionStorage.removeItem(name)
}
/** Why this tab was signed out, if it was. */
export const whyKept = (): string | undefined => reasonIn(sessionStorage)

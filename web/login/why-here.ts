// Why this tab was signed out, as the sentence of the sign-in screen; loaded with that screen.
import { isSignedOut, signedOut } from '../../core/entrance/signed-out.ts'
import { whyKept } from '../session/signed-out.ts'

/** Undefined where no user was signed out; a code that this version does not know shows as an ended session. */
export const whyHere = (): string | undefined => {
  const why = whyKept()
  return why && signedOut[isSignedOut(why) ? why : 'gone']
}

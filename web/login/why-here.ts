// Why this tab was signed out, in the sentence of the sign-in screen; fetched with that screen.
import { signedOut } from '../../core/entrance/signed-out.ts'
import { whyKept } from '../session/signed-out.ts'

/** Undefined where nobody was signed out; a word that this version does not know is told as an ended session. */
export const whyHere = (): string | undefined => {
  const why = whyKept()
  return why && ((signedOut as Readonly<Record<string, string>>)[why] ?? signedOut.gone)
}

// Errors the server answers with: status, message and the errors at the fields; anything else is a 500 without details.
import { errorsOf, type Decision, type Need, type Refused } from '../core/refusal.ts'
import { signedOut, type SignedOut } from '../core/entrance/signed-out.ts'
import type { Errors } from '../core/validate.ts'

export class Refusal extends Error {
  readonly status: number
  readonly errors: Errors | undefined
  readonly retryAfter: number | undefined
  /** A code for programs, in addition to the sentence for people. */
  readonly code: string | undefined
  /** The second person that the act needs: it may be asked for. */
  readonly needs: Need | undefined
  constructor(
    status: number,
    message: string,
    extra: { errors?: Errors; retryAfter?: number; code?: string; needs?: Need } = {},
  ) {
    super(message)
    this.status = status
    this.errors = extra.errors
    this.retryAfter = extra.retryAfter
    this.code = extra.code
    this.needs = extra.needs
  }
}
const first = (errors: Errors): string => Object.values(errors)[0]?.[0] ?? 'Something is missing'

export const invalid = (errors: Errors, message = first(errors)): Refusal => new Refusal(400, message, { errors })
/** Unknown keys: only the first are named, since a body may have any number of any length. */
export const unknownFields = (names: readonly string[]): Refusal => {
  const shown = names.slice(0, 20).map((name) => name.slice(0, 60))
  return invalid(
    Object.fromEntries(shown.map((name) => [name, ['This field is not known']])),
    `Unknown field "${shown[0] ?? ''}"`,
  )
}
export const malformed = (message: string): Refusal => new Refusal(400, message)
/** `why`: only for the holder of an ended session's token. */
export const notSignedIn = (why?: SignedOut): Refusal =>
  why ? new Refusal(401, signedOut[why], { code: why }) : new Refusal(401, 'Sign in to go on')
export const notPermitted = (message = 'You do not have permission to do this'): Refusal => new Refusal(403, message)
export const notFound = (message = 'This record does not exist'): Refusal => new Refusal(404, message)
/** The same for references in a body, at their fields. */
export const notThere = (errors: Errors): Refusal => new Refusal(404, first(errors), { errors })
export const conflict = (message: string): Refusal => new Refusal(409, message)
/** Another user changed it since the sender saw it; the message adds that the changes on the screen are not lost. */
export const outdated = (message: string): Refusal => new Refusal(409, message, { code: 'stale' })
/** A rule refuses; the message is the rule's reason. */
export const refused = (reason: string, errors?: Errors): Refusal => new Refusal(422, reason, errors ? { errors } : {})
/** The refusal of a decision, at its field or fields and with its code. */
export const refusedBy = (decision: Refused): Refusal => {
  const { reason, code, needs } = decision
  const errors = errorsOf(decision)
  return new Refusal(422, reason, {
    ...(Object.keys(errors).length > 0 ? { errors } : {}),
    ...(code ? { code } : {}),
    ...(needs ? { needs } : {}),
  })
}
/** @throws 422 where a decision refuses */
export const obey = (decision: Decision): void => {
  if (!decision.ok) throw refusedBy(decision)
}
/** What was sent is refused by a decision, at its field or fields. */
export const invalidBy = (decision: Refused): Refusal => {
  const { reason, code, needs } = decision
  return new Refusal(400, reason, {
    errors: errorsOf(decision),
    ...(code ? { code } : {}),
    ...(needs ? { needs } : {}),
  })
}
/** Another person or tab edits it; `elsewhere`: the same person in another window. */
export const locked = (message: string, { elsewhere = false } = {}): Refusal =>
  new Refusal(423, message, elsewhere ? { code: 'edited-elsewhere' } : {})
export const tryLater = (seconds: number, message = 'The server is busy. Please try again.'): Refusal =>
  new Refusal(503, message, { retryAfter: seconds })

export const genericMessage = 'Something went wrong. Please try again.'

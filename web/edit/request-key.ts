// The key under which a save is sent: the same again as long as it is the same request, so that nothing is saved twice.
import { newKey } from '../api/request-key.ts'

export type RequestKey = {
  readonly now: () => string
  /** A record that is taken up again goes on under the key it had. */
  readonly goOn: (key: string) => void
  /** The key to send a body under: another one once a refused body was changed. */
  readonly of: (body: string) => string
  readonly answered: () => void
  /** The server decided against this body. */
  readonly refused: (body: string) => void
}

export const createRequestKey = (): RequestKey => {
  let key: string = newKey()
  // after a definite refusal the next request is another one once its contents differ
  let refusedBody: string | undefined
  return {
    now: () => key,
    goOn: (before) => {
      key = before
    },
    of: (body) => {
      if (refusedBody !== undefined && refusedBody !== body) {
        key = newKey()
        refusedBody = undefined
      }
      return key
    },
    answered: () => {
      key = newKey()
    },
    refused: (body) => {
      refusedBody = body
    },
  }
}

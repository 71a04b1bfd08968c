// The key under which a save is sent: the same for a repeated request, so that it is saved only once.
import { newKey } from '../api/request-key.ts'

export type RequestKey = {
  readonly now: () => string
  /** A record that is resumed continues under its earlier key. */
  readonly goOn: (key: string) => void
  /** The key for a body: a new one once a refused body was changed. */
  readonly of: (body: string) => string
  readonly answered: () => void
  /** The server refused this body. */
  readonly refused: (body: string) => void
}

export const createRequestKey = (): RequestKey => {
  let key: string = newKey()
  // after a refusal, a request with other contents is a new one
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

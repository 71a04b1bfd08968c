// What a refused save or a failed load says, and where a screen that cannot be shown goes.
import type { Model } from '../../core/model.ts'
import { ApiError, messageOf } from '../api/api.ts'

/** The text above the fields after a save that did not happen. Nothing is lost in any of the cases. */
export const saveFailure = (error: unknown): string => {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.status === 0) return "The server can't be reached. Your changes are still on this screen."
  if (error.status === 409)
    return error.code === 'stale'
      ? `${error.message} Note what you changed, then Discard to see the newer record.`
      : error.message
  if (error.status === 423)
    return `${error.message}. Your changes are still on this screen: save again when they are done.`
  return error.message
}

/** Whether the server decided: the same request sent again would be refused again. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** The list a detail returns to: the one it was opened from, else what its model says. */
export const listOf = (model: Pick<Model, 'id' | 'returnsTo'>, from?: unknown): string =>
  typeof from === 'string' ? from : (model.returnsTo ?? model.id)

// The message of a refused save or a failed load, and where a screen that cannot be shown leads.
import type { Model } from '../../core/model.ts'
import { ApiError, messageOf } from '../api/api.ts'

/** The text above the fields after a failed save. No typed value is lost in any case. */
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

/** Whether the server decided: the same request would be refused again. */
export const isDefinite = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500

/** The list that a detail returns to: the one it was opened from, else the one its model names. */
export const listOf = (model: Pick<Model, 'id' | 'returnsTo'>, from?: unknown): string =>
  typeof from === 'string' ? from : (model.returnsTo ?? model.id)

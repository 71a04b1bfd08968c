// The system's own user (migration 0033): the author of scheduled jobs in the history.
import type { Author } from '../caller.ts'

const systemUser = 0

/** The author of a scheduled job's writes. It has no permit, so it cannot use the door. */
export const systemAuthor = (job: string): Author => ({
  UserId: systemUser,
  RoleId: null,
  EntityId: null,
  requestId: `job ${job}`,
})

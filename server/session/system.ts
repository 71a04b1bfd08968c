// The system's own user (migration 0033): whom the history names for what the clock asked for.
import type { Author } from '../caller.ts'

const systemUser = 0

/** The author of what a scheduled job writes; it holds no permit, so the door lets it do nothing in a user's name. */
export const systemAuthor = (job: string): Author => ({
  UserId: systemUser,
  RoleId: null,
  EntityId: null,
  requestId: `job ${job}`,
})

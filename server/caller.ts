// The caller of a request and a record in transfer: types that the whole server uses.
import type { SignedIn } from '../core/user.ts'

/** A loaded or sent record: specification field names. */
export type Loaded = Record<string, unknown>

/** The signed-in user with the organisations that the entity covers, itself first. */
export type Caller = SignedIn & {
  tokenHash: Buffer
  /** The entity and the organisations below it (never patients). */
  Clients: readonly number[]
  requestId: string
}

/** The user of a write with role and entity; both are empty before they are chosen. */
export type Author = Pick<Caller, 'UserId' | 'requestId'> & { RoleId: number | null; EntityId: number | null }

// Who asks, and a record on its way: what every room of the server speaks of.
import type { SignedIn } from '../core/user.ts'

/** A loaded or sent record: specification field names. */
export type Loaded = Record<string, unknown>

/** The signed-in user as the server knows them: also which organisations the entity covers, itself first. */
export type Caller = SignedIn & {
  tokenHash: Buffer
  /** The entity and the organisations below it (never patients). */
  Clients: readonly number[]
  requestId: string
}

/** Who did it, as what and where; both are empty before they are chosen. */
export type Author = Pick<Caller, 'UserId' | 'requestId'> & { RoleId: number | null; EntityId: number | null }

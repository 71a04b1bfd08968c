// The caller of a request and a record in transfer: types that the whole server uses.
import type { Need } from '../core/refusal.ts'
import type { SignedIn } from '../core/user.ts'

/** A loaded or sent record: specification field names. */
export type Loaded = Record<string, unknown>

/** Rupees by kind of need. */
export type Amounts = Readonly<Partial<Record<Need['kind'], number>>>

/** Who agreed to an act that its user alone may not do. */
export type Second = {
  readonly UserId: number
  readonly FullName: string
  readonly RoleId: number
  /** The places that they work for; undefined while the person is not known. */
  readonly Clients: readonly number[] | undefined
  /** What was agreed to; undefined while it is only found out what the act needs. */
  readonly agreed: readonly Need['kind'][] | undefined
  /** Rupees that were agreed to, by kind of need; a kind without an amount is about none. */
  readonly upTo: Amounts
  /** Why the user asks for it. */
  readonly reason: string
  readonly requestId: number | null
  /** What the act turned out to need, in words; filled while it runs. */
  readonly met: (Need & { readonly why: string })[]
}

/** The signed-in user with the organisations that the entity covers, itself first. */
export type Caller = SignedIn & {
  tokenHash: Buffer
  /** The entity and the organisations below it (never patients). */
  Clients: readonly number[]
  requestId: string
  /** Set while a request that was agreed to is carried out. */
  Second?: Second
}

/** In whose name a paper is issued, and for which organisations they sign. */
export type Issuer = Pick<Caller, 'UserId' | 'FullName' | 'Clients'>

/** The user of a write with role and entity; both are empty before they are chosen. */
export type Author = Pick<Caller, 'UserId' | 'requestId' | 'Second'> & {
  RoleId: number | null
  EntityId: number | null
}

// What a module gives the server: scope, load, save, actions, statements, routes. The platform does the rest through the one door.
import type { Decision } from '../core/refusal.ts'
import type { Fields, Model, Permit } from '../core/model.ts'
import type { SignedIn } from '../core/user.ts'
import type { Sql, Tx } from './db.ts'
import type { Route } from './route.ts'
import type { Statement } from './statement.ts'

/** A loaded or sent record: specification field names. */
export type Loaded = Record<string, unknown>

/** The signed-in user as the server knows them: also which organisations the entity covers, itself first. */
export type Caller = SignedIn & {
  tokenHash: Buffer
  /** The entity and the organisations below it (never patients). */
  Clients: readonly number[]
  requestId: string
}

export type SaveContext = {
  tx: Tx
  user: Caller
  /** What was sent: declared, checked fields only. */
  record: Loaded
  /** The stored record, null when it is new. */
  before: Loaded | null
  /** Key of the record, null when it is new. */
  key: number | null
}

export type Action = {
  /** Shown in the history: `accession`. */
  name: string
  permit: Permit
  /** Further addresses under /api, PUT and POST both; `{key}` stands for the record: `cancel/sales`. */
  path: string
  /** Where the record's key is found in the body or the query (`formId`), unless the path has {key}. */
  keyField?: string
  /** What else the body may hold, checked before anything is done; other names are left to the action. */
  body?: Fields
  summary: string
  /** The record the action is about, when keyField names something inside it. */
  record?: (tx: Tx, key: number) => Promise<number | undefined>
  run: (context: SaveContext & { body: Loaded }) => Promise<Loaded & { message: string }>
}

export type ServerModule = {
  model: Model
  /** Table of the record, its alias in scope and statements, and its key column. */
  table: string
  alias: string
  keyColumn: string
  /** Which rows exist at all for this user: a predicate over the alias. */
  scope: (user: Caller) => Sql
  /** The whole record with its nested objects as one statement of one row; the platform adds scope and version. */
  read: (key: number, user: Caller) => Sql
  /** Why a record that was there is not there any more, for the 404. */
  gone?: (tx: Tx, key: number) => Promise<string | undefined>
  /** Writes and answers the key. Absent: the module cannot be saved. */
  save?: (context: SaveContext) => Promise<number>
  /** Fields whose stored value this user may not change. */
  restricted?: (user: Caller, before: Loaded) => readonly string[]
  /** What may be done with the record and why not, beside permit and criteria. */
  decide?: Partial<Record<Permit, (record: Loaded, user: Caller) => Decision>>
  /** Message of a successful save. */
  saved?: (record: Loaded) => string
  actions?: readonly Action[]
  statements: readonly Statement[]
  routes?: readonly Route[]
}

// What a module gives the server: scope, load, save, actions, statements, routes. The platform does the rest through
// the one door.
import type { Decision } from '../core/refusal.ts'
import type { Fields, Model, Permit } from '../core/model.ts'
import type { Caller, Loaded } from './caller.ts'
import type { Sql, Tx } from './db/db.ts'
import type { Route } from './route.ts'
import type { Statement } from './read/statement.ts'

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

/** A record of a module above before and after it was changed; `before` is null when it is new. */
export type FollowContext = { tx: Tx; user: Caller; key: number; before: Loaded | null; after: Loaded; action: string }

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
  /**
   * Rows of other tables that stand before its own in the order in which rows are locked (client, invoice, sale,
   * sample, batch): statements that lock those which a save or action may write, run before the record itself is
   * locked. Two that meet wait in one direction, never in a circle.
   */
  locksFirst?: (key: number, sent: Loaded) => readonly Sql[]
  /** The whole record with its nested objects as one statement of one row; the platform adds scope and version. */
  read: (key: number, user: Caller) => Sql
  /**
   * Records of this and other modules that are made, changed or cancelled along with one without being saved
   * themselves, as they stand: rows of { Module, FormId, Values }. The door asks before and after, and each that
   * differs gets an entry of its own in the audit.
   */
  alongside?: (key: number) => Sql
  /** Why a record that was there is not there any more, for the 404. */
  gone?: (tx: Tx, key: number) => Promise<string | undefined>
  /**
   * What a reference of another record may name here beside its scope, by the name of its picker; a key that stood
   * there before may stay.
   */
  picks?: Readonly<Record<string, (user: Caller) => Sql>>
  /** Bytes that a record may have when it is sent: a megabyte unless said. */
  bodyLimit?: number
  /** Writes and answers the key. Absent: the module cannot be saved. */
  save?: (context: SaveContext) => Promise<number>
  /** Fields whose stored value this user may not change. */
  restricted?: (user: Caller, before: Loaded) => readonly string[]
  /** What may be done with the record and why not, beside permit and criteria. */
  decide?: Partial<Record<Permit, (record: Loaded, user: Caller) => Decision>>
  /** Message of a successful save. */
  saved?: (record: Loaded) => string
  actions?: readonly Action[]
  /**
   * What hangs on records of modules above, by their id: asked in the transaction of each save and action on them,
   * after it and before its audit entry.
   * A module that is not there yet when another is written hears of it here, so that nothing above knows what is below.
   */
  follows?: Readonly<Record<string, (context: FollowContext) => Promise<void>>>
  statements: readonly Statement[]
  routes?: readonly Route[]
}

// What a module gives the server: scope, load, save, actions, statements, routes. The platform does the rest through
// the one door.
import type { Decision } from '../core/refusal.ts'
import type { Errors } from '../core/validate.ts'
import type { DraftOf, Fields, Model, Permit, RecordOf } from '../core/model.ts'
import type { ByOthers, Edited } from './edited.ts'
import type { Caller, Loaded } from './caller.ts'
import type { Sql, Tx } from './db/db.ts'
import type { Job, ScheduledJob } from './job.ts'
import type { Picks } from './pick.ts'
import type { Call, Route } from './route.ts'
import type { Statement } from './read/statement.ts'

/** The record as it is stored, with its version. */
export type StoredOf<F extends Fields> = RecordOf<F> & { readonly RowVersion: number }

export type SaveContext<F extends Fields = Fields> = {
  tx: Tx
  user: Caller
  /** What was sent: declared, checked fields only. */
  record: DraftOf<F>
  /** The stored record, null when it is new. */
  before: StoredOf<F> | null
  /** Key of the record, null when it is new. */
  key: number | null
}

/** A record of a module above before and after it was changed; `before` is null when it is new. */
export type FollowContext<F extends Fields = Fields> = {
  tx: Tx
  user: Caller
  key: number
  before: RecordOf<F> | null
  after: RecordOf<F>
  action: string
}

/** What an action on a record is given: the record as it stands, and what the body holds beside its key. */
type ActContext<F extends Fields = Fields, B extends Fields = Fields> = {
  tx: Tx
  user: Caller
  key: number
  before: StoredOf<F>
  body: DraftOf<B>
}

type Act<B extends Fields> = {
  /** Shown in the history: `accession`. */
  name: string
  permit: Permit
  /** Further addresses under /api, PUT and POST both; `{key}` stands for the record: `cancel/sales`. */
  path: string
  summary: string
  /** What the body may hold beside the key of a record, checked before anything is done. */
  body?: B
}
/** What is done with one record. */
export type Action<F extends Fields = Fields, B extends Fields = Fields> = Act<B> & {
  kind: 'record'
  /**
   * Where the record's key is found in the body or the query, unless the path has {key}; `formId` stands for it too.
   */
  keyField?: string
  /** The record the action is about, when keyField names something inside it. */
  record?: (tx: Tx, key: number) => Promise<number | undefined>
  /** Why it cannot be done with this record now, instead of what the module decides for the permit. */
  decide?(record: StoredOf<F>, user: Caller, body: DraftOf<B>): Decision
  run(context: ActContext<F, B>): Promise<Loaded & { message: string }>
}

type BulkContext<B extends Fields, R> = { tx: Tx; user: Caller; records: R; body: DraftOf<B> }
/**
 * What is done with many records at once, all or nothing, or makes records where there were none. It writes its own
 * entries in the history, since each record has one.
 */
export type BulkAction<B extends Fields = Fields, R = unknown> = Act<B> & {
  kind: 'bulk'
  /** PUT or POST alone where the address is one that a client knows. */
  method?: 'PUT' | 'POST'
  /**
   * Finds what it is about inside the scope of the user and locks it in the order of the house. Absent: it makes
   * records.
   */
  records?(tx: Tx, user: Caller, body: DraftOf<B>): Promise<R>
  /** Those of them that the criteria of the permit are asked of, one by one. */
  permitted?(records: R): readonly Loaded[]
  /** Records of the module, or parts of them, whose edit lock another must not hold. */
  held?(records: R): readonly Edited[]
  /** Takes out what another holds, in words, where the rest is done all the same. */
  without?(records: R, byOthers: ByOthers): R
  /** What is not any more as the sender saw it, in words. */
  stale?(records: R, body: DraftOf<B>): string | undefined
  /** Whether it may be done with all of them; `eachOf` says it of every one that refuses. */
  decide?(records: R, user: Caller, body: DraftOf<B>): Decision
  /** `status` 201: made; 422 with `errors`: refused, yet what was found out of step is kept. */
  run(
    context: BulkContext<B, R>,
  ): Promise<Loaded & { message: string; status?: 201 | 422 | undefined; errors?: Errors | undefined }>
  /** Modules beside its own whose lists have changed. */
  announces?: readonly string[]
}
/** An action on one record of a model, its body typed by its declared fields. */
export const actionOf = <F extends Fields, B extends Fields = Record<never, never>>(
  _model: Model<F>,
  action: Omit<Action<NoInfer<F>, B>, 'kind'>,
): Action => ({ kind: 'record', ...action })
/** An action on many records. */
export const bulkOf = <R, B extends Fields = Record<never, never>>(
  action: Omit<BulkAction<B, R>, 'kind'>,
): BulkAction => ({ kind: 'bulk', ...action })

/** A method, so that what follows sales may be given a sale's own type. */
type Follow = { react(context: FollowContext): Promise<void> }['react']
/** What may be done with a record, and why not. A method, so that a module of its own fields is one of any fields. */
type Decide<F extends Fields> = { ask(record: StoredOf<F>, user: Caller): Decision }['ask']

/**
 * `F` are the fields of the module's model: `moduleOf(sales, {...})` gives its functions the record's own type.
 */
export type ServerModule<F extends Fields = Fields> = {
  model: Model<F>
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
  locksFirst?(key: number, sent: DraftOf<F>): readonly Sql[]
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
   * What a reference of another record may name beside its scope, by the name of its picker; a key that stood there
   * before may stay.
   */
  picks?: Picks
  /** Bytes that a record may have when it is sent: a megabyte unless said. */
  bodyLimit?: number
  /** Each reading of a record is written down: who looked at what is measured of a patient. */
  isWatched?: true
  /** What the lock of a record may be narrowed to: benches work on parts of one record at once. */
  isEditedByParts?: true
  /** Writes and answers the key. Absent: the module cannot be saved. */
  save?(context: SaveContext<F>): Promise<number>
  /** Fields whose stored value this user may not change. */
  restricted?(user: Caller, before: StoredOf<F>): readonly (keyof F & string)[]
  /** What may be done with the record and why not, beside permit and criteria. */
  decide?: Partial<Record<Exclude<Permit, 'create'>, Decide<F>>> & { create?: (user: Caller) => Decision }
  /**
   * Records that are a user's own: read by them whatever their role, also before one is chosen, and saved at the same
   * address as far as they are theirs to change.
   */
  own?: {
    is(userId: number, key: number): boolean
    /** Whether what was sent is such a save. */
    isSave(body: Loaded): boolean
    save(call: Call, key: number): Promise<Loaded & { message: string }>
  }
  /** Message of a successful save. */
  saved?(record: RecordOf<F>): string
  /** Whether this user adds files to the record and removes them, beside the permit `update`; yes unless said. */
  mayKeepFiles?(record: StoredOf<F>, user: Caller): Decision
  actions?: readonly (Action | BulkAction)[]
  /**
   * What hangs on records of modules above, by their id: asked in the transaction of each save and action on them,
   * after it and before its audit entry.
   * A module that is not there yet when another is written hears of it here, so that nothing above knows what is below.
   */
  follows?: Readonly<Record<string, Follow>>
  statements: readonly Statement[]
  routes?: readonly Route[]
  /** What is done outside a request: `addJob` asks for it, or its schedule. */
  jobs?: readonly (Job | ScheduledJob)[]
}

/** A module of this model: its functions get the record's own type, and the platform any module's. */
export const moduleOf = <F extends Fields>(
  model: Model<F>,
  rest: Omit<ServerModule<NoInfer<F>>, 'model'>,
): ServerModule => ({
  model,
  ...rest,
})

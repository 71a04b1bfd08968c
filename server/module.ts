// A module's declaration for the server: scope, load, save, actions, statements, routes. The platform does the rest
// through the one door.
import type { Decision } from '../core/refusal.ts'
import type { Errors } from '../core/validate.ts'
import type { Shapes } from '../core/answer/answer.ts'
import type { FilePart, KeptFile } from '../core/answer/questions.ts'
import type { DraftOf, Fields, Model, Permit, RecordOf } from '../core/model.ts'
import type { ByOthers, Edited } from './edited.ts'
import type { Caller, Loaded } from './caller.ts'
import type { Database, Sql, Tx } from './db/db.ts'
import type { Job, ScheduledJob } from './job.ts'
import type { Picks } from './pick.ts'
import type { Call, Route } from './route.ts'
import type { Statement } from './read/statement.ts'
import type { Refusal } from './refusal.ts'

/** The stored record, with its version. */
export type StoredOf<F extends Fields> = RecordOf<F> & { readonly RowVersion: number }

export type SaveContext<F extends Fields = Fields> = {
  tx: Tx
  user: Caller
  /** The request's fields: only declared and checked ones. */
  record: DraftOf<F>
  /** The stored record, null when it is new. */
  before: StoredOf<F> | null
  /** Key of the record, null when it is new. */
  key: number | null
}

/** A record of a module above, before and after its change; `before` is null when it is new. */
export type FollowContext<F extends Fields = Fields> = {
  tx: Tx
  user: Caller
  key: number
  before: RecordOf<F> | null
  after: RecordOf<F>
  action: string
  /** What the user is to do now, for the message of an act that tells it, and what its answer has besides. */
  say?: (what: string, besides?: Readonly<Record<string, unknown>>) => void
}

/** The input of an action on a record: the stored record, and the body without its key. */
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
  /** Further addresses under /api, PUT and POST both; `{key}` is the record's key: `cancel/sales`. */
  path: string
  summary: string
  /** What it answers; the API's description and the tests read it. */
  answers?: Shapes
  /** The fields of the body in addition to the record's key, checked before the action. */
  body?: B
}
/** An action on one record. */
export type Action<F extends Fields = Fields, B extends Fields = Fields> = Act<B> & {
  kind: 'record'
  /** The field of the body or query with the record's key, unless the path has {key}; `formId` is accepted too. */
  keyField?: string
  /** The record of the action, when keyField names a part of it. */
  record?: (tx: Tx, key: number) => Promise<number | undefined>
  /** Why the action is refused for this record now, in place of the module's decision for the permit. */
  decide?(record: StoredOf<F>, user: Caller, body: DraftOf<B>): Decision
  run(context: ActContext<F, B>): Promise<Loaded & { message: string }>
  /** What is kept of a refusal by `run`, in a transaction of its own. */
  refused?(tx: Tx, key: number, refusal: Refusal): Promise<void>
}

type BulkContext<B extends Fields, R> = { tx: Tx; user: Caller; records: R; body: DraftOf<B> }
/**
 * An action on many records at once, all or none, or one that creates records. It writes its own entries in the
 * history, since each record has one.
 */
export type BulkAction<B extends Fields = Fields, R = unknown, A extends Loaded = Loaded> = Act<B> & {
  kind: 'bulk'
  /** PUT or POST alone, for an address that clients know. */
  method?: 'PUT' | 'POST'
  /**
   * Finds the records inside the user's scope and locks them in the fixed order. Absent: the action creates records.
   */
  records?(tx: Tx, user: Caller, body: DraftOf<B>): Promise<R>
  /** The records that the permit's criteria are checked for, one by one. */
  permitted?(records: R): readonly Loaded[]
  /** Records of the module, or parts of them, that another user must not have locked for editing. */
  held?(records: R): readonly Edited[]
  /** Removes records that another user edits, each with its reason, when the rest is still done. */
  without?(records: R, byOthers: ByOthers): R
  /** The message when records have changed since the sender saw them. */
  stale?(records: R, body: DraftOf<B>): string | undefined
  /** Whether the action is allowed for all of them; `eachOf` gives the refusal of each. */
  decide?(records: R, user: Caller, body: DraftOf<B>): Decision
  /** `status` 201: created; 422 with `errors`: refused, but corrections of stale data are stored. */
  run(
    context: BulkContext<B, R>,
  ): Promise<A & { message: string; status?: 201 | 422 | undefined; errors?: Errors | undefined }>
  /** Other modules whose lists have changed. */
  announces?: readonly string[]
  /**
   * The one record that it creates, which its answer names by that module's key: a second person may be asked for it,
   * who has this permit there.
   */
  creates?: { readonly module: string; readonly permit: Permit }
  parts?: Parts<B, A>
}
/**
 * Divides a big request. Each part has a transaction of its own, so that the request may take longer than a statement;
 * one that was interrupted and is sent again with its key goes on where it stopped. The answer is that of the whole.
 */
export type Parts<B extends Fields = Fields, A extends Loaded = Loaded> = {
  /** Finds what the request is about where it does not name it. Kept with its key: sent again, it is about the same. */
  found?(tx: Tx, user: Caller, body: DraftOf<B>): Promise<DraftOf<B>>
  of(body: DraftOf<B>): readonly DraftOf<B>[]
  /** `left` are parts that were not begun, since the others took their time. */
  join(answers: readonly A[], left: readonly DraftOf<B>[]): Loaded & { message: string }
}
/** An action on one record of a model, its body typed by its declared fields. */
export const actionOf = <F extends Fields, B extends Fields = Record<never, never>>(
  _model: Model<F>,
  action: Omit<Action<NoInfer<F>, B>, 'kind'>,
): Action => ({ kind: 'record', ...action })
/** An action on many records. */
export const bulkOf = <R, B extends Fields = Record<never, never>, A extends Loaded = Loaded>(
  action: Omit<BulkAction<B, R, A>, 'kind'>,
): BulkAction => ({ kind: 'bulk', ...action })

/** A method, so that a follower of sales can have a sale's own type. */
type Follow = { react(context: FollowContext): Promise<void> }['react']
/**
 * The decision about an action on a record. A method, so that a module with its own fields is assignable to one with
 * any fields.
 */
type Decide<F extends Fields> = { ask(record: StoredOf<F>, user: Caller): Decision }['ask']

/** `F` is the type of the model's fields: `moduleOf(sales, {...})` gives its functions the record's own type. */
export type ServerModule<F extends Fields = Fields> = {
  model: Model<F>
  /** Table of the record, its alias in scope and statements, and its key column. */
  table: string
  alias: string
  keyColumn: string
  /** The rows that exist for this user: a predicate over the alias. */
  scope: (user: Caller) => Sql
  /**
   * Statements that lock rows of other tables which come before its own in the lock order (client, invoice, sale,
   * sample, batch) and which a save or action may write. They run before the record itself is locked. So two writers
   * wait in one direction, never in a circle.
   */
  locksFirst?(key: number, sent: DraftOf<F>): readonly Sql[]
  /** The whole record with its nested objects as one statement of one row; the platform adds scope and version. */
  read: (key: number, user: Caller) => Sql
  /**
   * Records of this and other modules that are created, changed or cancelled together with one, without a save of their
   * own: rows of { Module, FormId, Values }. The door reads them before and after, and each one that differs gets its
   * own audit entry.
   */
  alongside?: (key: number) => Sql
  /** Why a former record no longer exists, for the 404. */
  gone?: (tx: Tx, key: number) => Promise<string | undefined>
  /**
   * The records that references of other modules may name, by picker, in addition to the scope. A key already stored is
   * accepted.
   */
  picks?: Picks
  /** Most bytes of a sent record; absent: a megabyte. */
  bodyLimit?: number
  /**
   * Before what shows a record's results is given out on paper, as history or as a file: notes who opens it, or
   * refuses. `about`: the parts of the record that a file is of.
   */
  discloses?(
    db: Database,
    user: Caller,
    key: number,
    what: 'print' | 'history' | 'file',
    about?: KeptFile['About'],
  ): Promise<void>
  /** Each reading of a record is logged: its user saw a patient's results. */
  isWatched?: true
  /** An edit lock may cover a part of a record, since several benches work on one record at once. */
  isEditedByParts?: true
  /** Saves and answers the key. Absent: the module cannot be saved. */
  save?(context: SaveContext<F>): Promise<number>
  /** Fields whose stored value this user may not change. */
  restricted?(user: Caller, before: StoredOf<F>): readonly (keyof F & string)[]
  /** Decisions about actions on the record, in addition to permit and criteria. */
  decide?: Partial<Record<Exclude<Permit, 'create'>, Decide<F>>> & { create?: (user: Caller) => Decision }
  /**
   * Records that are the user's own: readable in every role, also before one is chosen, and saved at the same address
   * as far as the user may change them.
   */
  own?: {
    is(userId: number, key: number): boolean
    /** Whether a body is such a save. */
    isSave(body: Loaded): boolean
    save(call: Call, key: number): Promise<Loaded & { message: string }>
  }
  /** What this server takes over of what was saved, before it answers; others take it as they hear of it. */
  applied?(db: Database): Promise<void>
  /** Message of a successful save. */
  saved?(record: RecordOf<F>): string
  /** Whether this user may add and remove files of the record, in addition to what the model says; absent: yes. */
  mayKeepFiles?(record: StoredOf<F>, user: Caller): Decision
  /** What of the record rests on its files of a kind, in a sentence: such a file is withdrawn, never removed. */
  restsOn?(tx: Tx, key: number, file: Pick<KeptFile, 'Kind' | 'About'>): Promise<string | undefined>
  /** The parts of the record that a file of a kind may be of, where the model says that it is of some. */
  partsOfFile?(tx: Tx, key: number, kind: string): Promise<readonly FilePart[]>
  actions?: readonly (Action | BulkAction)[]
  /**
   * Reactions to changes of records of modules above, by module id. They run in the transaction of each save and
   * action, after it and before its audit entry. So a module above does not need to know the modules below.
   */
  follows?: Readonly<Record<string, Follow>>
  statements: readonly Statement[]
  routes?: readonly Route[]
  /** Jobs outside a request, started by `addJob` or by schedule. */
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

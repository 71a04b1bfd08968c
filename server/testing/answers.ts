// What the server answers, by the path that was asked: a test names a field of a record as its module declares it.
import type { Permit } from '../../core/model.ts'
import type { ResultRow } from '../../modules/testresults/testresults.model.ts'
import type { HistoryEntry } from '../read/seen.ts'
import type { Asked, Done } from './declared.ts'
import type { Answer, Present, Rows, Told } from './present.ts'
import type { Modules } from './records.ts'

export type { RowAt } from './declared.ts'
export type { Answer, Json, Present, Rows, Told } from './present.ts'

/** A record of a module as read. */
export type Read<M extends keyof Modules> = Modules[M]['record'] &
  Told & { RowVersion: number; Actions: { [P in Permit]: true | string } }
/** What a save of a module answers. */
export type Saved<M extends keyof Modules> = { [Key in Modules[M]['key']]: number } & Told

/** A result as its sheet shows it. */
export type Result = Present<ResultRow> & Told

/** Modules whose history names the fields of their records; that of results names their elements. */
type Changing = Exclude<keyof Modules, 'testresults'>
/** An entry of the history of a record: each changed field as it was, and as it is. */
type Entry<M extends Changing> = Omit<Present<HistoryEntry>, 'Changes'> & {
  Changes: { [N in keyof Modules[M]['record']]: [Modules[M]['record'][N], Modules[M]['record'][N]] }
}
/** Answers of addresses that are no record of a module, below /api. */
type Reads = {
  readonly [M in Changing as `actions?ModuleId=${M}&FormId=${string}`]: Rows<Entry<M>>
} & {
  readonly [results: `testresults?${string}`]: Rows<Result>
}
/** What acts answer besides their message. */
type Acts = {
  readonly login: { token: string; user: Asked['currentUser']['User'] } & Told
  readonly [print: `print/${string}`]: { location: string } & Told
  readonly 'testresults/': {
    WorkItems: Rows<{ WorkItemId: number; RowVersion: number }>
    RowVersion: number
    Refused: Rows<{ WorkItemId: number; Text: string; Reason: string }>
    Rounded: Rows<{ WorkItemId: number; From: string; To: string }>
  } & Told
}
type WithoutQuery<P> = P extends `${infer Path}?${string}` ? Path : P
/** The answer of a path below /api: one told in a table, else of a module's record, else any. */
type Of<P extends string, Table, Asked, Records> = P extends `/api/${infer Path}`
  ? Path extends keyof Table
    ? Table[Path]
    : WithoutQuery<Path> extends infer Address extends keyof Asked
      ? Asked[Address]
      : Path extends `${infer M extends keyof Modules}/${infer Key}`
        ? Key extends `${string}/${string}`
          ? Answer
          : M extends keyof Records
            ? Records[M]
            : Answer
        : Answer
  : Answer
/** What is read at a path. */
export type Got<P extends string> = Of<P, Reads, Asked, { [M in keyof Modules]: Read<M> }>
/** What is answered to what is sent there. */
export type Sent<P extends string> = Of<P, Acts, Done, { [M in keyof Modules]: Saved<M> }>
/** What a request of this method is answered there. */
export type AnsweredAt<M extends string, P extends string> = M extends 'GET'
  ? Got<P>
  : M extends 'DELETE'
    ? Answer
    : Sent<P>

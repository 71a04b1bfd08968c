// What a question answers, declared once: the server, the screen, the tests and the API's description read it.
import type { Field, Fields } from '../model.ts'

type Plain = {
  text: string
  integer: number
  number: number
  money: number
  percent: number
  boolean: boolean
  /** yyyy-mm-dd */
  date: string
  /** An ISO instant. */
  datetime: string
  json: unknown
}
interface Null {
  readonly orNull: Shape
}
type OneOf = { readonly oneOf: readonly string[] }
/**
 * The shape of a value: its kind, with a question mark where it may be null; a field of a model; `[shape]`, any number
 * of them; or the shape of each part. A part whose name ends with a question mark may be absent.
 */
export type Shape = keyof Plain | `${keyof Plain}?` | Field | Null | OneOf | readonly [Shape] | Shapes
export type Shapes = { readonly [name: string]: Shape }
/** Parts that may be null together. */
export const orNull = <const S extends Shape>(shape: S): { readonly orNull: S } => ({ orNull: shape })
/** One of these texts. */
export const oneOfTexts = <const V extends string>(...values: readonly V[]): { readonly oneOf: readonly V[] } => ({
  oneOf: values,
})

type Always<S> = { -readonly [N in keyof S as N extends `${string}?` ? never : N]: Shaped<S[N]> }
type Maybe<S> = { -readonly [N in keyof S as N extends `${infer Name}?` ? Name : never]?: Shaped<S[N]> }
/** A value of a shape. */
export type Shaped<S> = S extends keyof Plain
  ? Plain[S]
  : S extends `${infer K extends keyof Plain}?`
    ? Plain[K] | null
    : S extends Field<infer V>
      ? V
      : S extends { readonly orNull: infer Part }
        ? Shaped<Part> | null
        : S extends { readonly oneOf: readonly (infer V)[] }
          ? V
          : S extends readonly [infer Row]
            ? Shaped<Row>[]
            : Always<S> & Maybe<S>

export const isField = (shape: Shape): shape is Field =>
  typeof shape === 'object' && 'kind' in shape && typeof shape.label === 'string'
export const isRows = (shape: Shape): shape is readonly [Shape] => Array.isArray(shape)
export const isOrNull = (shape: Shape): shape is Null => typeof shape === 'object' && 'orNull' in shape
export const isOneOf = (shape: Shape): shape is OneOf => typeof shape === 'object' && 'oneOf' in shape

/** An address below /api and what it answers; `{key}` in it is the key of a record. */
export type Question<P extends string = string, S extends Shape = Shape> = {
  readonly path: P
  readonly answers: S
}
export type AnswerTo<Q extends Question> = Shaped<Q['answers']>
/** An address with any keys in it. */
export type Keyed<P extends string> = P extends `${infer Before}{${string}}${infer After}`
  ? `${Before}${string}${Keyed<After>}`
  : P
/** The address of a question alone, as a page says it that does not load what is declared of many others. */
export type AddressOf<Q extends Question> = { readonly path: Keyed<Q['path']> }
/** A row of an answer of rows. */
export type RowTo<Q extends Question> = Q['answers'] extends readonly [infer Row] ? Shaped<Row> : never
export const asks = <const P extends string, const S extends Shape>(path: P, answers: S): Question<P, S> => ({
  path,
  answers,
})
/** What an act at an address answers besides its message. */
export type Deed<P extends string = string, S extends Shapes = Shapes> = Question<
  P,
  S & { readonly message: 'text' }
> & {
  readonly does: true
}
export const doesAt = <const P extends string, const S extends Shapes>(path: P, besides: S): Deed<P, S> => ({
  path,
  answers: { ...besides, message: 'text' },
  does: true,
})
/** A numbered read query, and what its rows are. */
export type RowsAt = Question<string, readonly [Shapes]> & { readonly id: number }
/** A numbered read query: its rows at /api/getdata. */
export const rowsAt = <const Id extends number, const Row extends Shapes>(
  id: Id,
  row: Row,
): Question<`getdata/${Id}`, readonly [Row]> & { readonly id: Id } => ({
  id,
  path: `getdata/${id}`,
  answers: [row],
})
/** The question about one record. */
export const about = <Q extends Question>(question: Q, key: unknown): Q => ({
  ...question,
  path: question.path.replace('{key}', String(key)),
})

/** The columns of a list in order: a name alone is a field of the record, or the key of another one. */
export type Listed = readonly (string | Shapes)[]
type Together<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer All) => void ? All : never
type Own<F extends Fields, N extends string> = N extends keyof F ? F[N] : N extends `${string}Id` ? 'integer' : never
/** The shape of a row of a list. */
export type RowShape<F extends Fields, L extends Listed> = { [N in Extract<L[number], string>]: Own<F, N> } & ([
  Exclude<L[number], string>,
] extends [never]
  ? unknown
  : Together<Exclude<L[number], string>>)
/** A row of the list of a model. */
export type ListRow<M extends { readonly fields: Fields; readonly list: Listed }> = Shaped<
  RowShape<M['fields'], M['list']>
>
export const rowShapeOf = (fields: Fields, list: Listed): Shapes =>
  Object.fromEntries(
    list.flatMap((column) =>
      Object.entries(typeof column === 'string' ? { [column]: fields[column] ?? 'integer' } : column),
    ),
  )

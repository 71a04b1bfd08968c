// An answer in a test: each part as if it were there, since one that is missing fails the test that reads it.
import type { Need } from '../../core/refusal.ts'
import type { Errors } from '../../core/validate.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what no type tells yet, a test checks itself
type Any = any
/** A body that no type tells. */
export type Json = Record<string, Any>

/** Rows of an answer. One that a test names is there: without it the test fails where it reads it. */
export interface Rows<R> extends Array<R> {
  0: R
  1: R
  2: R
  3: R
  4: R
  5: R
  6: R
  7: R
  8: R
  9: R
  at(index: number): R
  find<S extends R>(is: (row: R, index: number, rows: R[]) => row is S): S
  find(is: (row: R, index: number, rows: R[]) => unknown): R
  filter<S extends R>(is: (row: R, index: number, rows: R[]) => row is S): Rows<S>
  filter(is: (row: R, index: number, rows: R[]) => unknown): Rows<R>
  slice(start?: number, end?: number): Rows<R>
}
/** A value with all its parts, each as if it were there: one that is missing fails the test that reads it. */
export type Present<T> = unknown extends T
  ? Any
  : T extends null | undefined
    ? never
    : T extends string | number | boolean
      ? T
      : T extends readonly (infer R)[]
        ? Rows<Present<R>>
        : { -readonly [K in keyof T]-?: Present<T[K]> }

/** What any answer may have besides: what was done, or why it was refused. */
export type Told = {
  message: string
  code: string
  errors: Errors
  needs: Present<Need>
  requestId: string
}
/** An answer of which no more than that has a type. */
export type Answer = Told & Json

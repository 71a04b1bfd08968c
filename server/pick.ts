// What a reference of another record may name: by the name of its picker, said by the module that answers for it.
import type { Caller } from './caller.ts'
import type { Sql } from './db/db.ts'

/** Where records stand that a picker names, and which of them exist for a user. */
export type Place = {
  readonly table: string
  readonly alias: string
  readonly keyColumn: string
  scope(user: Caller): Sql
}
/** Keys in the record that names it, by field; null where none is said. */
export type Around<Name extends string = string> = Readonly<Record<Name, number | null>>
type Where<Name extends string = string> = { ask(user: Caller, around: Around<Name>): Sql }['ask']

/** Its records stand where the module's do, and exist as those do, unless said. */
export type Pick<Name extends string = string> = Partial<Place> & {
  /** Fields of the naming record that it depends on. */
  readonly with?: readonly Name[]
  /** Which of those that exist: a predicate over the alias. */
  readonly where: Where<Name>
}
export type Picks = Readonly<Record<string, Pick | Where>>

/** A pick that depends on fields of the record which names it; their names are those that `where` reads. */
export const pickBy = <const Name extends string>(pick: Pick<Name>): Pick => pick

export type Picked = { readonly picker: string; readonly place: Place; readonly pick: Pick }
/** The picks of a module, each with where its records stand: the module's own place is one and the same. */
export const picksOf = ({ picks = {}, ...place }: Place & { readonly picks?: Picks }): Picked[] =>
  Object.entries(picks).map(([picker, asked]) => {
    const pick = typeof asked === 'function' ? { where: asked } : asked
    const isElsewhere = pick.table !== undefined || pick.scope !== undefined
    return { picker, pick, place: isElsewhere ? { ...place, ...pick } : place }
  })

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
export type Pickable<Name extends string = string> = Partial<Omit<Place, 'scope'>> & {
  /** Fields of the naming record that it depends on. */
  readonly with?: readonly Name[]
  /** Which of them exist for the user who names it. */
  readonly scope?: Where<Name>
  /** Which of those that exist: a predicate over the alias. */
  readonly where: Where<Name>
}
export type Picks = Readonly<Record<string, Pickable | Where>>

/** A pick that depends on fields of the record which names it; their names are those that `where` reads. */
export const pickBy = <const Name extends string>(pick: Pickable<Name>): Pickable => pick

/** Where its records stand; with a scope of the pick's own it is a place of the pick alone. */
export type PickedPlace = Omit<Place, 'scope'> & { readonly scope: Where }
export type Picked = { readonly picker: string; readonly place: PickedPlace; readonly pick: Pickable }
/** The picks of a module, each with where its records stand: the module's own place is one and the same. */
export const picksOf = ({ picks = {}, ...own }: Place & { readonly picks?: Picks }): Picked[] => {
  const place: PickedPlace = { ...own, scope: (user) => own.scope(user) }
  return Object.entries(picks).map(([picker, asked]) => {
    const pick: Pickable = typeof asked === 'function' ? { where: asked } : asked
    const isElsewhere = pick.table !== undefined || pick.scope !== undefined
    return { picker, pick, place: isElsewhere ? { ...place, ...pick } : place }
  })
}

// Picks: the records that references may name, declared by their module under the name of a picker.
import type { Caller } from './caller.ts'
import type { Sql } from './db/db.ts'

/** The table of a picker's records, and which of them exist for a user. */
export type Place = {
  readonly table: string
  readonly alias: string
  readonly keyColumn: string
  scope(user: Caller): Sql
}
/** Keys in the referring record, by field; null where empty. */
export type Around<Name extends string = string> = Readonly<Record<Name, number | null>>
type Where<Name extends string = string> = { ask(user: Caller, around: Around<Name>): Sql }['ask']

/** By default its table and scope are the module's. */
export type Pickable<Name extends string = string> = Partial<Omit<Place, 'scope'>> & {
  /** Fields of the referring record that it depends on. */
  readonly with?: readonly Name[]
  /** The records that exist for the referring user. */
  readonly scope?: Where<Name>
  /** The records that may be picked among those: a predicate over the alias. */
  readonly where: Where<Name>
}
export type Picks = Readonly<Record<string, Pickable | Where>>

/** A pick that depends on fields of the referring record, whose names are those that `where` reads. */
export const pickBy = <const Name extends string>(pick: Pickable<Name>): Pickable => pick

/** The place of a pick's records; a pick with its own scope has a place of its own. */
export type PickedPlace = Omit<Place, 'scope'> & { readonly scope: Where }
export type Picked = { readonly picker: string; readonly place: PickedPlace; readonly pick: Pickable }
/** The picks of a module, each with its place; picks without a scope of their own share the module's place. */
export const picksOf = ({ picks = {}, ...own }: Place & { readonly picks?: Picks }): Picked[] => {
  const place: PickedPlace = { ...own, scope: (user) => own.scope(user) }
  return Object.entries(picks).map(([picker, asked]) => {
    const pick: Pickable = typeof asked === 'function' ? { where: asked } : asked
    const isElsewhere = pick.table !== undefined || pick.scope !== undefined
    return { picker, pick, place: isElsewhere ? { ...place, ...pick } : place }
  })
}

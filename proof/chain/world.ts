// The world of a walk: all people in their place, and random records to act on.
import type { Dice } from '../../demo/people.ts'
import { raw, sql } from '../../server/db/db.ts'
import type { TestApp } from '../../server/testing/app.ts'
import type { Answered, Json, Person } from '../../server/testing/signed-in.ts'
import type { People } from './people.ts'

export type World = {
  readonly app: TestApp
  readonly dice: Dice
  readonly people: People
  readonly patients: readonly number[]
  readonly reasons: readonly number[]
  /** Those for which a tube is recollected. */
  readonly tubeReasons: readonly number[]
}
/** The answer; undefined when no record fits the step. */
export type Step = (world: World) => Promise<Pick<Answered, 'status' | 'text'> | undefined>

/** How many recent records a step chooses from: old sales come to rest. */
const recent = 12

/** The newest rows that meet a condition. */
export const some = <T>({ app }: World, table: string, key: string, where = 'true', columns = key): Promise<T[]> =>
  app.db.read.rows<T>(sql`
    select
      ${raw(columns)}
    from
      ${raw(table)}
    where
      ${raw(where)}
    order by
      ${raw(key)} desc
    limit
      ${recent}
  `)
/** A random one of them. */
export const one = async <T>(world: World, table: string, key: string, where = 'true', columns = key) => {
  const rows = await some<T>(world, table, key, where, columns)
  return rows.length === 0 ? undefined : world.dice.pick(rows)
}
/** Mostly records for which the step is allowed: of most others a refusal is known from the first steps. */
export const mostly = ({ dice }: World, may: string, all: string) => (dice.chance(0.85) ? may : all)
export const deskOf = ({ people }: World, place: number): Person => people.hands.get(place) ?? people.admin

export const nothingMore = (): Json => ({})
/** A reason of the lists, with remarks. */
export const reasoned = ({ dice, reasons }: World): Json => ({ ReasonId: dice.pick(reasons), Remarks: 'As seen again' })

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
}
/** The answer; undefined when no record fits the step. */
export type Step = (world: World) => Promise<Pick<Answered, 'status' | 'text'> | undefined>

/** How many recent records a step chooses from: old sales come to rest. */
const recent = 12

/** A random row of the newest ones that meet a condition. */
export const one = async <T>({ app, dice }: World, table: string, key: string, where = 'true', columns = key) => {
  const rows = await app.db.read.rows<T>(sql`
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
  return rows.length === 0 ? undefined : dice.pick(rows)
}
export const deskOf = ({ people }: World, place: number): Person => people.hands.get(place) ?? people.admin

export const nothingMore = (): Json => ({})
/** A reason of the lists, with remarks. */
export const reasoned = ({ dice, reasons }: World): Json => ({ ReasonId: dice.pick(reasons), Remarks: 'As seen again' })

// What a release changes of the rows that a network began with, and what it leaves as somebody has made it.
import type { Row } from './beginning.ts'

type Rows = ReadonlyMap<string, Row>
export type Change = {
  readonly insert: readonly Row[]
  readonly update: readonly Row[]
  readonly remove: readonly Row[]
  /** Keys of rows that this release gives otherwise, and that were changed in this network. */
  readonly kept: readonly string[]
}

const isSame = (one: Row | undefined, other: Row | undefined): boolean => {
  if (!one || !other) return one === other
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (column) => (one[column] ?? null) === (other[column] ?? null),
  )
}

/**
 * Three tellings of each row: what the network was given, what this release gives, and what it has now. Where the
 * release gives something else than before, a row that is still as it was given follows; one that was changed, added or
 * removed in the network is left.
 */
export const changeOf = (given: Rows, gives: Rows, has: Rows): Change => {
  const insert: Row[] = []
  const update: Row[] = []
  const remove: Row[] = []
  const kept: string[] = []
  for (const key of new Set([...given.keys(), ...gives.keys()])) {
    const [before, next, now] = [given.get(key), gives.get(key), has.get(key)]
    if (isSame(before, next) || isSame(now, next)) continue
    if (!isSame(now, before)) kept.push(key)
    else if (next === undefined) remove.push(now as Row)
    else if (now === undefined) insert.push(next)
    else update.push(next)
  }
  return { insert, update, remove, kept }
}

// The changes of a release to the initial rows of a network, and the rows that it leaves because the network changed
// them.
import type { Row } from './beginning.ts'

type Rows = ReadonlyMap<string, Row>
export type Change = {
  readonly insert: readonly Row[]
  readonly update: readonly Row[]
  readonly remove: readonly Row[]
  /** Keys of rows that both this release and the network have changed. */
  readonly kept: readonly string[]
}

const isSame = (one: Row | undefined, other: Row | undefined): boolean => {
  if (!one || !other) return one === other
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (column) => (one[column] ?? null) === (other[column] ?? null),
  )
}

/**
 * Compares three versions of each row: as the network was given it, as this release gives it, and as it is now. Where
 * the release differs from before, an unchanged row is updated; a row that the network changed, added or removed is
 * left.
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

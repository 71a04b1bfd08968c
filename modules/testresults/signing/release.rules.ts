// Which tests of a release go out: each by itself, whole or not at all; the others get reasons.
import { eachOf, must, no, yes, type Decision } from '../../../core/refusal.ts'
import { asApproved } from '../judging/entry.rules.ts'
import { mayRelease } from '../signatory.rules.ts'
import type { ResultRow } from '../testresults.model.ts'
import type { ResultUser } from '../work-item.rules.ts'

/** All rows of one test of a sale that the user works on. */
type WholeTest = readonly [ResultRow, ...ResultRow[]]
export type Releasing = {
  readonly user: ResultUser
  /** Users of an outside lab: what a patient owes is a matter of the seller. */
  readonly isOutside: boolean
  readonly overrideReason: string | null
  /** Whether a row is on the bench of the user. */
  readonly isMine: (row: ResultRow) => boolean
}
type Left = { readonly row: ResultRow; readonly decision: Decision & { readonly ok: false } }
export type Sorted = { readonly taken: readonly ResultRow[]; readonly left: readonly Left[] }

/** Whether a test asks for the element of a row, alone or with others. */
export const isOfTest = (row: Pick<ResultRow, 'TestId' | 'TestIds'>, testId: number | null): boolean =>
  row.TestId === testId || row.TestIds.some((id) => id === testId)

/** The requested rows, completed to whole tests: a report shows a test only with all that it asks for. */
const wholeTests = (
  rows: readonly ResultRow[],
  picked: readonly ResultRow[],
  { isMine }: Releasing,
): readonly WholeTest[] =>
  [...Map.groupBy(picked, (row) => `${row.SaleId}/${row.TestId}`).values()].flatMap(([first]): WholeTest[] => {
    const [one, ...more] = rows.filter(
      (row) => row.SaleId === first?.SaleId && isOfTest(row, first.TestId) && isMine(row),
    )
    return one ? [[one, ...more]] : []
  })

/** Every printed element of a test must be ready. */
const mayReleaseTest = (
  items: WholeTest,
  rows: readonly ResultRow[],
  { user, isOutside, overrideReason }: Releasing,
): Decision => {
  const [{ Sale, Test }] = items
  const decision = mayRelease(
    items.map((row) => asApproved(row, rows, new Set())),
    user,
    {
      walkIn: Sale.BuyerIsPatient,
      Outstanding: Sale.Outstanding,
      overrideReason: isOutside ? null : overrideReason,
    },
  )
  if (!decision.ok && decision.code === 'outstanding' && isOutside)
    return no(`${Test ?? 'Test'}: the lab that sent the sample is holding the report; contact that lab`)
  return decision.ok ? yes : no(`${Test ?? 'Test'}: ${decision.reason}`, { code: decision.code })
}

/** A released test is not listed as left. */
const isOut = ({ decision }: Left): boolean => decision.code === 'nothing'

/** Sorts the requested rows into tests that are released and those that are left, each with its reason. */
export const sortRelease = (rows: readonly ResultRow[], picked: readonly ResultRow[], asking: Releasing): Sorted => {
  const taken: ResultRow[] = []
  const left: Left[] = []
  for (const items of wholeTests(rows, picked, asking)) {
    const decision = mayReleaseTest(items, rows, asking)
    if (decision.ok) taken.push(...items)
    else left.push({ row: items[0], decision })
  }
  // one that two tests share is taken once
  return { taken: [...new Set(taken)], left: taken.length > 0 ? left.filter((one) => !isOut(one)) : left }
}

/** Leaves sales that another user edits. */
export const withoutHeld = <S extends Sorted>(sorted: S, byOthers: (row: ResultRow) => string | undefined): S => {
  const held = sorted.taken.filter((row) => byOthers(row) !== undefined)
  const tests = Map.groupBy(held, (row) => `${row.SaleId}/${row.TestId}`).values()
  return {
    ...sorted,
    taken: sorted.taken.filter((row) => byOthers(row) === undefined),
    left: [
      ...sorted.left,
      ...[...tests].flatMap(([row]): Left[] =>
        row ? [{ row, decision: { ok: false, reason: byOthers(row) ?? '' } }] : [],
      ),
    ],
  }
}

/**
 * All requested tests are released, or none with every reason; where the rest may be left, at least one test. Where
 * none can be, the first reason is one that an override can remove.
 */
export const mayReleaseSome = ({ taken, left }: Sorted, leavesRest: boolean): Decision => {
  const [first] = left
  if (taken.length > 0 && (leavesRest || !first)) return yes
  if (taken.length > 0 && first && left.some(({ decision }) => decision.code !== 'outstanding'))
    return eachOf(left.map(({ decision }) => decision))
  const owed = left.find(({ decision }) => decision.code === 'outstanding')
  const waiting = left.find((one) => !isOut(one))
  return (owed ?? waiting ?? first)?.decision ?? must(false, 'There is nothing to release', { code: 'nothing' })
}

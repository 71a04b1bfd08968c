// Which tests of a release go out, and who may release with money outstanding.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { workItemStatus } from '../../lists/items.model.ts'
import { aRow } from '../judging/entry.fixture.ts'
import type { ResultRow } from '../testresults.model.ts'
import { pathologist } from '../work-item.fixture.ts'
import { isOfTest, mayReleaseSome, sortRelease, withoutHeld, type Releasing, type Sorted } from './release.rules.ts'

const { Approved, Entered } = workItemStatus
const asking: Releasing = { user: pathologist, isOutside: false, overrideReason: null, isMine: () => true }
const of = (WorkItemId: number, TestId: number, StatusId: number, Outstanding = 0): ResultRow => ({
  ...aRow({ WorkItemId, TestId, Test: `Test ${TestId}`, StatusId, Result: '4.0' }),
  Sale: { ...aRow().Sale, BuyerIsPatient: true, Outstanding },
})
const sorted = (rows: readonly ResultRow[], more: Partial<Releasing> = {}, picked = rows) => {
  const found = sortRelease(rows, picked, { ...asking, ...more })
  return {
    taken: found.taken.map((row) => row.WorkItemId),
    left: found.left.map(({ decision }) => decision.reason),
    reason: reasonOf(mayReleaseSome(found, true)),
  }
}

test('a test is released whole, with its unpicked results, or not at all', () => {
  const rows = [of(1, 1, Approved), of(2, 1, Approved), of(3, 2, Approved), of(4, 2, Entered)]
  const [first, , third] = rows
  expect(
    sorted(
      rows,
      {},
      [first, third].flatMap((row) => row ?? []),
    ),
  ).toEqual({
    taken: [1, 2],
    left: ['Test 2: Not yet approved: Potassium'],
    reason: undefined,
  })
  // it does not wait for another lab's part
  expect(sorted(rows, { isMine: (row) => row.WorkItemId !== 4 }).taken).toEqual([1, 2, 3])
})

test('a reason overrides an outstanding amount, but not for an outside lab', () => {
  const rows = [of(1, 1, Approved, 50)]
  expect(sorted(rows).reason).toContain('outstanding')
  expect(sorted(rows, { overrideReason: 'Emergency' }).taken).toEqual([1])
  expect(sorted(rows, { overrideReason: 'Emergency', isOutside: true })).toEqual({
    taken: [],
    left: ['Test 1: the lab that sent the sample is holding the report; contact that lab'],
    reason: 'Test 1: the lab that sent the sample is holding the report; contact that lab',
  })
})

test('all tests are released or none, unless the rest may be left; an outstanding amount asks for a reason where it is the only obstacle', () => {
  const whole = sortRelease([of(1, 1, Approved)], [of(1, 1, Approved)], asking)
  expect(mayReleaseSome(whole, false)).toEqual(mayReleaseSome(whole, true))
  const decide = (rows: readonly ResultRow[]) => mayReleaseSome(sortRelease(rows, rows, asking), false)
  const half = decide([of(1, 1, Approved), of(2, 2, Entered), of(3, 3, Approved, 50)])
  expect(reasonOf(half)).toMatch(/^Test 2: .*; Test 3: .*outstanding/)
  expect(decide([of(1, 1, Approved), of(2, 2, Approved, 50)])).toMatchObject({ ok: false, code: 'outstanding' })
})

test('an element is of each test that asks for it', () => {
  expect(isOfTest({ TestId: 1, TestIds: [1, 2] }, 2)).toBe(true)
  expect(isOfTest({ TestId: 1, TestIds: [] }, 1)).toBe(true)
  expect(isOfTest({ TestId: 1, TestIds: [1, 2] }, 3)).toBe(false)
})

test('tests that are out already are no reason beside one that goes out, and the reason where nothing does', () => {
  const [ready, before] = [of(1, 1, Approved), of(2, 2, workItemStatus.Released)]
  expect(sorted([ready, before])).toEqual({ taken: [1], left: [], reason: undefined })
  expect(sorted([before])).toEqual({
    taken: [],
    left: ['Test 2: There is nothing to release'],
    reason: 'Test 2: There is nothing to release',
  })
  const waiting = of(3, 3, Entered)
  expect(sorted([before, waiting]).reason).toBe('Test 3: Not yet approved: Potassium')
  expect(reasonOf(mayReleaseSome({ taken: [], left: [] }, true))).toBe('There is nothing to release')
})

test('tests of a sale that another user edits are left, each once, and the rest goes out', () => {
  const rows = [of(1, 1, Approved), of(2, 1, Approved), of(3, 2, Approved), { ...of(4, 3, Approved), SaleId: 10 }]
  const before: Sorted = { taken: rows, left: [] }
  const after = withoutHeld(before, (row) => (row.SaleId === 9 ? 'Asha edits it' : undefined))
  expect(after.taken.map((row) => row.WorkItemId)).toEqual([4])
  expect(after.left.map(({ row, decision }) => [row.WorkItemId, decision.reason])).toEqual([
    [1, 'Asha edits it'],
    [3, 'Asha edits it'],
  ])
  expect(withoutHeld(before, () => undefined)).toEqual(before)
  // what is held by another user is no amount that a reason could override
  expect(reasonOf(mayReleaseSome(after, false))).toBe('Asha edits it; Asha edits it')
  expect(reasonOf(mayReleaseSome(after, true))).toBeUndefined()
})

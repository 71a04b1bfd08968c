// What the result screen sends and judges of what was typed.
import { expect, test } from 'vitest'
import { changedItems, enteredOf, missingReasons, nextOf } from './changes.rules.ts'
import type { ResultRow } from './testresults.model.ts'

const row = (part: Partial<ResultRow>): ResultRow =>
  ({
    WorkItemId: 1,
    RowVersion: 4,
    ElementId: 10,
    Element: 'Sodium',
    resultTypeId: 30,
    Result: null,
    Remarks: null,
    Comments: null,
    StatusId: 150,
    ReasonId: null,
    Formula: null,
    PossibleValues: null,
    ...part,
  }) as ResultRow
const rows = [
  row({}),
  row({ WorkItemId: 2, Result: '5', Remarks: 'rerun', StatusId: 151 }),
  row({ WorkItemId: 3, Formula: '{10} * 2', resultTypeId: 32 }),
]

test('OPS-286 only what differs is sent', () => {
  expect(
    changedItems(
      rows,
      new Map([
        [1, { Result: '140' }],
        [2, { Result: '5', Remarks: '' }],
      ]),
    ),
  ).toEqual([
    { WorkItemId: 1, RowVersion: 4, Result: '140' },
    { WorkItemId: 2, RowVersion: 4, Remarks: null },
  ])
  expect(
    changedItems(
      rows,
      new Map([
        [2, { Result: '5', Remarks: 'rerun' }],
        [1, { Result: '' }],
      ]),
    ),
  ).toEqual([])
})
test('OPS-200 a text that is no number counts as the old value', () => {
  const changes = new Map([[2, { Result: 'abc' }]])
  expect([changedItems(rows, changes), enteredOf(rows, changes).get(2)]).toEqual([[], '5'])
})
test('OPS-198 nothing typed into a calculated row is judged', () => {
  expect(
    enteredOf(
      rows,
      new Map([
        [3, { Result: '9' }],
        [1, { Result: ' 140 ' }],
      ]),
    ),
  ).toEqual(new Map([[1, '140']]))
})
test('OPS-195 OPS-196 a status that asks for a reason is not sent without one', () => {
  expect([
    ...missingReasons(
      rows,
      new Map([
        [1, { StatusId: 156 }],
        [2, { StatusId: 155, ReasonId: 160 }],
      ]),
    ),
  ]).toEqual([[1, 'Reason is required']])
  expect(
    missingReasons(
      rows,
      new Map([
        [1, { StatusId: 158 }],
        [2, { StatusId: 151 }],
      ]),
    ).size,
  ).toBe(0)
})
test('the next row down, the one up, and none past the ends', () => {
  expect([nextOf([1, 2, 3], 2, 1), nextOf([1, 2, 3], 2, -1), nextOf([1, 2, 3], 3, 1), nextOf([1, 2, 3], 9, 1)]).toEqual([
    3,
    1,
    undefined,
    1,
  ])
})

// What the result screen sends and judges of typed texts.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  changedItems,
  columnOf,
  enteredOf,
  filledDown,
  filledText,
  missingReasons,
  nextOf,
  notTaken,
  saveAnywayText,
  settled,
  typedOn,
} from './changes.rules.ts'
import type { ResultRow } from '../testresults.model.ts'

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

test('OPS-286 only differences are sent', () => {
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
test('OPS-198 a text typed into a calculated row is not judged', () => {
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
test('OPS-196 a status that needs a reason is not sent without one', () => {
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
  expect([nextOf([1, 2, 3], 2, 1), nextOf([1, 2, 3], 2, -1), nextOf([1, 2, 3], 3, 1), nextOf([1, 2, 3], 9, 1)]).toEqual(
    [3, 1, undefined, 1],
  )
})

const bench = [
  row({ WorkItemId: 1, Actions: { update: true } }),
  row({ WorkItemId: 3, Element: 'Anion gap', Formula: '{10} * 2', resultTypeId: 32 }),
  row({ WorkItemId: 2, Element: 'Potassium', Result: '5', DecimalPlaces: 1, Actions: { update: true } }),
  row({ WorkItemId: 4, Element: 'Chloride', Result: '101', StatusId: 153, Actions: { update: 'It is approved' } }),
  row({
    WorkItemId: 5,
    Element: 'Appearance',
    resultTypeId: 33,
    PossibleValues: 'Clear|Turbid',
    Actions: { update: true },
  }),
  row({ WorkItemId: 6, Element: 'CRP', resultTypeId: 34, Actions: { update: true } }),
]
const nothing = { changes: new Map(), said: new Map() }

test('a finished text is a result, a rounded one, or none: then the old result is unchanged and the cell shows why', () => {
  const potassium = bench[2] ?? row({})
  expect(settled(potassium, ' 4.5 ', '5')).toEqual({ Result: '4.5' })
  expect(settled(potassium, '4.56', '5')).toEqual({
    Result: '4.6',
    said: { text: '4.56', rounded: '4.56 is rounded to 4.6' },
  })
  expect(settled(potassium, 'abc', '5')).toEqual({
    Result: '5',
    said: { text: 'abc', refused: '"abc" is not a number; 5 is unchanged' },
  })
  expect(settled(potassium, 'abc', null)).toEqual({
    Result: null,
    said: { text: 'abc', refused: '"abc" is not a number' },
  })
  const said = new Map([
    [2, { text: 'abc', refused: 'no' }],
    [6, { text: '4.56', rounded: 'yes' }],
  ])
  expect(notTaken(bench, said)).toEqual(['Potassium "abc"'])
  expect(saveAnywayText(['Potassium "abc"'])).toBe('1 value was not taken: Potassium "abc". Save all the same?')
  expect(saveAnywayText(['A "x"', 'B "y"'])).toBe('2 values were not taken: A "x", B "y". Save all the same?')
})

test('a column is the first of what a spreadsheet copies; one value is none', () => {
  expect(columnOf('140\r\n4.1\r\n')).toEqual(['140', '4.1'])
  expect(columnOf('140\tmmol/L\n4.1\tmmol/L')).toEqual(['140', '4.1'])
  expect(columnOf('140\tmmol/L')).toEqual(['140'])
  expect(columnOf('140\n\n4.1\n')).toEqual(['140', '', '4.1'])
  expect(columnOf('140')).toBeUndefined()
  expect(columnOf('140\n')).toBeUndefined()
})

test('a column fills down past formulas; locked rows take their place in it, choices and <5 are read, an empty line skips its row', () => {
  const filled = filledDown(bench, 1, ['140', '', '99', 'turbid', '<5', '1', '2'], nothing)
  expect([...filled.changes]).toEqual([
    [1, { Result: '140' }],
    [5, { Result: 'Turbid' }],
    [6, { Result: '<5' }],
  ])
  expect([...filled.said]).toEqual([[4, { text: '99', refused: '"99" was not taken. It is approved' }]])
  expect(filled).toMatchObject({ taken: 3, refused: ['Chloride "99"'], left: 2, last: 6 })
  expect(filledText(filled)).toBe('3 values pasted. Not taken: Chloride "99". 2 values had no row')
  expect(filledText({ taken: 1, refused: [], left: 0 })).toBe('1 value pasted')
})

test('no pasted value lands in a formula or a locked row, and each one is taken, refused or left', () => {
  const one = fc.constantFrom('140', '4.56', 'abc', '<5', 'clear', '')
  fc.assert(
    fc.property(
      fc.array(one, { minLength: 1, maxLength: 9 }),
      fc.constantFrom(...bench.map((row) => row.WorkItemId)),
      (lines, from) => {
        const filled = filledDown(bench, from, lines, nothing)
        expect(filled.changes.has(3) || filled.changes.has(4)).toBe(false)
        expect(filled.taken + filled.refused.length + filled.left).toBe(lines.filter((text) => text !== '').length)
      },
    ),
  )
})

test('earlier typed texts come back, except over rows that another user has changed since', () => {
  const { changes, said } = typedOn(bench, [
    { WorkItemId: 1, RowVersion: 4, Result: '140' },
    { WorkItemId: 2, RowVersion: 3, Result: '4.1' },
    { WorkItemId: 99, RowVersion: 1, Result: '7' },
  ])
  expect([...changes]).toEqual([[1, { Result: '140' }]])
  expect([...said]).toEqual([
    [2, { text: '4.1', refused: '"4.1" was not taken: another user has changed this row since' }],
  ])
})

test('a value that is taken removes the message of the cell about the one before', () => {
  const before = { changes: new Map(), said: new Map([[1, { text: 'abc', refused: '"abc" is not a number' }]]) }
  expect([...filledDown(bench, 1, ['140'], before).said]).toEqual([])
  expect([...filledDown(bench, 1, [''], before).said.keys()]).toEqual([1])
})

test('a status that needs a reason asks for it when it is picked, not where it was set before', () => {
  const held = row({ WorkItemId: 7, StatusId: 156 })
  const asked = (change: object) => [...missingReasons([held], new Map([[7, change]]))]
  expect(asked({ StatusId: 156 })).toEqual([])
  expect(asked({ StatusId: 157 })).toEqual([[7, 'Reason is required']])
  expect(asked({ StatusId: 157, ReasonId: 168 })).toEqual([])
})

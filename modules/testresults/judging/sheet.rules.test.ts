// The rows of a sheet on the screen: order, enterable rows, where typing begins, what a formula waits for.
import { expect, test } from 'vitest'
import { resultType } from '../../lists/items.model.ts'
import type { ResultRow } from '../testresults.model.ts'
import type { Judged } from './entry.rules.ts'
import { choicesOf, groupsOf, isEnterable, isLong, orderOf, startOf, waitingText } from './sheet.rules.ts'

type Part = { [K in keyof ResultRow]?: ResultRow[K] | undefined }
const row = (WorkItemId: number, part: Part = {}): ResultRow =>
  ({
    WorkItemId,
    ElementId: 1000 + WorkItemId,
    Element: `E${WorkItemId}`,
    TestId: 1,
    Barcode: 'A-01',
    Formula: null,
    Result: null,
    PossibleValues: null,
    resultTypeId: resultType.Numeric,
    Actions: { update: true },
    ...part,
  }) as ResultRow
const ids = (rows: readonly ResultRow[]) => rows.map((one) => one.WorkItemId)

test('rows are grouped by test and tube, in the order of the first of each', () => {
  const rows = [row(1, { TestId: 2 }), row(2), row(3, { TestId: 2 }), row(4, { Barcode: 'A-02' }), row(5)]
  expect(groupsOf(rows).map(ids)).toEqual([[1, 3], [2, 5], [4]])
  expect(ids(orderOf(rows))).toEqual([1, 3, 2, 5, 4])
})

test('only narratives and cultures are long', () => {
  expect(Object.values(resultType).filter((resultTypeId) => isLong(row(1, { resultTypeId })))).toEqual([
    resultType.Narrative,
    resultType.Culture,
  ])
})

test('a calculated or locked row cannot be typed into', () => {
  expect(isEnterable(row(1))).toBe(true)
  expect(isEnterable(row(1, { Formula: '{1} + 1' }))).toBe(false)
  expect(isEnterable(row(1, { Actions: { update: 'It went out' } }))).toBe(false)
})

test('values are picked where the type has choices, without blanks', () => {
  const picked = { resultTypeId: resultType.PossibleValues, PossibleValues: ' Negative | Trace||+ ' }
  expect(choicesOf(row(1, picked))).toEqual(['Negative', 'Trace', '+'])
  expect(choicesOf(row(1, { ...picked, PossibleValues: null }))).toEqual([])
  expect(choicesOf(row(1, { ...picked, resultTypeId: resultType.ShortText }))).toEqual([])
})

test('typing begins at the first empty row, else at the row of the reader, else at the first of all', () => {
  const formula = { Formula: '{1} + 1' }
  const done = (id: number) => row(id, { Result: '5' })
  expect(startOf([row(1, formula), done(2), row(3), row(4)], 2)).toBe(3)
  expect(startOf([row(1, formula), done(2), done(3)], 3)).toBe(3)
  expect(startOf([row(1, formula), done(2), done(3)], 1)).toBe(2)
  expect(startOf([row(1, formula), done(2), done(3)], undefined)).toBe(2)
  expect(startOf([row(1, formula)], 1)).toBeUndefined()
})

test('a calculated row shows what it waits for, or why it has no result', () => {
  const judged = (...of: [number, Partial<Judged>][]) => new Map(of.map(([id, one]) => [id, one as Judged]))
  const ratio = row(3, { Formula: '{1001} / {1002}' })
  const rows = [row(1), row(2), ratio, row(4)]
  const none = { Result: null, NotCalculated: null }
  expect(waitingText(ratio, rows, judged([1, none], [2, none], [3, none], [4, none]))).toBe('Waits for E1, E2')
  expect(waitingText(ratio, rows, judged([1, { Result: '6' }], [2, none], [3, none]))).toBe('Waits for E2')
  expect(waitingText(ratio, rows, judged([1, { Result: '6' }], [2, { Result: '3' }], [3, none]))).toBe(
    'Waits for another worksheet',
  )
  expect(waitingText(ratio, rows, judged([3, { Result: null, NotCalculated: 'Division by zero' }]))).toBe(
    'Not calculated: Division by zero',
  )
  expect(waitingText(ratio, rows, judged([3, { Result: '2' }]))).toBe('')
  expect(waitingText(row(1), rows, judged([1, none]))).toBe('')
})

test('a result of an outside lab without users waits for its paper, and names the lab', () => {
  const none = new Map([[1, { Result: null, NotCalculated: null } as Judged]])
  const outside: Part = { OutsideLab: 'Metropolis', KeeperId: 2, HasPaper: false }
  const text = (part: Part, judged: ReadonlyMap<number, Judged> = none) => waitingText(row(1, part), [], judged)
  expect(text(outside)).toBe('Add the report of Metropolis as a document')
  expect(text({ ...outside, HasPaper: true })).toBe('')
  // a lab with users of its own enters it itself
  expect(text({ ...outside, KeeperId: null })).toBe('')
  expect(text(outside, new Map([[1, { Result: '12', NotCalculated: null } as Judged]]))).toBe('')
})

test('a value that is judged again and waits says that it is to follow, as its report does', () => {
  const judged = new Map([[1, { Result: '110', NotCalculated: null } as Judged]])
  const waiting = (IsJudgedAnew: boolean) => row(1, { Amendment: { IsJudgedAnew } as ResultRow['Amendment'] })
  expect(waitingText(waiting(true), [], judged)).toBe('Judged again: to follow on an amended report')
  expect(waitingText(waiting(false), [], judged)).toBe('')
})

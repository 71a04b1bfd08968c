// Which values a trend joins by a line.
import { expect, test } from 'vitest'
import { cumulativeOf, linesOf, scaleOf, stretchesOf, valueIn, type TrendPoint } from './trend.rules.ts'

const on = (day: number, Result: string, Unit: string | null = 'mg/dL'): TrendPoint => ({
  SaleId: day,
  Date: `2026-11-${String(day).padStart(2, '0')}T04:00:00Z`,
  Result,
  Unit,
  Low: 3,
  High: 5,
  Flag: null,
})
const told = (lines: readonly (readonly { Result: string }[])[]) => lines.map((line) => line.map((one) => one.Result))

test.each([
  ['4.2', { Value: 4.2, isBeyond: false }],
  ['-1', { Value: -1, isBeyond: false }],
  ['<0.5', { Value: 0.5, isBeyond: true }],
  ['> 200', { Value: 200, isBeyond: true }],
  ['≥12', { Value: 12, isBeyond: true }],
  ['Present (++)', undefined],
  ['1:40', undefined],
  ['', undefined],
])('%s reads as %o', (result, value) => {
  expect(valueIn(result)).toEqual(value)
})

test('values in another unit are not joined with those before; nor is one unit with the same one later', () => {
  const points = [on(1, '4'), on(2, '5'), on(3, '220', 'µmol/L'), on(4, '4.5')]
  expect(told(stretchesOf(points))).toEqual([['4', '5'], ['220'], ['4.5']])
})

test('they are in order of time, and a word is on no scale', () => {
  expect(told(stretchesOf([on(3, '3'), on(1, '1'), on(2, 'haemolysed')]))).toEqual([['1', '3']])
})

test('a value beyond the measuring range ends the line and is no part of it', () => {
  const [stretch = []] = stretchesOf([on(1, '1'), on(2, '2'), on(3, '<0.5'), on(4, '3'), on(5, '4')])
  expect(told([stretch])).toEqual([['1', '2', '<0.5', '3', '4']])
  expect(told(linesOf(stretch))).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
  // one value between two beyond the range has no neighbour to be joined with
  const [apart = []] = stretchesOf([on(1, '<0.5'), on(2, '1'), on(3, '<0.5'), on(4, '2')])
  expect(linesOf(apart)).toEqual([])
})

test('the scale holds values and intervals, also where all are the same', () => {
  const { low, high } = scaleOf(stretchesOf([on(1, '9')])[0] ?? [])
  expect([low < 3, high > 9]).toEqual([true, true])
  const alone = (...results: string[]) =>
    scaleOf(stretchesOf(results.map((one, day) => ({ ...on(day + 1, one), Low: null, High: null })))[0] ?? [])
  expect(alone('0')).toEqual({ low: -0.08, high: 0.08 })
  expect(alone('-50')).toEqual({ low: -54, high: -46 })
  expect(alone('100', '200')).toEqual({ low: 92, high: 208 })
  expect(scaleOf(stretchesOf([{ ...on(1, '9'), Low: null, High: 19 }])[0] ?? [])).toEqual({ low: 8.2, high: 19.8 })
})

test('a cumulative table has a column for each visit, the newest first, and a cell for each value of that visit', () => {
  const at = (SaleId: number, day: string, Result: string): TrendPoint => ({
    SaleId,
    Date: `${day}T06:00:00Z`,
    Result,
    Unit: null,
    Low: null,
    High: null,
    Flag: null,
  })
  const trends = [
    { ElementId: 1, Element: 'Sodium', Points: [at(1, '2026-01-01', '131'), at(2, '2026-02-01', '140')] },
    { ElementId: 2, Element: 'Urea', Points: [at(3, '2026-02-01', '20'), at(3, '2026-02-01', '21')] },
  ]
  const { columns, rows } = cumulativeOf(trends, 8)
  expect(columns.map(({ SaleId }) => SaleId)).toEqual([3, 2, 1])
  // measured again on the same visit: the last one
  expect(rows.map(({ cells }) => cells.map((cell) => cell?.Result))).toEqual([
    [undefined, '140', '131'],
    ['21', undefined, undefined],
  ])
  expect(cumulativeOf(trends, 1).rows.map(({ cells }) => cells.length)).toEqual([1, 1])
  expect(cumulativeOf([], 8)).toEqual({ columns: [], rows: [] })
})

// Tiles and tables of the dashboard.
import { expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import {
  beforeText,
  changeOf,
  formatTotal,
  parametersOf,
  serialised,
  tables,
  tileOf,
  tiles,
  tileText,
  widgetAt,
} from './widgets.ts'

test('FND-092 FND-093 four tiles and four tables in order', () => {
  expect(tiles).toEqual(['B1', 'B2', 'B3', 'B4'])
  expect(tables).toEqual(['T1', 'T2', 'T3', 'T4'])
})
test('FND-095 FND-096 FND-446 totals have 1 to 2 decimals and Indian grouping', () => {
  expect([5, 5.25, 5.256, 1234567.5].map((total) => formatTotal(total))).toEqual(['5.0', '5.25', '5.26', '12,34,567.5'])
  expect(formatTotal('abc')).toBe('')
  expect(formatTotal(null)).toBe('')
})
test('FND-094 a place shows the widget whose target it is, the user’s own before the standard one', () => {
  const widget = { StatementId: 1, Target: 'B1', Source: null, WidgetId: 1, Label: 'A', QueryParameters: null }
  expect(widgetAt([widget, { ...widget, WidgetId: 2, Source: 'U' }], 'B1')?.WidgetId).toBe(2)
  expect(widgetAt([widget], 'B2')).toBeUndefined()
})
test('FND-097 FND-425 a failed widget shows what the server answered, serialised', () => {
  expect(serialised(new ApiError(500, 'Broken', {}, 'r', { message: 'Broken', requestId: 'r' }))).toBe(
    '{"message":"Broken","requestId":"r"}',
  )
  expect(serialised(new ApiError(0, "The server can't be reached."))).toBe(
    '{"status":0,"message":"The server can\'t be reached."}',
  )
})
test('parameters are JSON, a query or an object', () => {
  expect(parametersOf('{"Days":7}')).toEqual({ Days: 7 })
  expect(parametersOf('Days=7&X=a')).toEqual({ Days: '7', X: 'a' })
  expect(parametersOf({ Days: 7 })).toEqual({ Days: 7 })
  expect(parametersOf(null)).toEqual({})
})
test('a tile takes Total of the first row, or its first number; the change is percent or points', () => {
  expect(tileOf([{ Total: 12.5, Previous: 10 }])).toMatchObject({ Total: 12.5 })
  expect(tileOf([{ Name: 'x', Amount: 3 }])).toMatchObject({ Total: 3 })
  expect(tileOf([])).toBeUndefined()
  expect(changeOf({ Total: 110, Previous: 100 })).toEqual({ direction: 'up', text: '10.0 %', good: true })
  expect(changeOf({ Total: 93.6, Previous: 95.5, Unit: '%' })).toEqual({
    direction: 'down',
    text: '1.9 points',
    good: false,
  })
  expect(changeOf({ Total: 90, Previous: 100, FallIsGood: true })?.good).toBe(true)
  expect(changeOf({ Total: 1, Previous: 0 })).toEqual({ direction: 'up', text: 'from 0', good: true })
  expect(changeOf({ Total: 32, Previous: 1 })?.text).toBe('32 times')
  expect(changeOf({ Total: 0, Previous: 0 })?.text).toBe('no change')
  expect(changeOf({ Total: 1, Previous: null })).toBeUndefined()
})

test('FND-095 FND-446 a total has the decimals of what it counts: things none, money two', () => {
  expect(tileText(140, null, 0)).toBe('140')
  expect(tileText(222_169.5, '₹', 2)).toBe('₹\u00a02,22,169.50')
  expect(tileText(68.1, '%', null)).toBe('68.1 %')
})
test('the earlier figure of a tile has its unit, and no number where it was 0', () => {
  const tile = { Total: 5, Unit: '₹', Decimals: 2, PreviousLabel: 'Tue 17-Nov' }
  expect(beforeText({ ...tile, Previous: 12_345 })).toBe('Tue 17-Nov ₹\u00a012,345.00')
  expect(beforeText({ ...tile, Previous: 0 })).toBe('Tue 17-Nov')
  expect(beforeText(tile)).toBe('Tue 17-Nov')
  expect(beforeText({ Total: 5 })).toBe('')
})

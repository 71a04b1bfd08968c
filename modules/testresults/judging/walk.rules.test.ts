// The way from one sheet of results to the next.
import { expect, test } from 'vitest'
import { stepFrom } from './walk.rules.ts'

const stops = [
  { WorkSheetId: 4, SaleId: 9 },
  { WorkSheetId: 5, SaleId: 9 },
  { WorkSheetId: 5, SaleId: 12 },
]

test('next and previous go to the adjacent sheet, even where a sale is on two; the ends have none', () => {
  expect(stepFrom(stops, { WorkSheetId: 4, SaleId: 9 }, 1)).toEqual(stops[1])
  expect(stepFrom(stops, { WorkSheetId: 5, SaleId: 9 }, 1)).toEqual(stops[2])
  expect(stepFrom(stops, { WorkSheetId: 5, SaleId: 9 }, -1)).toEqual(stops[0])
  expect(stepFrom(stops, { WorkSheetId: 4, SaleId: 9 }, -1)).toBeUndefined()
  expect(stepFrom(stops, { WorkSheetId: 5, SaleId: 12 }, 1)).toBeUndefined()
})
test('a sheet that is not in the list has no next', () =>
  expect(stepFrom(stops, { WorkSheetId: 7, SaleId: 9 }, 1)).toBeUndefined())

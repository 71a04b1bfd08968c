// The way from one sheet of results to the next.
import { expect, test } from 'vitest'
import { stepFrom } from './walk.rules.ts'

const stops = [
  { WorkSheetId: 4, SaleId: 9 },
  { WorkSheetId: 5, SaleId: 9 },
  { WorkSheetId: 5, SaleId: 12 },
]

test('next and previous go to the sheet beside, also where the same sale stands on two; the ends lead nowhere', () => {
  expect(stepFrom(stops, { WorkSheetId: 4, SaleId: 9 }, 1)).toEqual(stops[1])
  expect(stepFrom(stops, { WorkSheetId: 5, SaleId: 9 }, 1)).toEqual(stops[2])
  expect(stepFrom(stops, { WorkSheetId: 5, SaleId: 9 }, -1)).toEqual(stops[0])
  expect(stepFrom(stops, { WorkSheetId: 4, SaleId: 9 }, -1)).toBeUndefined()
  expect(stepFrom(stops, { WorkSheetId: 5, SaleId: 12 }, 1)).toBeUndefined()
})
test('from what is not on the way there is no next', () =>
  expect(stepFrom(stops, { WorkSheetId: 7, SaleId: 9 }, 1)).toBeUndefined())

import { expect, test } from 'vitest'
import { blankRow, nextCell, shownRows, withRow, withoutRow } from './rows.ts'

test('an editable grid ends with one blank row, a read one does not', () => {
  expect(shownRows([{ a: 1 }], true)).toEqual([{ a: 1 }, blankRow])
  expect(shownRows([{ a: 1 }], false)).toEqual([{ a: 1 }])
})
test('a change of the blank row adds a row, of another replaces it', () => {
  expect(withRow([{ a: 1 }], 1, { a: 2 })).toEqual([{ a: 1 }, { a: 2 }])
  expect(withRow([{ a: 1 }, { a: 2 }], 0, { a: 3 })).toEqual([{ a: 3 }, { a: 2 }])
  expect(withoutRow([{ a: 1 }, { a: 2 }], 0)).toEqual([{ a: 2 }])
})
test('Enter goes to the next cell that can be edited, over the end of the row', () => {
  const can = ({ column }: { column: number }) => column === 0 || column === 2
  expect(nextCell({ row: 0, column: 0 }, 2, 3, can)).toEqual({ row: 0, column: 2 })
  expect(nextCell({ row: 0, column: 2 }, 2, 3, can)).toEqual({ row: 1, column: 0 })
  expect(nextCell({ row: 1, column: 2 }, 2, 3, can)).toBeUndefined()
})

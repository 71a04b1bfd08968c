import { object, reference, text } from '../../core/model.ts'
import { expect, test } from 'vitest'
import { blankRow, nextCell, pickedInto, shownRows, withRow, withoutRow } from './rows.ts'

test('an editable grid ends with one blank row, a read one does not', () => {
  expect(shownRows([{ a: 1 }], true)).toEqual([{ a: 1 }, blankRow])
  expect(shownRows([{ a: 1 }], false)).toEqual([{ a: 1 }])
})
test('a change of the blank row adds a row, of another replaces it', () => {
  expect(withRow([{ a: 1 }], 1, { a: 2 })).toEqual([{ a: 1 }, { a: 2 }])
  expect(withRow([{ a: 1 }, { a: 2 }], 0, { a: 3 })).toEqual([{ a: 3 }, { a: 2 }])
  expect(withoutRow([{ a: 1 }, { a: 2 }], 0)).toEqual([{ a: 2 }])
})
test('Enter goes to the next editable cell, past the end of the row', () => {
  const can = ({ column }: { column: number }) => column === 0 || column === 2
  expect(nextCell({ row: 0, column: 0 }, 2, 3, can)).toEqual({ row: 0, column: 2 })
  expect(nextCell({ row: 0, column: 2 }, 2, 3, can)).toEqual({ row: 1, column: 0 })
  expect(nextCell({ row: 1, column: 2 }, 2, 3, can)).toBeUndefined()
})

test('a picked record sets its key and the row’s fields of it, by names or by fields; picking none clears both', () => {
  const named = {
    ProductId: reference('Product', 'product', { names: 'Product' }),
    Product: object('Product', {}),
    Note: text('Note'),
  }
  const linked = { ElementId: reference('Id', 'element'), Name: text('Name', { computed: true }), Note: text('Note') }
  const picked = { Name: 'Sodium', Code: 'NA', Note: 'of the record' }
  expect(pickedInto(named, 'ProductId', 7, picked)).toEqual({ ProductId: 7, Product: picked })
  expect(pickedInto(named, 'ProductId', null, undefined)).toEqual({ ProductId: null, Product: null })
  expect(pickedInto(linked, 'ElementId', 7, picked)).toEqual({ ElementId: 7, Name: 'Sodium' })
  expect(pickedInto(linked, 'ElementId', null, null)).toEqual({ ElementId: null, Name: null })
})

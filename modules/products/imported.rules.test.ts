// Lines of products from a file.
import { expect, test } from 'vitest'
import { withImported } from './imported.rules.ts'

test('an import changes the line of a product that the list has, adds the others, and leaves the rest', () => {
  const lines = [
    { PriceListProductId: 1, ProductId: 10, Price: 5, Discount: 1 },
    { PriceListProductId: 2, ProductId: 11, Price: 6, Discount: 0 },
  ]
  const read = [
    { ProductId: 12, Price: 7, Discount: 0 },
    { ProductId: 11, Price: 8, Discount: 2 },
  ]
  const once = [lines[0], { PriceListProductId: 2, ProductId: 11, Price: 8, Discount: 2 }, read[0]]
  expect(withImported(lines, read, 'ProductId')).toEqual(once)
  expect(withImported(withImported(lines, read, 'ProductId'), read, 'ProductId')).toEqual(once)
})

// The file of a price list, and changes to all of its lines.
import { expect, test } from 'vitest'
import { priceListCsv, priceListFile, pricesChanged, typedChange, withMissing } from './pricelists.rules.ts'

test('MDA-105: the export has a line of code, name, price and discount for each product, without a head', () => {
  expect(
    priceListCsv([
      { Product: { Code: 'P001', Name: 'Blood Count' }, Price: 350, Discount: 0 },
      { Product: { Code: 'P002', Name: 'Glucose, "fasting"' }, Price: 99.5, Discount: 12.5 },
    ]),
  ).toBe('\uFEFFP001,Blood Count,350,0\r\nP002,"Glucose, ""fasting""",99.5,12.5\r\n')
})
test('MDA-105: a missing price is left empty, and a formula is written as text', () => {
  expect(priceListCsv([{ Product: { Code: 'X', Name: '=1+1' }, Price: null, Discount: 0 }])).toBe(
    "\uFEFFX,'=1+1,,0\r\n",
  )
})
test('MDA-105: the file is named after the price list and the day', () => {
  expect(priceListFile(7, '2026-11-21')).toBe('pricelist-7-2026-11-21.csv')
})

test('all prices change by a percentage, to the paisa; missing prices and discounts do not change', () => {
  const lines = [
    { ProductId: 1, Price: 99.5, Discount: 10 },
    { ProductId: 2, Price: null, Discount: 5 },
    { ProductId: 3, Price: 0, Discount: null },
    { ProductId: 4, Price: 0.05, Discount: null },
  ]
  expect(pricesChanged(lines, 10)).toEqual([
    { ProductId: 1, Price: 109.45, Discount: 10 },
    { ProductId: 2, Price: null, Discount: 5 },
    { ProductId: 3, Price: 0, Discount: null },
    { ProductId: 4, Price: 0.06, Discount: null },
  ])
  expect(pricesChanged(lines, -2.5).map((line) => line.Price)).toEqual([97.01, null, 0, 0.05])
})
test.each([
  ['10', 10],
  [' -2.5 % ', -2.5],
  ['+7', 7],
  ['1000', 1000],
  ['-99.99', -99.99],
  ['-100', undefined],
  ['1000.01', undefined],
  ['2.555', undefined],
  ['ten', undefined],
  ['', undefined],
])('the percentage %j is read as %j', (text, change) => {
  expect(typedChange(text)).toBe(change)
})

test('all products are added to a price list once, at the known price; lines that exist are not changed', () => {
  const had = { ProductId: 1, Price: 90, Discount: 5 }
  const all = [
    { ProductId: 1, Price: 100 },
    { ProductId: 2, Price: 250 },
    { ProductId: 3, Price: null },
  ]
  expect(withMissing([had], all)).toEqual({
    lines: [had, all[1], all[2]],
    said: '2 products added at the maximum price, 1 of them without a price',
  })
  expect(withMissing([], all.slice(0, 1)).said).toBe('1 product added at the maximum price')
  expect(withMissing(all, all)).toEqual({ lines: all, said: 'The list has all products already' })
})

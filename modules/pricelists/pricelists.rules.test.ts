// The file of a price list.
import { expect, test } from 'vitest'
import { priceListCsv, priceListFile, withImported } from './pricelists.rules.ts'

test('MDA-105: the export has a line of code, name, price and discount for each product, without a head', () => {
  expect(
    priceListCsv([
      { Product: { Code: 'P001', Name: 'Blood Count' }, Price: 350, Discount: 0 },
      { Product: { Code: 'P002', Name: 'Glucose, "fasting"' }, Price: 99.5, Discount: 12.5 },
    ]),
  ).toBe('\uFEFFP001,Blood Count,350,0\r\nP002,"Glucose, ""fasting""",99.5,12.5\r\n')
})
test('MDA-105: a missing price stays empty, and a formula stays text', () => {
  expect(priceListCsv([{ Product: { Code: 'X', Name: '=1+1' }, Price: null, Discount: 0 }])).toBe(
    "\uFEFFX,'=1+1,,0\r\n",
  )
})
test('MDA-105: the file is named after the price list and the day', () => {
  expect(priceListFile(7, '2026-11-21')).toBe('pricelist-7-2026-11-21.csv')
})
test('an import changes the line of a product that is there, adds the others, and keeps the rest', () => {
  const lines = [
    { PriceListProductId: 1, ProductId: 10, Price: 5, Discount: 1 },
    { PriceListProductId: 2, ProductId: 11, Price: 6, Discount: 0 },
  ]
  const read = [
    { ProductId: 12, Price: 7, Discount: 0 },
    { ProductId: 11, Price: 8, Discount: 2 },
  ]
  const once = [lines[0], { PriceListProductId: 2, ProductId: 11, Price: 8, Discount: 2 }, read[0]]
  expect(withImported(lines, read)).toEqual(once)
  expect(withImported(withImported(lines, read), read)).toEqual(once)
})

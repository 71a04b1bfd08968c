// The file of a price list.
import { expect, test } from 'vitest'
import { priceListCsv, priceListFile } from './pricelists.rules.ts'

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

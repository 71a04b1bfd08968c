// The dry run of a product: its parts, the route of each, and its price.
import { expect, test } from 'vitest'
import { missingIn } from '../../elements/ready.rules.ts'
import { dryRunOfProduct, type DryProduct, type Way } from './dryrun.rules.ts'

const way = (changes: Partial<Way> = {}): Way => ({
  ProductId: 5,
  From: 'Pune',
  route: { ok: true, labs: [2] },
  Labs: ['Pune'],
  Closed: [],
  IsMeasured: true,
  ...changes,
})
const charge = (changes: Partial<DryProduct> = {}): DryProduct => ({
  ProductId: 5,
  isCharge: true,
  parts: [],
  tests: [],
  elements: [],
  ways: [],
  offers: [{ PriceListId: 1, Seller: 'Pune', Price: 350 }],
  ...changes,
})
const product = (changes: Partial<DryProduct> = {}): DryProduct =>
  charge({
    isCharge: false,
    tests: [{ TestId: 6, Name: 'Count', IsActive: true, ElementIds: [7] }],
    ways: [way()],
    ...changes,
  })
const said = (run: DryProduct) =>
  missingIn(dryRunOfProduct(run)).map(({ Text, Stops, Module, Keys }) => [`${Stops ? '! ' : ''}${Text}`, Module, Keys])

test('a product with tests, a route and a price is complete, and so is a charge with a price', () => {
  expect(said(product())).toEqual([])
  expect(said(charge())).toEqual([])
})
test('a charge needs only a price', () => {
  expect(dryRunOfProduct(charge()).map(({ What }) => What)).toEqual(['Tests', 'Price'])
  expect(said(charge({ offers: [] }))).toEqual([['! No price list in force has it', 'pricelists', {}]])
})
test('a line without a price is corrected in its price list, unless another list prices it', () => {
  const without = { PriceListId: 4, Seller: 'Nashik', Price: null }
  expect(said(product({ offers: [without] }))).toEqual([
    ['! Nashik has it on a price list without a price', 'pricelists', { PriceListId: 4 }],
  ])
  expect(said(product({ offers: [without, { PriceListId: 1, Seller: 'Pune', Price: 0 }] }))).toEqual([])
})
test('parts and tests that are inactive or empty stop it; the product itself may still be inactive', () => {
  const parts = [
    { ProductId: 5, Name: 'Itself', IsActive: false },
    { ProductId: 9, Name: 'Old part', IsActive: false },
  ]
  const tests = [
    { TestId: 6, Name: 'Count', IsActive: false, ElementIds: [7] },
    { TestId: 8, Name: 'Empty test', IsActive: true, ElementIds: [] },
  ]
  expect(said(product({ parts, tests }))).toEqual([
    ['! Old part is not active', 'products', { ProductId: 9 }],
    ['! Count is not active', 'tests', { TestId: 6 }],
    ['! Empty test has no elements', 'tests', { TestId: 8 }],
  ])
})
test('a route without an end or to an inactive lab stops it; a lab without an instrument needs review', () => {
  const lost = way({ route: { ok: false, reason: 'P1: Count has no lab that runs it' } })
  expect(said(product({ ways: [lost, lost] }))).toEqual([
    ['! P1: Count has no lab that runs it, taken in at Pune', 'products', { ProductId: 5 }],
  ])
  expect(said(product({ ways: [way({ Closed: ['Pune'] })] }))).toEqual([
    ['! Pune is not active', 'products', { ProductId: 5 }],
  ])
  expect(said(product({ ways: [way({ IsMeasured: false })] }))).toEqual([
    ['Pune has no instrument for it', 'labinstruments', {}],
  ])
})
test('findings are listed: the labs on the route and the range of its prices', () => {
  const offers = [350, 135, 135].map((Price, at) => ({ PriceListId: at, Seller: 'Pune', Price }))
  const run = dryRunOfProduct(product({ offers, ways: [way({ Labs: ['Nashik', 'Pune'] }), way()] }))
  const of = (what: string) => run.find(({ What }) => What === what)?.Said
  expect([of('Route'), of('Price'), of('Tests')]).toEqual(['Nashik → Pune; Pune', '135.00 to 350.00', 'Count'])
})

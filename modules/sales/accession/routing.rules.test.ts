// Packages, labs and derived sales: by example and for any catalogue.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expandProducts,
  labCanPerform,
  nearestLab,
  partiesOf,
  planDerivedSales,
  routeLeaf,
  routesFound,
} from './routing.rules.ts'
import type { Catalogue, LabInstrument, RoutedProduct } from './routing.rules.ts'

const product = (ProductId: number, some: Partial<RoutedProduct> = {}): RoutedProduct => ({
  ProductId,
  Code: `P${ProductId}`,
  Name: 'Product',
  SubProductIds: [],
  TestIds: [],
  IsLocalProduct: false,
  OwnerId: 2,
  ProductLabs: [],
  ...some,
})
const catalogueOf = (
  products: RoutedProduct[],
  tests: Catalogue['tests'] extends ReadonlyMap<number, infer T> ? T[] : never = [],
): Catalogue => ({
  products: new Map(products.map((one) => [one.ProductId, one])),
  tests: new Map(tests.map((one) => [one.TestId, one])),
  elements: new Map(
    tests.flatMap((one) => one.ElementIds).map((id) => [id, { ElementId: id, Formula: id >= 900 ? '{1}' : null }]),
  ),
})

const instrument = (some: Partial<LabInstrument>): LabInstrument => ({
  LabInstrumentId: 1,
  LabId: 2,
  DepartmentId: 5,
  ElementIds: [],
  ...some,
})

describe('unfolding', () => {
  const cbc = product(1, { TestIds: [10] })
  const lft = product(2, { TestIds: [11] })
  const fever = product(3, { SubProductIds: [1, 2] })
  const visit = product(4)
  const tests = [
    { TestId: 10, DepartmentId: 1, ElementIds: [100, 101] },
    { TestId: 11, DepartmentId: 3, ElementIds: [101, 102] },
  ]
  const catalogue = catalogueOf([cbc, lft, fever, visit], tests)

  test('a test bought twice is run once and shown under both', () => {
    const { leaves, tests: run, elements } = expandProducts([3, 1], catalogue)
    expect(leaves).toEqual([
      { ProductId: 1, under: [3, 1], isCharge: false },
      { ProductId: 2, under: [3], isCharge: false },
    ])
    expect(run).toEqual([
      { TestId: 10, leafIds: [1], under: [3, 1] },
      { TestId: 11, leafIds: [2], under: [3] },
    ])
    expect(elements).toEqual([
      { ElementId: 100, TestIds: [10] },
      { ElementId: 101, TestIds: [10, 11] },
      { ElementId: 102, TestIds: [11] },
    ])
  })

  test('a product with neither tests nor sub-products is a charge', () => {
    expect(expandProducts([4], catalogue)).toEqual({
      leaves: [{ ProductId: 4, under: [4], isCharge: true }],
      tests: [],
      elements: [],
    })
  })

  test('unfolding ends for any catalogue, circles included, and no test is run twice', () => {
    const ids = fc.integer({ min: 1, max: 6 })
    const wild = fc.array(
      fc.tuple(fc.array(ids, { maxLength: 3 }), fc.array(fc.constantFrom(10, 11), { maxLength: 2 })),
      {
        minLength: 6,
        maxLength: 6,
      },
    )
    fc.assert(
      fc.property(wild, fc.array(ids, { minLength: 1, maxLength: 4 }), (parts, bought) => {
        const products = parts.map(([SubProductIds, TestIds], index) => product(index + 1, { SubProductIds, TestIds }))
        const { leaves, tests: run, elements } = expandProducts(bought, catalogueOf(products, tests))
        for (const list of [
          leaves.map((leaf) => leaf.ProductId),
          run.map((one) => one.TestId),
          elements.map((one) => one.ElementId),
        ])
          expect(new Set(list).size).toBe(list.length)
        for (const one of [...leaves, ...run]) expect(one.under.every((id) => bought.includes(id))).toBe(true)
      }),
    )
  })
})

describe('labs', () => {
  const tree: readonly (readonly [number, number, number | null])[] = [
    [1, 9, null],
    [2, 10, 1],
    [11, 13, 2],
    [22, 16, 11],
    [98, 13, 99],
    [99, 13, 98],
  ]
  const clients = new Map(
    tree.map(([ClientId, ClientTypeId, ParentId]) => [ClientId, { ClientId, ClientTypeId, ParentId }]),
  )

  test('the first lab is the seller if a lab, else its nearest ancestor that is one', () => {
    expect([2, 11, 22, 1, 99, 1234].map((id) => nearestLab(id, clients))).toEqual([2, 2, 2, null, null, null])
  })

  const can = () => true
  const cannot = () => false
  const rows = (...labs: [number, number][]) =>
    labs.map(([SourceLabId, DestinationLabId], index) => ({ SourceLabId, DestinationLabId, SequenceNumber: index + 1 }))

  test('a product follows its lab rows from the first lab', () => {
    expect(routeLeaf(product(1, { TestIds: [10], ProductLabs: rows([2, 2], [3, 2]) }), 3, cannot)).toEqual({
      ok: true,
      labs: [3, 2],
    })
    expect(routeLeaf(product(1, { TestIds: [10], ProductLabs: rows([2, 2], [3, 3]) }), 3, cannot)).toEqual({
      ok: true,
      labs: [3],
    })
    expect(routeLeaf(product(1, { TestIds: [10], ProductLabs: rows([3, 2], [2, 4]) }), 3, cannot)).toEqual({
      ok: true,
      labs: [3, 2, 4],
    })
    const unordered = [
      { SourceLabId: 3, DestinationLabId: 4, SequenceNumber: 2 },
      { SourceLabId: 3, DestinationLabId: 2, SequenceNumber: 1 },
    ]
    expect(routeLeaf(product(1, { TestIds: [10], ProductLabs: unordered }), 3, cannot)).toEqual({
      ok: true,
      labs: [3, 2],
    })
  })

  test('a local product is run by its owner, a charge by no lab', () => {
    expect(routeLeaf(product(1, { TestIds: [10], IsLocalProduct: true, OwnerId: 3 }), 2, cannot)).toEqual({
      ok: true,
      labs: [2, 3],
    })
    expect(routeLeaf(product(1, { TestIds: [10], IsLocalProduct: true, OwnerId: 2 }), 2, cannot)).toEqual({
      ok: true,
      labs: [2],
    })
    expect(routeLeaf(product(1), 2, cannot)).toEqual({ ok: true, labs: [] })
  })

  test('without a row the first lab runs it if it can, else the refusal names the product', () => {
    const lone = product(7, { TestIds: [10], Name: 'Karyotype' })
    expect(routeLeaf(lone, 2, can)).toEqual({ ok: true, labs: [2] })
    expect(routeLeaf(lone, 2, cannot)).toEqual({ ok: false, reason: 'P7: Karyotype has no lab that runs it' })
    const written = product(7, { TestIds: [10], Code: '', Name: 'This product' })
    expect(routeLeaf(written, 2, cannot)).toEqual({ ok: false, reason: 'This product has no lab that runs it' })
    expect(routesFound([routeLeaf(lone, 2, can), routeLeaf(lone, 2, cannot)])).toEqual({
      ok: false,
      reason: 'P7: Karyotype has no lab that runs it',
    })
    expect(routeLeaf(product(1, { TestIds: [10], ProductLabs: rows([2, 3], [3, 2]) }), 2, can).ok).toBe(false)
  })

  test('any rows end in a lab or a refusal, and no lab is passed twice', () => {
    const lab = fc.integer({ min: 1, max: 5 })
    fc.assert(
      fc.property(fc.array(fc.tuple(lab, lab), { maxLength: 8 }), lab, fc.boolean(), (pairs, first, able) => {
        const route = routeLeaf(product(1, { TestIds: [10], ProductLabs: rows(...pairs) }), first, () => able)
        if (!route.ok) return
        expect(route.labs[0]).toBe(first)
        expect(new Set(route.labs).size).toBe(route.labs.length)
      }),
    )
  })

  test('a lab runs a test with an instrument of its department, or instruments that measure its elements', () => {
    const catalogue = catalogueOf([], [{ TestId: 10, DepartmentId: 1, ElementIds: [100, 900] }])
    const runs = (instruments: LabInstrument[]) =>
      labCanPerform(product(1, { TestIds: [10] }), 2, catalogue, instruments)
    expect(runs([instrument({ DepartmentId: 1 })])).toBe(true)
    expect(runs([instrument({ ElementIds: [100] })])).toBe(true)
    expect(runs([instrument({ ElementIds: [101] })])).toBe(false)
    expect(runs([instrument({ LabId: 3, DepartmentId: 1 })])).toBe(false)
    expect(runs([])).toBe(false)
    const two = catalogueOf([], [{ TestId: 10, DepartmentId: 1, ElementIds: [100, 101, 900] }])
    const both = (...measured: number[][]) =>
      labCanPerform(
        product(1, { TestIds: [10] }),
        2,
        two,
        measured.map((ElementIds) => instrument({ ElementIds })),
      )
    expect([both([100]), both([101]), both([100], [101]), both([100, 101])]).toEqual([false, false, true, true])
  })

  test('a lab that can run one test of a product cannot run the product; an unknown one, or one of formulas only, neither', () => {
    const tests = [
      { TestId: 10, DepartmentId: null, ElementIds: [100] },
      { TestId: 11, DepartmentId: null, ElementIds: [101] },
      { TestId: 12, DepartmentId: null, ElementIds: [900] },
    ]
    const runs = (measured: number[], ...TestIds: number[]) =>
      labCanPerform(product(1, { TestIds }), 2, catalogueOf([], tests), [instrument({ ElementIds: measured })])
    expect([runs([100], 10, 11), runs([101], 10, 11), runs([100, 101], 10, 11)]).toEqual([false, false, true])
    expect([runs([100], 99), runs([100], 10, 99), runs([100], 12)]).toEqual([false, false, false])
  })
})

describe('derived sales', () => {
  test('one for each hop, the next party sells to the one before', () => {
    expect(partiesOf(11, [2, 4])).toEqual([11, 2, 4])
    expect(partiesOf(2, [2])).toEqual([2])
    expect(planDerivedSales([{ ProductId: 1, under: [1], parties: [11, 3, 2] }])).toEqual([
      { SellerId: 3, BuyerId: 11, base: null, ProductIds: [1] },
      { SellerId: 2, BuyerId: 3, base: 0, ProductIds: [1] },
    ])
    expect(planDerivedSales([{ ProductId: 1, under: [1], parties: [2] }])).toEqual([])
  })

  test('a package is sold on whole while its products share a route, and in parts where they separate', () => {
    const sales = planDerivedSales([
      { ProductId: 1, under: [9], parties: [11, 3] },
      { ProductId: 2, under: [9], parties: [11, 3, 2] },
      { ProductId: 5, under: [5], parties: [11, 3, 2] },
    ])
    expect(sales).toEqual([
      { SellerId: 3, BuyerId: 11, base: null, ProductIds: [9, 5] },
      { SellerId: 2, BuyerId: 3, base: 0, ProductIds: [2, 5] },
    ])
  })

  test('every base comes first, sells what its buyer has bought, and no hop occurs twice', () => {
    const parties = fc.constantFrom([11, 2], [11, 2, 4], [11, 2, 3], [2], [11, 3, 2])
    fc.assert(
      fc.property(fc.array(parties, { maxLength: 8 }), (ways) => {
        const sales = planDerivedSales(
          ways.map((way, index) => ({ ProductId: index + 1, under: [index + 1], parties: way })),
        )
        sales.forEach((sale, index) => {
          expect(sale.base === null || sale.base < index).toBe(true)
          if (sale.base !== null) expect(sales[sale.base]?.SellerId).toBe(sale.BuyerId)
        })
        const hops = new Set(ways.flatMap((way) => way.slice(1).map((_, index) => way.slice(0, index + 2).join())))
        expect(sales).toHaveLength(hops.size)
        for (const [index, way] of ways.entries())
          expect(sales.filter((sale) => sale.ProductIds.includes(index + 1))).toHaveLength(way.length - 1)
      }),
    )
  })
})

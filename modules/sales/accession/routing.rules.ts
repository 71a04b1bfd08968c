// Where the products of a sale are run: packages unfolded, labs found, derived sales laid out.
import { no, yes } from '../../../core/refusal.ts'
import type { Decision } from '../../../core/refusal.ts'
import { clientType } from '../../lists/items.model.ts'

export type RoutedProduct = {
  readonly ProductId: number
  readonly Code: string
  readonly Name: string
  readonly SubProductIds: readonly number[]
  readonly TestIds: readonly number[]
  /** Performed by its owner. */
  readonly IsLocalProduct: boolean
  readonly OwnerId: number | null
  readonly ProductLabs: readonly ProductLab[]
}
export type ProductLab = {
  readonly SourceLabId: number
  readonly DestinationLabId: number
  readonly SequenceNumber: number
}
type RoutedTest = {
  readonly TestId: number
  readonly DepartmentId: number | null
  readonly ElementIds: readonly number[]
}
type RoutedElement = { readonly ElementId: number; readonly Formula: string | null }
export type Catalogue = {
  readonly products: ReadonlyMap<number, RoutedProduct>
  readonly tests: ReadonlyMap<number, RoutedTest>
  readonly elements: ReadonlyMap<number, RoutedElement>
}

/** The products to run, each once, and every bought product that each is shown under. */
export type Expansion = {
  /** Products that carry tests themselves, and charges. */
  readonly leaves: readonly {
    readonly ProductId: number
    readonly under: readonly number[]
    readonly isCharge: boolean
  }[]
  readonly tests: readonly {
    readonly TestId: number
    readonly leafIds: readonly number[]
    readonly under: readonly number[]
  }[]
  readonly elements: readonly { readonly ElementId: number; readonly TestIds: readonly number[] }[]
}

function collect<K>(into: Map<K, Set<number>>, key: K, value: number): void {
  const known = into.get(key)
  if (known) known.add(value)
  else into.set(key, new Set([value]))
}

/**
 * Products into sub-products, tests and elements. A product bought twice is included once, under both; a product inside
 * itself is not followed again.
 */
export function expandProducts(productIds: readonly number[], catalogue: Catalogue): Expansion {
  const under = new Map<number, Set<number>>()
  const tests = new Map<number, Set<number>>()
  const elements = new Map<number, Set<number>>()
  const walk = (id: number, bought: number, seen: Set<number>): void => {
    const product = catalogue.products.get(id)
    if (!product || seen.has(id)) return
    seen.add(id)
    // a product with neither tests nor sub-products is a charge
    if (product.TestIds.length > 0 || product.SubProductIds.length === 0) collect(under, id, bought)
    for (const TestId of product.TestIds) {
      collect(tests, TestId, id)
      for (const ElementId of catalogue.tests.get(TestId)?.ElementIds ?? []) collect(elements, ElementId, TestId)
    }
    for (const sub of product.SubProductIds) walk(sub, bought, seen)
  }
  for (const id of productIds) walk(id, id, new Set())
  return {
    leaves: [...under].map(([ProductId, bought]) => ({
      ProductId,
      under: [...bought],
      isCharge: catalogue.products.get(ProductId)?.TestIds.length === 0,
    })),
    tests: [...tests].map(([TestId, leafIds]) => ({
      TestId,
      leafIds: [...leafIds],
      under: [...new Set([...leafIds].flatMap((leaf) => [...(under.get(leaf) ?? [])]))],
    })),
    elements: [...elements].map(([ElementId, TestIds]) => ({ ElementId, TestIds: [...TestIds] })),
  }
}

export type RoutedClient = {
  readonly ClientId: number
  readonly ClientTypeId: number
  readonly ParentId: number | null
}

/** The client itself when it is an internal lab, else its nearest ancestor that is; null when there is none. */
export function nearestLab(clientId: number, clients: ReadonlyMap<number, RoutedClient>): number | null {
  const seen = new Set<number>()
  let client = clients.get(clientId)
  while (client && !seen.has(client.ClientId)) {
    if (client.ClientTypeId === clientType.Lab) return client.ClientId
    seen.add(client.ClientId)
    client = client.ParentId === null ? undefined : clients.get(client.ParentId)
  }
  return null
}

/** An instrument of a lab, the elements it measures there, and its department. */
export type LabInstrument = {
  readonly LabInstrumentId: number
  readonly LabId: number
  readonly DepartmentId: number | null
  readonly ElementIds: readonly number[]
}

/**
 * Whether a lab can run a product: for each test an instrument of its department, or instruments that measure its
 * elements (formulas need none).
 */
export function labCanPerform(
  product: RoutedProduct,
  labId: number,
  catalogue: Catalogue,
  instruments: readonly LabInstrument[],
): boolean {
  const own = instruments.filter((instrument) => instrument.LabId === labId)
  const measured = new Set(own.flatMap((instrument) => instrument.ElementIds))
  return product.TestIds.every((id) => {
    const test = catalogue.tests.get(id)
    if (!test) return false
    if (test.DepartmentId !== null && own.some((instrument) => instrument.DepartmentId === test.DepartmentId))
      return true
    const toMeasure = test.ElementIds.filter((elementId) => !catalogue.elements.get(elementId)?.Formula)
    return toMeasure.length > 0 && toMeasure.every((elementId) => measured.has(elementId))
  })
}

/** The labs a product goes through, first lab first, performing lab last; or the reason why it cannot be run. */
export type Route =
  { readonly ok: true; readonly labs: readonly number[] } | { readonly ok: false; readonly reason: string }

/** A product under edit may have no code yet. */
const called = ({ Code, Name }: RoutedProduct): string => (Code === '' ? Name : `${Code}: ${Name}`)

/**
 * Route of one leaf product from the first lab: at each lab the first row (SequenceNumber) that starts there names the
 * next one; a row that ends where it starts, or no row after a hop, means it is run there. Without any row the first
 * lab runs it if it can.
 */
export function routeLeaf(product: RoutedProduct, firstLab: number, canPerform: (labId: number) => boolean): Route {
  if (product.TestIds.length === 0) return { ok: true, labs: [] }
  if (product.IsLocalProduct && product.OwnerId !== null)
    return { ok: true, labs: product.OwnerId === firstLab ? [firstLab] : [firstLab, product.OwnerId] }
  const rows = [...product.ProductLabs].sort((a, b) => a.SequenceNumber - b.SequenceNumber)
  const labs = [firstLab]
  for (let current = firstLab; ;) {
    const row = rows.find((one) => one.SourceLabId === current)
    if (!row && labs.length === 1 && !canPerform(firstLab))
      return { ok: false, reason: `${called(product)} has no lab that runs it` }
    if (!row || row.DestinationLabId === current) return { ok: true, labs }
    if (labs.includes(row.DestinationLabId))
      return { ok: false, reason: `${called(product)} is sent in a circle between labs` }
    labs.push(row.DestinationLabId)
    current = row.DestinationLabId
  }
}

/** Yes when every route was found, else all the reasons in one. */
export function routesFound(routes: readonly Route[]): Decision {
  const reasons = routes.flatMap((route) => (route.ok ? [] : [route.reason]))
  return reasons.length === 0 ? yes : no(reasons.join('; '))
}

/**
 * A leaf on its route: the parties it passes from the sale's seller to the performing lab, and the bought products that
 * contain it.
 */
export type Leg = { readonly ProductId: number; readonly under: readonly number[]; readonly parties: readonly number[] }
export type DerivedSale = {
  readonly SellerId: number
  readonly BuyerId: number
  /** Place of the base sale in the same list; null: the sale itself. */
  readonly base: number | null
  /** Bought products themselves, where they take this route whole; else the leaves that do. */
  readonly ProductIds: readonly number[]
}

/** Parties of a leaf: the seller, unless it is the first lab itself, then the labs. */
export const partiesOf = (sellerId: number, labs: readonly number[]): readonly number[] =>
  labs[0] === sellerId ? labs : [sellerId, ...labs]

/**
 * One derived sale for each hop between parties, base sales first: the next party sells to the one before. Leaves that
 * take the same route share it.
 */
export function planDerivedSales(legs: readonly Leg[]): readonly DerivedSale[] {
  const hops = new Map<string, { SellerId: number; BuyerId: number; from: string; legs: Leg[] }>()
  for (const leg of legs) {
    for (let i = 1; i < leg.parties.length; i += 1) {
      const [BuyerId = 0, SellerId = 0] = leg.parties.slice(i - 1, i + 1)
      const key = leg.parties.slice(0, i + 1).join('>')
      const hop = hops.get(key) ?? { SellerId, BuyerId, from: leg.parties.slice(0, i).join('>'), legs: [] }
      hop.legs.push(leg)
      hops.set(key, hop)
    }
  }
  const leavesUnder = new Map<number, number>()
  for (const leg of legs) for (const bought of leg.under) leavesUnder.set(bought, (leavesUnder.get(bought) ?? 0) + 1)
  const keys = [...hops.keys()].sort((a, b) => a.split('>').length - b.split('>').length)
  return keys.map((key) => {
    const hop = hops.get(key)
    const here = hop?.legs ?? []
    const whole = (bought: number): boolean =>
      here.filter((leg) => leg.under.includes(bought)).length === leavesUnder.get(bought)
    const base = keys.indexOf(hop?.from ?? '')
    const ProductIds = new Set<number>()
    for (const leg of here) {
      const packages = leg.under.filter(whole)
      for (const id of packages.length > 0 ? packages : [leg.ProductId]) ProductIds.add(id)
    }
    return {
      SellerId: hop?.SellerId ?? 0,
      BuyerId: hop?.BuyerId ?? 0,
      base: base < 0 ? null : base,
      ProductIds: [...ProductIds],
    }
  })
}

// The dry run of a product: a sale of it today, without making one, of the saved or the edited product.
import { dryRun } from '../../../core/answer/questions.ts'
import { boolean, integer, reference, references } from '../../../core/model.ts'
import type { Caller } from '../../../server/caller.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { malformed, notFound } from '../../../server/refusal.ts'
import { json, routeOf } from '../../../server/route.ts'
import { readyElements } from '../../elements/ready.server.ts'
import { clientType } from '../../lists/items.model.ts'
import { priceListScope, productScope } from '../../products/products.server.ts'
import { products } from '../../products/products.model.ts'
import { readyTests } from '../../tests/ready.server.ts'
import { readSaleCatalogue, type SaleCatalogue } from '../accession/catalogue.server.ts'
import { readClients } from '../accession/plan.server.ts'
import {
  expandProducts,
  labCanPerform,
  nearestLab,
  routeLeaf,
  type RoutedClient,
  type RoutedProduct,
} from '../accession/routing.rules.ts'
import { dryRunOfProduct, type Offer, type Way } from './dryrun.rules.ts'

/** Price lists of today that have the product and that the user sees. */
const offersOf = (tx: Tx, productId: number, scope: Sql): Promise<(Offer & { SellerId: number })[]> =>
  tx.rows(sql`
    select
      list.price_list_id as "PriceListId",
      list.seller_id as "SellerId",
      seller.name as "Seller",
      line.price as "Price"
    from
      price_list_products line
      join price_lists list using (price_list_id)
      join clients seller on seller.client_id = list.seller_id
    where
      line.product_id = ${productId}
      and list.effective_from_date <= network_day (now())
      and (
        list.effective_till_date is null
        or list.effective_till_date >= network_day (now())
      )
      and (${scope})
    order by
      list.price_list_id
  `)

type Named = { Id: number; Name: string; IsActive: boolean }
const named = async (tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Named>> =>
  new Map(
    (
      await tx.rows<Named>(sql`
        select
          client_id as id,
          name,
          is_active
        from
          clients
        where
          client_id = any (${[...ids]}::int[])
      `)
    ).map((one) => [one.Id, one]),
  )

type Catalogue = { readonly catalogue: SaleCatalogue; readonly clients: ReadonlyMap<number, RoutedClient> }
type Routed = { readonly firstLab: number; readonly leaf: RoutedProduct; readonly route: Way['route'] }

/** Each part with tests, from each lab that accessions it. */
const routesOf = (whole: RoutedProduct, firstLabs: readonly number[], { catalogue }: Catalogue): readonly Routed[] => {
  const leaves = expandProducts([whole.ProductId], catalogue).leaves.filter((leaf) => !leaf.isCharge)
  return firstLabs.flatMap((firstLab) =>
    leaves.flatMap(({ ProductId }): Routed[] => {
      const leaf = catalogue.products.get(ProductId)
      if (!leaf) return []
      const can = (lab: number): boolean => labCanPerform(leaf, lab, catalogue, catalogue.instruments)
      return [{ firstLab, leaf, route: routeLeaf(leaf, firstLab, can) }]
    }),
  )
}

const waysOf = async (tx: Tx, routed: readonly Routed[], { catalogue, clients }: Catalogue): Promise<Way[]> => {
  const labs = await named(
    tx,
    routed.flatMap(({ firstLab, route }) => [firstLab, ...(route.ok ? route.labs : [])]),
  )
  const nameOf = (id: number): string => labs.get(id)?.Name ?? `lab ${id}`
  return routed.map(({ firstLab, leaf, route }) => {
    const way = route.ok ? route.labs : []
    const last = way.at(-1) ?? firstLab
    return {
      ProductId: leaf.ProductId,
      From: nameOf(firstLab),
      route,
      Labs: way.map(nameOf),
      Closed: way.filter((id) => labs.get(id)?.IsActive === false).map(nameOf),
      IsMeasured:
        clients.get(last)?.ClientTypeId === clientType.ExternalLab ||
        labCanPerform(leaf, last, catalogue, catalogue.instruments),
    }
  })
}

const asked = {
  ProductId: integer('Product'),
  // as being edited; else the saved ones
  TestIds: references('Tests', 'test'),
  SubProductIds: references('Sub-products', 'anyproduct'),
  // rows of labs, a source and a destination each
  SourceLabIds: references('Source Labs', 'lab'),
  DestinationLabIds: references('Destination Labs', 'consignee'),
  IsLocalProduct: boolean('Local Product'),
  OwnerId: reference('Owner', 'lab'),
}

/** Products of the set that the user sees. */
const partsOf = (tx: Tx, ids: readonly number[], user: Caller) =>
  tx.rows<{ ProductId: number; Name: string; IsActive: boolean }>(sql`
    select
      product.product_id as "ProductId",
      product.name as "Name",
      product.is_active as "IsActive"
    from
      products product
    where
      product.product_id = any (${[...ids]}::int[])
      and (${productScope(user)})
    order by
      product.product_id
  `)

export const productDryRun = routeOf({
  method: 'GET',
  path: 'dryrun/products',
  answers: dryRun.answers,
  access: { module: products.id, permit: 'read' },
  scope: 'products of the network and local ones of the entity, with the prices it sees',
  summary: 'What is missing before a product can be sold',
  query: asked,
  handler: async ({ db: { read: tx }, query, user }) => {
    const key = query.ProductId ?? 0
    const sources = query.SourceLabIds ?? []
    if (sources.length !== (query.DestinationLabIds ?? []).length)
      throw malformed('Enter both a source lab and a destination lab')
    if (key !== 0 && (await partsOf(tx, [key], user)).length === 0) throw notFound()
    const seen = (await partsOf(tx, query.SubProductIds ?? [], user)).map((part) => part.ProductId)
    const catalogue = await readSaleCatalogue(tx, [...(key === 0 ? [] : [key]), ...seen], query.TestIds ?? [])
    const kept = catalogue.products.get(key)
    const whole: RoutedProduct = {
      ProductId: key,
      Code: kept?.Code ?? '',
      Name: kept?.Name ?? 'This product',
      SubProductIds: query.SubProductIds ? seen : (kept?.SubProductIds ?? []),
      TestIds: query.TestIds ?? kept?.TestIds ?? [],
      IsLocalProduct: query.IsLocalProduct ?? kept?.IsLocalProduct ?? false,
      OwnerId: query.OwnerId ?? kept?.OwnerId ?? user.EntityId,
      ProductLabs: query.SourceLabIds
        ? sources.map((SourceLabId, at) => ({
            SourceLabId,
            DestinationLabId: query.DestinationLabIds?.[at] ?? 0,
            SequenceNumber: at + 1,
          }))
        : (kept?.ProductLabs ?? []),
    }
    const clients = await readClients(tx)
    const known: Catalogue = {
      catalogue: { ...catalogue, products: new Map([...catalogue.products, [key, whole]]) },
      clients,
    }
    const { leaves, tests, elements } = expandProducts([key], known.catalogue)
    const offers = await offersOf(tx, key, priceListScope(user))
    // without a seller: the lab of its owner
    const sellers = offers.length > 0 ? offers.map((one) => one.SellerId) : [whole.OwnerId ?? user.EntityId]
    const firstLabs = [...new Set(sellers.map((id) => nearestLab(id, clients)))].filter((lab) => lab !== null)
    return json({
      Checks: dryRunOfProduct({
        ProductId: key,
        isCharge: leaves.every((leaf) => leaf.isCharge),
        parts: await partsOf(tx, [...known.catalogue.products.keys()], user),
        tests: await readyTests(
          tx,
          tests.map((test) => test.TestId),
        ),
        elements: await readyElements(
          tx,
          elements.map((element) => element.ElementId),
        ),
        ways: await waysOf(tx, routesOf(whole, firstLabs, known), known),
        offers,
      }),
    })
  },
})

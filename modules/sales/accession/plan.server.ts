// The plan of a sale's lines: products unfolded, the lab of each, the parties on the route, the elements to sample.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { shown } from '../../../server/table/shown.ts'
import { refused } from '../../../server/refusal.ts'
import { clientType, sampleStatus } from '../../lists/items.model.ts'
import type { ElementToSample } from '../tubes/sampling.rules.ts'
import { readSaleCatalogue, type SaleCatalogue } from './catalogue.server.ts'
import {
  expandProducts,
  labCanPerform,
  nearestLab,
  partiesOf,
  routeLeaf,
  routesFound,
  type Expansion,
  type Leg,
  type Route,
  type RoutedClient,
} from './routing.rules.ts'

export type SaleRow = {
  SaleId: number
  SellerId: number
  StatusId: number
  AccessionNo: string | null
  CollectionDate: string
  BaseSaleId: number | null
}
export type LineRow = { SaleProductId: number; ProductId: number }
export type Plan = {
  expansion: Expansion
  labOf: ReadonlyMap<number, number>
  legs: readonly Leg[]
  catalogue: SaleCatalogue
  firstLab: number
}

/** Clients that may sell or run a product, by key. */
export const readClients = async (tx: Tx): Promise<Map<number, RoutedClient>> =>
  new Map(
    (
      await tx.rows<RoutedClient>(sql`
        select
          ${shown('clients', ['ClientId', 'ClientTypeId', 'ParentId'])}
        from
          clients
        where
          client_type_id in (${literal(
            clientType.LegalEntity,
            clientType.Lab,
            clientType.CollectionCentre,
            clientType.Institution,
            clientType.ExternalLab,
          )})
      `)
    ).map((c) => [c.ClientId, c]),
  )

/**
 * The route of products whose tubes have left the seller, or of which an element was measured: they are run at their
 * destination, whatever the catalogue says by now.
 */
const waysOfSent = async (tx: Tx, { SaleId, SellerId }: SaleRow): Promise<ReadonlyMap<number, readonly number[]>> => {
  const sent = await tx.rows<{ ProductId: number; Route: number[] }>(sql`
    select distinct
      on (drawn.product_id) drawn.product_id,
      tube.route
    from
      samples tube
      join sale_product_samples drawn on drawn.sample_id = tube.sample_id
      and drawn.destination_lab_id = tube.performing_lab_id
    where
      tube.sale_id = ${SaleId}
      and tube.route[1] = ${SellerId}
      and (
        tube.owner_id <> ${SellerId}
        or tube.status_id not in (${literal(sampleStatus.ToBeCollected, sampleStatus.Collected)})
        or exists (
          select
            1
          from
            sample_elements placed
            join work_items item on item.sample_element_id = placed.sample_element_id
          where
            placed.sample_id = tube.sample_id
            and item.result_id is not null
        )
      )
      and not exists (
        select
          1
        from
          samples newer
        where
          newer.replaces_sample_id = tube.sample_id
      )
    order by
      drawn.product_id,
      tube.sample_id
  `)
  return new Map(sent.map((tube) => [tube.ProductId, tube.Route]))
}

/** Unfolds and routes; 422 naming every product that has no lab. */
export const planOf = async (tx: Tx, sale: SaleRow, lines: readonly LineRow[]): Promise<Plan> => {
  const clients = await readClients(tx)
  const firstLab = nearestLab(sale.SellerId, clients)
  if (firstLab === null) throw refused('The seller has no lab above it, so its sales cannot be accessioned')
  const catalogue = await readSaleCatalogue(
    tx,
    lines.map((line) => line.ProductId),
  )
  const expansion = expandProducts(
    lines.map((line) => line.ProductId),
    catalogue,
  )
  const ways = await waysOfSent(tx, sale)
  const labOf = new Map<number, number>()
  const legs: Leg[] = []
  const routes = expansion.leaves.map((leaf) => {
    const product = catalogue.products.get(leaf.ProductId)
    if (!product) throw refused(`Product ${leaf.ProductId} does not exist`)
    const way = ways.get(leaf.ProductId)
    const route: Route = way
      ? { ok: true, labs: way }
      : routeLeaf(product, firstLab, (lab) => labCanPerform(product, lab, catalogue, catalogue.instruments))
    if (route.ok && route.labs.length > 0) {
      labOf.set(leaf.ProductId, route.labs.at(-1) ?? firstLab)
      legs.push({ ProductId: leaf.ProductId, under: leaf.under, parties: partiesOf(sale.SellerId, route.labs) })
    }
    return route
  })
  const found = routesFound(routes)
  if (!found.ok) throw refused(found.reason)
  return { expansion, labOf, legs, catalogue, firstLab }
}

/** Elements to sample with the lab that runs them: the lab of the first leaf that carries their test. */
export const elementsOf = ({ expansion, labOf, legs, catalogue }: Plan): ElementToSample[] => {
  const wayOf = new Map(legs.map((leg) => [leg.ProductId, leg.parties]))
  const leafOf = new Map(expansion.tests.map((t) => [t.TestId, t.leafIds[0] ?? 0]))
  const labOfTest = new Map([...leafOf].map(([test, leaf]) => [test, labOf.get(leaf) ?? 0]))
  return expansion.elements.flatMap(({ ElementId, TestIds }) => {
    const element = catalogue.sampled.get(ElementId)
    const TestId = TestIds[0] ?? 0
    const PerformingLabId = labOfTest.get(TestId) ?? 0
    if (!element) return []
    const instrument = catalogue.instruments.find(
      (i) => i.LabId === PerformingLabId && i.ElementIds.includes(ElementId),
    )
    return [
      {
        ElementId,
        PerformingLabId,
        route: wayOf.get(leafOf.get(TestId) ?? 0) ?? [],
        TestId,
        specimens: element.specimens,
        SampleTimePoint: element.SampleTimePoint,
        formulaInputs: element.formulaInputs,
        LabInstrumentId: instrument?.LabInstrumentId ?? null,
      },
    ]
  })
}

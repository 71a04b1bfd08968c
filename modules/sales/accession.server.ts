// Accession: from lines to tubes and work. One transaction; again any time, adding what is missing and never touching entered results.
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db.ts'
import type { Caller } from '../../server/module.ts'
import { refused } from '../../server/refusal.ts'
import { nextNumber } from '../invoices/invoices.server.ts'
import { refreshStatuses } from './status.server.ts'
import { addEvent, startWork } from './tubes.server.ts'
import { readSaleCatalogue, type SaleCatalogue } from './catalogue.server.ts'
import { saveDerivedSales } from './derived.server.ts'
import {
  expandProducts,
  labCanPerform,
  nearestLab,
  partiesOf,
  routeLeaf,
  routesFound,
  type Expansion,
  type Leg,
  type RoutedClient,
} from './routing.rules.ts'
import { planSamples, type ElementToSample, type PlannedSample } from './sampling.rules.ts'

type SaleRow = {
  sale_id: number
  seller_id: number
  status_id: number
  accession_no: string | null
  collection_date: string
  base_sale_id: number | null
}
type LineRow = { sale_product_id: number; product_id: number }
type Plan = { expansion: Expansion; labOf: ReadonlyMap<number, number>; legs: readonly Leg[]; catalogue: SaleCatalogue; firstLab: number }

const readClients = async (tx: Tx): Promise<Map<number, RoutedClient>> =>
  new Map(
    (
      await tx.rows<RoutedClient>(
        sql`select client_id as "ClientId", client_type_id as "ClientTypeId", parent_id as "ParentId" from clients where client_type_id in (9, 10, 13, 16, 20)`,
      )
    ).map((c) => [c.ClientId, c]),
  )

/** Unfolds and routes; 422 naming every product that has no lab. */
const planOf = async (tx: Tx, sale: SaleRow, lines: readonly LineRow[]): Promise<Plan> => {
  const clients = await readClients(tx)
  const firstLab = nearestLab(sale.seller_id, clients)
  if (firstLab === null) throw refused('The seller has no lab above it, so nothing can be accessioned')
  const catalogue = await readSaleCatalogue(
    tx,
    lines.map((line) => line.product_id),
  )
  const expansion = expandProducts(
    lines.map((line) => line.product_id),
    catalogue,
  )
  const labOf = new Map<number, number>()
  const legs: Leg[] = []
  const routes = expansion.leaves.map((leaf) => {
    const product = catalogue.products.get(leaf.ProductId)
    if (!product) throw refused(`Product ${leaf.ProductId} does not exist`)
    const route = routeLeaf(product, firstLab, (lab) => labCanPerform(product, lab, catalogue, catalogue.instruments))
    if (route.ok && route.labs.length > 0) {
      labOf.set(leaf.ProductId, route.labs.at(-1) ?? firstLab)
      legs.push({ ProductId: leaf.ProductId, under: leaf.under, parties: partiesOf(sale.seller_id, route.labs) })
    }
    return route
  })
  const found = routesFound(routes)
  if (!found.ok) throw refused(found.reason)
  return { expansion, labOf, legs, catalogue, firstLab }
}

/** Elements to sample with the lab that runs them: the lab of the first leaf that carries their test. */
const elementsOf = ({ expansion, labOf, catalogue }: Plan): ElementToSample[] => {
  const labOfTest = new Map(expansion.tests.map((t) => [t.TestId, labOf.get(t.leafIds[0] ?? 0) ?? 0]))
  return expansion.elements.flatMap(({ ElementId, TestIds }) => {
    const element = catalogue.sampled.get(ElementId)
    const TestId = TestIds[0] ?? 0
    const PerformingLabId = labOfTest.get(TestId) ?? 0
    if (!element) return []
    const instrument = catalogue.instruments.find((i) => i.LabId === PerformingLabId && i.ElementIds.includes(ElementId))
    return [
      {
        ElementId,
        PerformingLabId,
        TestId,
        specimens: element.specimens,
        SampleTimePoint: element.SampleTimePoint,
        formulaInputs: element.formulaInputs,
        LabInstrumentId: instrument?.LabInstrumentId ?? null,
      },
    ]
  })
}

const numberSale = async (tx: Tx, sale: SaleRow, firstLab: number): Promise<string> => {
  if (sale.accession_no !== null) return sale.accession_no
  const lab = await tx.one<{ bill_prefix: string | null; name: string; month: string }>(
    sql`select bill_prefix, name, to_char(${now().toISOString()}::timestamptz at time zone 'Asia/Kolkata', 'YYMM') as month from clients where client_id = ${firstLab}`,
  )
  if (lab.bill_prefix === null) throw refused(`${lab.name} has no bill prefix, so no accession can be numbered`)
  return `${lab.bill_prefix}${lab.month}${String(await nextNumber(tx, `accession:${firstLab}:${lab.month}`)).padStart(6, '0')}`
}

type Existing = {
  sample_id: number
  specimen_id: number
  time_point: string | null
  performing_lab_id: number
  status_id: number
  tube_no: number
  elements: number[] | null
}
const existingSamples = (tx: Tx, saleId: number): Promise<Existing[]> =>
  tx.rows<Existing>(sql`select t.sample_id, t.specimen_id, t.time_point, t.performing_lab_id, t.status_id, t.tube_no, (select array_agg(e.element_id) from sample_elements e where e.sample_id = t.sample_id) as elements
    from samples t where t.sale_id = ${saleId} and not exists (select 1 from samples n where n.replaces_sample_id = t.sample_id) order by t.sample_id`)

const addSample = async (tx: Tx, sale: SaleRow, accessionNo: string, plan: PlannedSample, number: number): Promise<number> => {
  const { sample_id } = await tx.one<{
    sample_id: number
  }>(sql`insert into samples (sale_id, specimen_id, time_point, tube_no, temperature_id, barcode, owner_id, performing_lab_id, status_id, collection_date)
    values (${sale.sale_id}, ${plan.SpecimenId}, ${plan.SampleTimePoint}, ${number}, ${plan.TemperatureId}, ${`${accessionNo}-${String(number).padStart(2, '0')}`}, ${sale.seller_id}, ${plan.PerformingLabId},
      case when ${sale.collection_date}::timestamptz <= now() then 116 else 115 end, case when ${sale.collection_date}::timestamptz <= now() then ${sale.collection_date}::timestamptz end) returning sample_id`)
  return sample_id
}
const addElements = (
  tx: Tx,
  sampleId: number,
  elements: readonly { ElementId: number; LabInstrumentId: number | null }[],
): Promise<number> =>
  tx.run(
    sql`insert into sample_elements (sample_id, element_id, lab_instrument_id) select ${sampleId}, x.e, x.i from unnest(${elements.map((e) => e.ElementId)}::int[], ${elements.map((e) => e.LabInstrumentId)}::int[]) x(e, i) on conflict do nothing`,
  )

/** Missing elements go on a tube that is there and can still take them, else on new tubes. Answers the keys of new tubes. */
const saveSamples = async (
  tx: Tx,
  sale: SaleRow,
  accessionNo: string,
  elements: readonly ElementToSample[],
  volumes: ReadonlyMap<number, number>,
): Promise<number[]> => {
  const existing = await existingSamples(tx, sale.sale_id)
  const there = new Set(existing.flatMap((t) => (t.elements ?? []).map((e) => `${e}@${t.performing_lab_id}`)))
  const missing = elements.filter((e) => !there.has(`${e.ElementId}@${e.PerformingLabId}`))
  if (missing.length === 0) return []
  const planned = planSamples(missing, (specimen) => volumes.get(specimen) ?? 4)
  let last = Math.max(0, ...existing.map((t) => t.tube_no))
  const made: number[] = []
  for (const plan of planned) {
    const home = existing.find(
      (t) =>
        t.specimen_id === plan.SpecimenId &&
        t.time_point === plan.SampleTimePoint &&
        t.performing_lab_id === plan.PerformingLabId &&
        [115, 116, 121].includes(t.status_id),
    )
    if (home) {
      await addElements(tx, home.sample_id, plan.elements)
      made.push(home.sample_id)
      continue
    }
    last += 1
    const id = await addSample(tx, sale, accessionNo, plan, last)
    await addElements(tx, id, plan.elements)
    made.push(id)
  }
  return made
}

/** Work that no line needs any more: not performed where nothing was entered; tube elements without work go. */
const dropSurplus = async (tx: Tx, saleId: number, elements: readonly ElementToSample[]): Promise<void> => {
  const wanted = elements.map((e) => e.ElementId)
  await tx.run(
    sql`delete from sale_product_elements x using sale_products l where l.sale_product_id = x.sale_product_id and l.sale_id = ${saleId}`,
  )
  await tx.run(
    sql`update work_items set status_id = 157, row_version = row_version + 1 where sale_id = ${saleId} and result_id is null and status_id in (150, 155, 156) and not (element_id = any(${wanted}))`,
  )
  await tx.run(
    sql`delete from sample_elements e using samples t where t.sample_id = e.sample_id and t.sale_id = ${saleId} and not (e.element_id = any(${wanted})) and not exists (select 1 from work_items w where w.sample_element_id = e.sample_element_id)`,
  )
  await tx.run(
    sql`update work_items set status_id = 150 where sale_id = ${saleId} and status_id = 157 and reason_id is null and result_id is null and element_id = any(${wanted})`,
  )
}

/** Which tubes and elements each line waits for. */
const linkLines = async (tx: Tx, saleId: number, lines: readonly LineRow[], { expansion, labOf }: Plan): Promise<void> => {
  const links = lines.flatMap((line) =>
    expansion.tests
      .filter((t) => t.under.includes(line.product_id))
      .map((t) => ({
        line: line.sale_product_id,
        test: t.TestId,
        product:
          t.leafIds.find((leaf) => expansion.leaves.find((l) => l.ProductId === leaf)?.under.includes(line.product_id)) ??
          t.leafIds[0] ??
          0,
      })),
  )
  if (links.length === 0) return
  const [ids, tests, products] = [links.map((l) => l.line), links.map((l) => l.test), links.map((l) => l.product)]
  await tx.run(sql`insert into sale_product_elements (sale_product_id, sample_element_id, test_id) select distinct x.line, e.sample_element_id, x.test from unnest(${ids}::int[], ${tests}::int[]) x(line, test)
    join test_elements te on te.test_id = x.test join sample_elements e on e.element_id = te.element_id join samples t on t.sample_id = e.sample_id and t.sale_id = ${saleId} on conflict do nothing`)
  const labs = products.map((p) => labOf.get(p) ?? 0)
  await tx.run(sql`insert into sale_product_samples (sale_product_id, sample_id, product_id, destination_lab_id) select distinct x.line, e.sample_id, x.product, x.lab from unnest(${ids}::int[], ${tests}::int[], ${products}::int[], ${labs}::int[]) x(line, test, product, lab)
    join test_elements te on te.test_id = x.test join sample_elements e on e.element_id = te.element_id join samples t on t.sample_id = e.sample_id and t.sale_id = ${saleId} on conflict do nothing`)
}

/** Accessions a sale, or again. The caller holds the sale's row. */
export const accessionSale = async (tx: Tx, user: Caller, saleId: number): Promise<{ accessionNo: string; again: boolean }> => {
  const sale = await tx.one<SaleRow>(
    sql`select sale_id, seller_id, status_id, accession_no, collection_date, base_sale_id from sales where sale_id = ${saleId}`,
  )
  if (sale.base_sale_id !== null) throw refused('A derived sale is accessioned with the sale it was made from')
  const lines = await tx.rows<LineRow>(
    sql`select sale_product_id, product_id from sale_products where sale_id = ${saleId} and status_id <> 100 order by sequence, sale_product_id`,
  )
  if (lines.length === 0) throw refused('Sale must have at least 1 product')
  const plan = await planOf(tx, sale, lines)
  const elements = elementsOf(plan)
  const without = elements.find((e) => e.specimens.length === 0 && e.formulaInputs.length === 0)
  if (without) throw refused(`${plan.catalogue.sampled.get(without.ElementId)?.Name ?? without.ElementId} has no specimen`)
  const accessionNo = await numberSale(tx, sale, plan.firstLab)
  await tx.run(
    sql`update sales set accession_no = ${accessionNo}, accession_date = coalesce(accession_date, now()), first_lab_id = ${plan.firstLab}, status_id = greatest(status_id, 95) where sale_id = ${saleId}`,
  )
  const volumes = new Map(
    (await tx.rows<{ id: number; v: number }>(sql`select specimen_id as id, container_volume as v from specimens`)).map((s) => [s.id, s.v]),
  )
  await dropSurplus(tx, saleId, elements)
  const made = await saveSamples(tx, sale, accessionNo, elements, volumes)
  await linkLines(tx, saleId, lines, plan)
  const all = await tx.rows<{ sample_id: number; fresh: boolean }>(
    sql`select sample_id, sample_id = any(${made}) and not exists (select 1 from sample_events e where e.sample_id = samples.sample_id) as fresh from samples where sale_id = ${saleId}`,
  )
  const fresh = all.filter((t) => t.fresh).map((t) => t.sample_id)
  if (fresh.length > 0) await addEvent(tx, fresh, 'Accessioned', sale.seller_id, user.UserId)
  await startWork(
    tx,
    all.map((t) => t.sample_id),
    user.UserId,
  )
  await saveDerivedSales(tx, user, saleId, plan.legs)
  await refreshStatuses(tx, [saleId])
  return { accessionNo, again: sale.accession_no !== null }
}

/** Takes the accession back so that the products can be changed: the number and the tubes stay. Derived sales are cancelled. */
export const unlockAccession = async (tx: Tx, saleId: number): Promise<void> => {
  const entered = await tx.maybe(sql`select 1 from work_items where sale_id = ${saleId} and result_id is not null limit 1`)
  if (entered) throw refused('A result has been entered, so the accession can not be unlocked')
  const invoiced =
    await tx.maybe(sql`with recursive d as (select sale_id, invoice_id, status_id from sales where base_sale_id = ${saleId} union all select s.sale_id, s.invoice_id, s.status_id from sales s join d on s.base_sale_id = d.sale_id)
    select 1 from d join invoices i on i.invoice_id = d.invoice_id where d.status_id <> 90 and not i.is_cancelled limit 1`)
  if (invoiced) throw refused("The lab's sale stands on an issued invoice, so the accession can not be unlocked")
  await tx.run(sql`with recursive d as (select sale_id from sales where base_sale_id = ${saleId} union all select s.sale_id from sales s join d on s.base_sale_id = d.sale_id),
      l as (update sale_products set status_id = 100 where sale_id in (select sale_id from d)) update sales set status_id = 90, gross_amount = 0, discount = 0, addl_discount = 0, net_amount = 0, row_version = row_version + 1 where sale_id in (select sale_id from d)`)
  await tx.run(sql`update sales set accession_date = null, status_id = 92 where sale_id = ${saleId}`)
  await refreshStatuses(tx, [saleId])
}

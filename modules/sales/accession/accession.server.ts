// Accession: from lines to tubes and work. One transaction; it may be repeated, adds what is missing and never changes
// entered results.
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import { nextNumber } from '../../invoices/numbers.server.ts'
import { lineStatus, saleStatus } from '../../lists/items.model.ts'
import { refreshStatuses } from '../status/status.server.ts'
import { existingTubes, redirectTubes, saveSamples, type SavedTubes } from '../tubes/sale-tubes.server.ts'
import { dropSurplus, isDropped, unlinkLines } from '../tubes/surplus.server.ts'
import { addEvent, startWork } from '../tubes/tubes.server.ts'
import { askConsent } from '../consent/consent.server.ts'
import { cancelLegs, saveDerivedSales } from './derived.server.ts'
import { checkLegs, priceLegs, type GoesOn } from './legs.server.ts'
import { elementsOf, planOf, type LineRow, type Plan, type SaleRow } from './plan.server.ts'
import { promise } from './promise.server.ts'

const numberSale = async (tx: Tx, sale: SaleRow, firstLab: number): Promise<string> => {
  if (sale.AccessionNo !== null) return sale.AccessionNo
  const lab = await tx.one<{ BillPrefix: string | null; Name: string; Month: string }>(sql`
    select
      bill_prefix,
      name,
      to_char(${now().toISOString()}::timestamptz at time zone network_zone (), 'YYMM') as month
    from
      clients
    where
      client_id = ${firstLab}
  `)
  if (lab.BillPrefix === null) throw refused(`${lab.Name} has no bill prefix, so no accession can be numbered`)
  const number = await nextNumber(tx, `accession:${firstLab}:${lab.Month}`)
  return `${lab.BillPrefix}${lab.Month}${String(number).padStart(6, '0')}`
}

/** The element `e` of a tube is still measured: its work was not dropped because another lab measures it now. */
const isNeeded = sql`
  not exists (
    select
      1
    from
      work_items item
    where
      item.sample_element_id = placed.sample_element_id
      and ${isDropped}
  )
`

/** Which tubes and elements each line waits for. */
const linkLines = async (
  tx: Tx,
  saleId: number,
  lines: readonly LineRow[],
  { expansion, labOf }: Plan,
): Promise<void> => {
  const links = lines.flatMap((line) =>
    expansion.tests
      .filter((t) => t.under.includes(line.ProductId))
      .map((t) => ({
        line: line.SaleProductId,
        test: t.TestId,
        product:
          t.leafIds.find((leaf) =>
            expansion.leaves.find((l) => l.ProductId === leaf)?.under.includes(line.ProductId),
          ) ??
          t.leafIds[0] ??
          0,
      })),
  )
  if (links.length === 0) return
  const [ids, tests, products] = [links.map((l) => l.line), links.map((l) => l.test), links.map((l) => l.product)]
  const labs = products.map((p) => labOf.get(p) ?? 0)
  const toElements = sql`
    insert into
      sale_product_elements (sale_product_id, sample_element_id, test_id)
    select distinct
      x.line,
      placed.sample_element_id,
      x.test
    from
      unnest(${ids}::int[], ${tests}::int[]) x (line, test)
      join test_elements part on part.test_id = x.test
      join sample_elements placed on placed.element_id = part.element_id
      join samples tube on tube.sample_id = placed.sample_id
      and tube.sale_id = ${saleId}
      and ${isNeeded}
    on conflict do nothing
  `
  const toTubes = sql`
    insert into
      sale_product_samples (sale_product_id, sample_id, product_id, destination_lab_id)
    select distinct
      x.line,
      placed.sample_id,
      x.product,
      x.lab
    from
      unnest(
        ${ids}::int[],
        ${tests}::int[],
        ${products}::int[],
        ${labs}::int[]
      ) x (line, test, product, lab)
      join test_elements part on part.test_id = x.test
      join sample_elements placed on placed.element_id = part.element_id
      join samples tube on tube.sample_id = placed.sample_id
      and tube.sale_id = ${saleId}
      and ${isNeeded}
    on conflict do nothing
  `
  await Promise.all([tx.run(toElements), tx.run(toTubes)])
}

/** Codes of products bought from a lab that gives each its own number, whose line has no such number yet. */
const withoutNumber = async (tx: Tx, saleId: number): Promise<string[]> =>
  (
    await tx.rows<{ Code: string }>(sql`
      select distinct
        product.code
      from
        sale_products line
        join sale_product_samples drawn using (sale_product_id)
        join product_labs lab on lab.product_id = drawn.product_id
        and lab.destination_lab_id = drawn.destination_lab_id
        join products product on product.product_id = drawn.product_id
      where
        line.sale_id = ${saleId}
        and line.status_id <> ${literal(lineStatus.Cancelled)}
        and line.lrn is null
        and lab.mandate_lrn = 'Purchase'
      order by
        product.code
    `)
  ).map((row) => row.Code)

/** The sale, and its lines that are not cancelled. */
const readForAccession = async (tx: Tx, saleId: number): Promise<{ sale: SaleRow; lines: readonly LineRow[] }> => {
  const sale = await tx.one<SaleRow>(sql`
    select
      sale_id,
      seller_id,
      status_id,
      accession_no,
      collection_date,
      base_sale_id
    from
      sales
    where
      sale_id = ${saleId}
  `)
  if (sale.BaseSaleId !== null) throw refused('A derived sale is accessioned with the sale it was made from')
  const lines = await tx.rows<LineRow>(sql`
    select
      sale_product_id,
      product_id
    from
      sale_products
    where
      sale_id = ${saleId}
      and status_id <> ${literal(lineStatus.Cancelled)}
    order by
      sequence,
      sale_product_id
  `)
  if (lines.length === 0) throw refused('Sale must have at least 1 product')
  return { sale, lines }
}

const readVolumes = async (tx: Tx): Promise<Map<number, number>> =>
  new Map(
    (
      await tx.rows<{ SpecimenId: number; ContainerVolume: number }>(sql`
        select
          specimen_id,
          container_volume
        from
          specimens
      `)
    ).map((specimen) => [specimen.SpecimenId, specimen.ContainerVolume]),
  )

/** Records new and newly used tubes in their history, and starts work where the tubes are. */
const startTubes = async (tx: Tx, user: Caller, sale: SaleRow, { touched, asked }: SavedTubes): Promise<void> => {
  const tubes = await tx.rows<{ SampleId: number; Fresh: boolean }>(sql`
    select
      sample_id,
      sample_id = any (${[...touched]})
      and not exists (
        select
          1
        from
          sample_events event
        where
          event.sample_id = samples.sample_id
      ) as fresh
    from
      samples
    where
      sale_id = ${sale.SaleId}
  `)
  const fresh = tubes.filter((tube) => tube.Fresh).map((tube) => tube.SampleId)
  const first = fresh.filter((id) => !asked.has(id))
  const by = { clientId: sale.SellerId, userId: user.UserId }
  if (first.length > 0) await addEvent(tx, first, { what: 'Accessioned', kind: 'accessioned', ...by })
  for (const [id, remarks] of asked) await addEvent(tx, [id], { what: 'Asked for', remarks, ...by })
  const more = touched.filter((id) => !fresh.includes(id))
  if (more.length > 0) await addEvent(tx, more, { what: 'Added to', ...by })
  await startWork(
    tx,
    tubes.map((tube) => tube.SampleId),
    user.UserId,
  )
}

const markAccessioned = (tx: Tx, saleId: number, accessionNo: string, firstLab: number): Promise<number> =>
  tx.run(sql`
    update sales
    set
      accession_no = ${accessionNo},
      accession_date = coalesce(accession_date, now()),
      first_lab_id = ${firstLab},
      waits_because = null,
      status_id = greatest(status_id, ${literal(saleStatus.Accessioned)})
    where
      sale_id = ${saleId}
  `)

type Accessioned = {
  accessionNo: string
  again: boolean
  withoutNumber: readonly string[]
  /** Why each further tube is to be collected. */
  asked: readonly string[]
}
type Asked = GoesOn & { readonly isDrawn?: boolean }
/**
 * Accessions a sale, also repeatedly. The caller locks the sale's row. @throws Waits before anything is written, where
 * a leg has no price or its buyer no credit
 */
export const accessionSale = async (tx: Tx, user: Caller, saleId: number, goesOn: Asked = {}): Promise<Accessioned> => {
  const { sale, lines } = await readForAccession(tx, saleId)
  // afterwards its lines are locked: a product that is marked later holds nothing up
  if (sale.StatusId < saleStatus.Accessioned) await askConsent(tx, saleId)
  const plan = await planOf(tx, sale, lines)
  const elements = elementsOf(plan)
  const without = elements.find((e) => e.specimens.length === 0 && e.formulaInputs.length === 0)
  if (without)
    throw refused(`${plan.catalogue.sampled.get(without.ElementId)?.Name ?? without.ElementId} has no specimen`)
  const legs = await priceLegs(tx, saleId, plan.legs)
  await checkLegs(tx, user, saleId, legs, goesOn)
  const accessionNo = await numberSale(tx, sale, plan.firstLab)
  // sent together: none needs the answer to another
  const [volumes, before] = await Promise.all([
    readVolumes(tx),
    existingTubes(tx, saleId),
    markAccessioned(tx, saleId, accessionNo, plan.firstLab),
  ])
  if (before.length > 0) {
    await unlinkLines(tx, saleId)
    await redirectTubes(tx, sale, elements, before)
    await dropSurplus(tx, saleId, elements)
  }
  // the tubes as they are now: a first accession found none
  const existing = before.length > 0 ? await existingTubes(tx, saleId) : before
  const made = await saveSamples(
    tx,
    { ...sale, accessionNo, drawnBy: (goesOn.isDrawn ?? true) ? user : null },
    elements,
    volumes,
    existing,
  )
  await linkLines(tx, saleId, lines, plan)
  await startTubes(tx, user, sale, made)
  await saveDerivedSales(tx, user, saleId, legs, goesOn.reason ?? null)
  await promise(tx, [saleId])
  await refreshStatuses(tx, [saleId])
  return {
    accessionNo,
    again: sale.AccessionNo !== null,
    withoutNumber: await withoutNumber(tx, saleId),
    asked: [...made.asked.values()],
  }
}

/**
 * Reverses the accession so that the products can be changed: the number and the tubes remain. Derived sales are
 * cancelled. mayUnlock decides whether it is allowed.
 */
export const unlockAccession = async (tx: Tx, saleId: number): Promise<void> => {
  await cancelLegs(tx, saleId)
  await tx.run(sql`
    update sales
    set
      accession_date = null,
      status_id = ${literal(saleStatus.Booked)}
    where
      sale_id = ${saleId}
  `)
  await refreshStatuses(tx, [saleId])
}

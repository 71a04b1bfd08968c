// The tubes of an accession: existing ones, new ones, and the destination of a tube that has not moved yet.
import { sql, type Tx } from '../../../server/db/db.ts'
import { reasonOf } from '../../../core/refusal.ts'
import { now } from '../../../server/clock.ts'
import { drawsOf, mayAddOn, together, type TubeThere } from './add-on.rules.ts'
import { addSample, placing, type Accessioning, type SoldTubes } from './new-tube.server.ts'
import { isDropped, isNoGood } from './surplus.server.ts'
import { planSamples, type ElementToSample, type PlannedSample } from './sampling.rules.ts'
import { sampleStatus } from '../../lists/items.model.ts'

/** A tube of the sale as it is now. */
export type Existing = {
  SampleId: number
  SpecimenId: number
  TimePoint: string | null
  PerformingLabId: number
  StatusId: number
  Barcode: string
  CollectionDate: string | null
  TubeNo: number
  Elements: number[] | null
  HasWork: boolean
  /** Another was collected in its place: what was measured in it remains with it. */
  Replaced: boolean
}
export const existingTubes = (tx: Tx, saleId: number): Promise<Existing[]> =>
  tx.rows<Existing>(sql`
    select
      tube.sample_id,
      tube.specimen_id,
      tube.time_point,
      tube.performing_lab_id,
      tube.status_id,
      tube.barcode,
      tube.collection_date,
      tube.tube_no,
      (
        select
          array_agg(placed.element_id)
        from
          sample_elements placed
        where
          placed.sample_id = tube.sample_id
          -- work dropped in an unusable tube does not count: the element is recollected
          and not (
            ${isNoGood}
            and exists (
              select
                1
              from
                work_items item
              where
                item.sample_element_id = placed.sample_element_id
                and ${isDropped}
            )
          )
      ) as elements,
      exists (
        select
          1
        from
          sample_elements placed
          join work_items item on item.sample_element_id = placed.sample_element_id
        where
          placed.sample_id = tube.sample_id
      ) as has_work,
      exists (
        select
          1
        from
          samples newer
        where
          newer.replaces_sample_id = tube.sample_id
      ) as replaced
    from
      samples tube
    where
      tube.sale_id = ${saleId}
    order by
      tube.sample_id
  `)

/** Where an element is measured: one tube of a sale has it there. */
const placeOf = (elementId: number, labId: number): string => `${elementId}@${labId}`
const placesOf = (tube: Existing): string[] => (tube.Elements ?? []).map((id) => placeOf(id, tube.PerformingLabId))

/** A tube of the sale to which elements may be added. */
type There = { readonly row: Existing; tube: TubeThere }
const thereOf = (row: Existing, elements: ReadonlyMap<number, ElementToSample>): There => ({
  row,
  tube: {
    Barcode: row.Barcode,
    StatusId: row.StatusId,
    CollectionDate: row.CollectionDate,
    isReplaced: row.Replaced,
    draws: drawsOf(
      (row.Elements ?? []).flatMap((id) => elements.get(id) ?? []),
      row.SpecimenId,
    ),
  },
})
const isOfKind = ({ row }: There, plan: PlannedSample): boolean =>
  row.SpecimenId === plan.SpecimenId &&
  row.TimePoint === plan.SampleTimePoint &&
  row.PerformingLabId === plan.PerformingLabId

/** `asked`: new tubes to collect because existing ones cannot be used, and why. */
export type SavedTubes = { readonly touched: readonly number[]; readonly asked: ReadonlyMap<number, string> }

/**
 * Missing elements go on an existing tube that can still take them, else on new tubes. The first accession may say that
 * its user drew the tubes; a tube that a later one adds is still to be collected, as no one drew it.
 */
export const saveSamples = async (
  tx: Tx,
  sale: Accessioning,
  elements: readonly ElementToSample[],
  volumes: ReadonlyMap<number, number>,
  existing: readonly Existing[],
): Promise<SavedTubes> => {
  const there = new Set(existing.flatMap(placesOf))
  const missing = elements.filter((e) => !there.has(placeOf(e.ElementId, e.PerformingLabId)))
  const holds = (specimen: number): number => volumes.get(specimen) ?? 4
  const planned = missing.length === 0 ? [] : planSamples(missing, holds)
  const known = new Map(elements.map((e) => [e.ElementId, e]))
  const tubes = existing.map((row) => thereOf(row, known))
  let last = Math.max(0, ...existing.map((t) => t.TubeNo))
  const touched: number[] = []
  const asked = new Map<number, string>()
  for (const plan of planned) {
    const added = plan.elements.flatMap(({ ElementId }) => known.get(ElementId) ?? [])
    const decide = ({ tube }: There) => mayAddOn(tube, added, plan, holds(plan.SpecimenId), now())
    const ofKind = tubes.filter((one) => isOfKind(one, plan))
    const home = ofKind.find((one) => decide(one).ok)
    if (home) {
      home.tube = { ...home.tube, draws: together(home.tube.draws, drawsOf(added, plan.SpecimenId)) }
      await tx.run(placing(home.row.SampleId, plan.elements))
      touched.push(home.row.SampleId)
      continue
    }
    last += 1
    const reasons = ofKind.flatMap((one) => reasonOf(decide(one)) ?? [])
    const id = await addSample(tx, sale, plan, last, existing.length > 0 ? null : sale.drawnBy)
    touched.push(id)
    if (reasons.length > 0) asked.set(id, reasons.join('; '))
  }
  return { touched, asked }
}

/**
 * A tube that has not moved yet goes where its elements are run now, when none of them is run any longer at its old
 * destination: it keeps its barcode. Its route is the present one of its products, from the present seller. Elements
 * that another tube already has at that lab remain with that one.
 */
export const redirectTubes = async (
  tx: Tx,
  sale: SoldTubes,
  elements: readonly ElementToSample[],
  existing: readonly Existing[],
): Promise<void> => {
  const labOf = new Map(elements.map((e) => [e.ElementId, e]))
  const there = new Set(existing.flatMap(placesOf))
  for (const tube of existing) {
    if (tube.HasWork || ![sampleStatus.ToBeCollected, sampleStatus.Collected].includes(tube.StatusId)) continue
    const wanted = (tube.Elements ?? []).flatMap((id) => labOf.get(id) ?? [])
    const isElsewhere = (e: ElementToSample): boolean =>
      e.PerformingLabId !== tube.PerformingLabId && there.has(placeOf(e.ElementId, e.PerformingLabId))
    const open = wanted.filter((e) => !isElsewhere(e))
    const staying = open.find((e) => e.PerformingLabId === tube.PerformingLabId)
    const bound = staying ?? open[0]
    if (!bound) continue
    await tx.run(sql`
      update samples
      set
        owner_id = ${sale.SellerId},
        performing_lab_id = ${bound.PerformingLabId},
        route = ${[...bound.route]},
        row_version = row_version + 1
      where
        sample_id = ${tube.SampleId}
        and (owner_id, performing_lab_id, route) is distinct from (
          ${sale.SellerId}::int,
          ${bound.PerformingLabId}::int,
          ${[...bound.route]}::int[]
        )
    `)
    if (staying) continue
    await takeOut(
      tx,
      tube.SampleId,
      wanted.filter(isElsewhere).map((e) => e.ElementId),
    )
    await changeInstruments(tx, tube.SampleId, open)
    for (const { ElementId } of open) there.add(placeOf(ElementId, bound.PerformingLabId))
  }
}
const takeOut = (tx: Tx, sampleId: number, elementIds: readonly number[]): Promise<number> =>
  tx.run(sql`
    delete from sample_elements
    where
      sample_id = ${sampleId}
      and element_id = any (${[...elementIds]})
  `)
const changeInstruments = (tx: Tx, sampleId: number, elements: readonly ElementToSample[]): Promise<number> => {
  const [ids, instruments] = [elements.map((e) => e.ElementId), elements.map((e) => e.LabInstrumentId)]
  return tx.run(sql`
    update sample_elements placed
    set
      lab_instrument_id = x.instrument_id
    from
      unnest(${ids}::int[], ${instruments}::int[]) x (element_id, instrument_id)
    where
      placed.sample_id = ${sampleId}
      and placed.element_id = x.element_id
  `)
}

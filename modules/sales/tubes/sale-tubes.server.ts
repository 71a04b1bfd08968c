// The tubes of an accession: which are there, which are made, and where a tube goes that has not moved yet.
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { planSamples, type ElementToSample, type PlannedSample } from './sampling.rules.ts'
import { sampleStatus } from '../../lists/items.model.ts'

/** The sale that tubes are made for; the collection date is ISO. */
type SoldTubes = { sale_id: number; seller_id: number; collection_date: string }
type Existing = {
  sample_id: number
  specimen_id: number
  time_point: string | null
  performing_lab_id: number
  status_id: number
  tube_no: number
  elements: number[] | null
  has_work: boolean
  /** Another was drawn instead: what was measured in it stays with it. */
  replaced: boolean
}
const existingSamples = (tx: Tx, saleId: number): Promise<Existing[]> =>
  tx.rows<Existing>(sql`
    select
      t.sample_id,
      t.specimen_id,
      t.time_point,
      t.performing_lab_id,
      t.status_id,
      t.tube_no,
      (
        select
          array_agg(e.element_id)
        from
          sample_elements e
        where
          e.sample_id = t.sample_id
      ) as elements,
      exists (
        select
          1
        from
          sample_elements e
          join work_items w on w.sample_element_id = e.sample_element_id
        where
          e.sample_id = t.sample_id
      ) as has_work,
      exists (
        select
          1
        from
          samples n
        where
          n.replaces_sample_id = t.sample_id
      ) as replaced
    from
      samples t
    where
      t.sale_id = ${saleId}
    order by
      t.sample_id
  `)

const addSample = async (
  tx: Tx,
  sale: SoldTubes,
  accessionNo: string,
  plan: PlannedSample,
  number: number,
): Promise<number> => {
  const { sample_id } = await tx.one<{
    sample_id: number
  }>(sql`
    insert into
      samples (
        sale_id,
        specimen_id,
        time_point,
        tube_no,
        temperature_id,
        barcode,
        owner_id,
        performing_lab_id,
        route,
        status_id,
        collection_date
      )
    values
      (
        ${sale.sale_id},
        ${plan.SpecimenId},
        ${plan.SampleTimePoint},
        ${number},
        ${plan.TemperatureId},
        ${`${accessionNo}-${String(number).padStart(2, '0')}`},
        ${sale.seller_id},
        ${plan.PerformingLabId},
        ${[...plan.route]},
        case
          when ${sale.collection_date}::timestamptz <= now() then ${literal(sampleStatus.Collected)}
          else ${literal(sampleStatus.ToBeCollected)}
        end,
        case
          when ${sale.collection_date}::timestamptz <= now() then ${sale.collection_date}::timestamptz
        end
      )
    returning
      sample_id
  `)
  return sample_id
}
const addElements = (
  tx: Tx,
  sampleId: number,
  elements: readonly { ElementId: number; LabInstrumentId: number | null }[],
): Promise<number> =>
  tx.run(sql`
    insert into
      sample_elements (sample_id, element_id, lab_instrument_id)
    select
      ${sampleId},
      x.e,
      x.i
    from
      unnest(${elements.map((e) => e.ElementId)}::int[], ${elements.map((e) => e.LabInstrumentId)}::int[]) x (e, i)
    on conflict do nothing
  `)

/**
 * Missing elements go on a tube that is there and can still take them, else on new tubes. Answers the keys of new
 * tubes.
 */
export const saveSamples = async (
  tx: Tx,
  sale: SoldTubes,
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
        !t.replaced &&
        t.specimen_id === plan.SpecimenId &&
        t.time_point === plan.SampleTimePoint &&
        t.performing_lab_id === plan.PerformingLabId &&
        [sampleStatus.ToBeCollected, sampleStatus.Collected, sampleStatus.Delivered].includes(t.status_id),
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

/**
 * A tube that has not moved yet goes where its elements are run now, when none of them is run any more where it was
 * bound for: it keeps its barcode. Its way is the one its products are sold along now, from the seller that is.
 */
export const redirectTubes = async (tx: Tx, sale: SoldTubes, elements: readonly ElementToSample[]): Promise<void> => {
  const labOf = new Map(elements.map((e) => [e.ElementId, e]))
  for (const tube of await existingSamples(tx, sale.sale_id)) {
    if (tube.has_work || ![sampleStatus.ToBeCollected, sampleStatus.Collected].includes(tube.status_id)) continue
    const wanted = (tube.elements ?? []).flatMap((id) => labOf.get(id) ?? [])
    const staying = wanted.find((e) => e.PerformingLabId === tube.performing_lab_id)
    const bound = staying ?? wanted[0]
    if (!bound) continue
    await tx.run(sql`
      update samples
      set
        owner_id = ${sale.seller_id},
        performing_lab_id = ${bound.PerformingLabId},
        route = ${[...bound.route]},
        row_version = row_version + 1
      where
        sample_id = ${tube.sample_id}
        and (owner_id, performing_lab_id, route) is distinct from (
          ${sale.seller_id}::int,
          ${bound.PerformingLabId}::int,
          ${[...bound.route]}::int[]
        )
    `)
    if (!staying) await changeInstruments(tx, tube.sample_id, wanted)
  }
}
const changeInstruments = (tx: Tx, sampleId: number, elements: readonly ElementToSample[]): Promise<number> => {
  const [ids, instruments] = [elements.map((e) => e.ElementId), elements.map((e) => e.LabInstrumentId)]
  return tx.run(sql`
    update sample_elements e
    set
      lab_instrument_id = x.instrument_id
    from
      unnest(${ids}::int[], ${instruments}::int[]) x (element_id, instrument_id)
    where
      e.sample_id = ${sampleId}
      and e.element_id = x.element_id
  `)
}

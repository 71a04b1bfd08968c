// A new tube of a sale, and the elements that are measured in it.
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { sampleStatus } from '../../lists/items.model.ts'
import type { PlannedSample } from './sampling.rules.ts'

/** The sale of the tubes; the collection date is ISO. */
export type SoldTubes = { readonly SaleId: number; readonly SellerId: number; readonly CollectionDate: string }
/** Who draws, and the organisation at which that is. */
export type DrawnBy = { readonly UserId: number; readonly EntityId: number }
/** `drawnBy` drew the first tubes, at the sale's collection date; null where they are still to be collected. */
export type Accessioning = SoldTubes & { readonly accessionNo: string; readonly drawnBy: DrawnBy | null }
/** The name of an organisation as it is now. */
export const nameOf = (clientId: number | null): Sql => sql`
  (
    select
      place.name
    from
      clients place
    where
      place.client_id = ${clientId}::int
  )
`
/** `drawnBy` drew it, with its elements; null where it is still to be collected. */
export const addSample = async (
  tx: Tx,
  sale: Accessioning,
  plan: PlannedSample,
  number: number,
  drawnBy: DrawnBy | null,
): Promise<number> => {
  const moment = sql`${sale.CollectionDate}::timestamptz`
  // a later tube of a series is collected by a person, so long after the first
  const isDrawn = sql`
    ${drawnBy?.UserId ?? null}::int is not null
    and ${moment} <= now()
    and coalesce(minutes_after_first (${plan.SampleTimePoint}), 0) = 0
  `
  const tube = await tx.one<{ SampleId: number }>(sql`
    with
      tube as (
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
            collection_date,
            collected_by_id,
            collected_at_id,
            collected_place
          )
        values
          (
            ${sale.SaleId},
            ${plan.SpecimenId},
            ${plan.SampleTimePoint},
            ${number},
            ${plan.TemperatureId},
            ${`${sale.accessionNo}-${String(number).padStart(2, '0')}`},
            ${sale.SellerId},
            ${plan.PerformingLabId},
            ${[...plan.route]},
            case
              when ${isDrawn} then ${literal(sampleStatus.Collected)}
              else ${literal(sampleStatus.ToBeCollected)}
            end,
            case
              when ${isDrawn} then ${moment}
            end,
            case
              when ${isDrawn} then ${drawnBy?.UserId ?? null}::int
            end,
            case
              when ${isDrawn} then ${drawnBy?.EntityId ?? null}::int
            end,
            case
              when ${isDrawn} then ${nameOf(drawnBy?.EntityId ?? null)}
            end
          )
        returning
          sample_id
      ),
      content as (${placing(
        sql`
          (
            select
              tube.sample_id
            from
              tube
          )
        `,
        plan.elements,
      )})
    select
      tube.sample_id
    from
      tube
  `)
  return tube.SampleId
}
/** Elements for a tube, in their order. */
export const placing = (sampleId: Sql | number, elements: PlannedSample['elements']): Sql => sql`
  insert into
    sample_elements (sample_id, element_id, lab_instrument_id)
  select
    ${sampleId},
    x.e,
    x.i
  from
    unnest(${elements.map((e) => e.ElementId)}::int[], ${elements.map(
      (e) => e.LabInstrumentId,
    )}::int[]) with ordinality x (e, i, place)
  order by
    x.place
  on conflict do nothing
`

// Facts that the gate asks of a result beside its own value. Fragments for a statement over `work`, of
// defined_work_items.
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { sampleStatus, saleStatus, workItemStatus } from '../lists/items.model.ts'
import { keptFor, losesSentence } from './judging/kept.server.ts'
import { cameIn } from './came-in.server.ts'

/** Whether a lab's instrument is in service, and else why not. `owned`: of lab_instruments, with its `instrument`. */
export const isInService = sql`
  owned.is_active
  and instrument.is_active
  and owned.out_of_service is null
`
export const outReason = sql` coalesce(owned.out_of_service, 'it is not active') `

const { Entered, Reviewed, Approved, Released, Amended } = workItemStatus

/** A value that would replace the one in force by an amendment, or the same one for another patient, draw or reason. */
const amendsValue = sql`
  exists (
    select
      1
    from
      results waiting
    where
      waiting.result_id = work.amended_result_id
      and waiting.result is not null
      and (
        waiting.result is distinct from work.result
        or waiting.is_judged_anew
        or ${losesSentence}
      )
  )
`

/** When the tube was measured. An amendment corrects what was measured for the first release of this run. */
const measuredAt = sql`
  coalesce(
    (
      select
        min(issued.measured_at)
      from
        results issued
      where
        issued.work_item_id = work.work_item_id
        and issued.run = counted.run
        and issued.released_at is not null
    ),
    counted.measured_at
  )
`

/** Hours from the draw to the measurement. What another lab measured is stored later than it was measured. */
const hoursOld = sql`
  case
    when counted.source is distinct from 'outside lab' then extract(
      epoch
      from
        ${measuredAt} - tube.collection_date
    )::float8 / 3600
  end
`

const stableHours = sql`
  (
    select
      drawn.stable_hours
    from
      element_specimens drawn
    where
      drawn.element_id = work.element_id
      and drawn.specimen_id = tube.specimen_id
  )
`

/**
 * What the thermometers of the boxes in which it came read on the way to the measurement, and what of it was corrected
 * once the tubes were received.
 */
const readings = sql`
  (
    select
      coalesce(
        json_agg(
          json_build_object('ShipmentId', box.shipment_id, 'Degrees', reading.degrees, 'CorrectedTo', reading.later)
          order by
            box.shipment_id,
            reading.degrees
        ),
        '[]'
      )
    from
      shipment_samples way
      join shipments box on box.shipment_id = coalesce(way.came_in_id, way.shipment_id)
      cross join lateral (
        select
          (box.received_temperatures ->> tube.temperature_id::text)::float8 as degrees,
          null::float8 as later
        union
        select
          corrected.degrees::float8,
          (box.received_temperatures ->> tube.temperature_id::text)::float8
        from
          jsonb_array_elements_text(box.corrected_temperatures -> tube.temperature_id::text) corrected (degrees)
        where
          corrected.degrees::float8 <> (box.received_temperatures ->> tube.temperature_id::text)::float8
      ) reading
    where
      way.sample_id = tube.sample_id
      and way.collection_date <= ${measuredAt}
      and reading.degrees is not null
  )
`

/** The instrument that measured what is to go out, where it broke down; a retired one measured while in service. */
const brokenSince = sql`
  (
    select
      json_build_object(
        'LabInstrumentId',
        owned.lab_instrument_id,
        'Name',
        instrument.name,
        'Reason',
        owned.out_of_service,
        'Breakdown',
        left(md5(concat(owned.out_of_service, owned.out_since)), 8)
      )
    from
      lab_instruments owned
      join instruments instrument on instrument.instrument_id = owned.instrument_id
    where
      owned.lab_instrument_id = coalesce(waiting.lab_instrument_id, counted.lab_instrument_id)
      and owned.out_of_service is not null
  )
`

/** The tube of a measured value, as far as it may speak against the value. `counted`: its result. */
const tubeFactsWhere = (isAsked: Sql): Sql => sql`
  case
    when work.formula is null
    and (${isAsked}) then (
      select
        json_build_object(
          'SampleId',
          tube.sample_id,
          'Rejected',
          case
            when tube.status_id = ${literal(
              sampleStatus.Rejected,
            )} then concat_ws(': ', tube.barcode, reason.item_label)
          end,
          'HoursOld',
          ${hoursOld},
          'StableHours',
          ${stableHours},
          'TemperatureId',
          tube.temperature_id,
          'Temperature',
          temperature.item_label,
          'Readings',
          ${readings},
          'Instrument',
          ${brokenSince},
          'CameIn',
          ${cameIn(measuredAt)},
          'Kept',
          ${keptFor}
        )
      from
        work_items kept
        join samples tube on tube.sample_id = work.sample_id
        left join results waiting on waiting.result_id = kept.amended_result_id
        left join list_items reason on reason.list_item_id = tube.reason_id
        left join list_items temperature on temperature.list_item_id = tube.temperature_id
      where
        kept.work_item_id = work.work_item_id
    )
  end
`
/** Of a value that is not out, or is to be amended. */
export const tubeFacts = tubeFactsWhere(sql`
  (
    work.result is not null
    and work.status_id not in (${literal(Released, Amended)})
  )
  or ${amendsValue}
`)
/** Of one that is. */
export const tubeFactsOfReleased = tubeFactsWhere(sql`
  work.result is not null
  and work.status_id in (${literal(Released, Amended)})
`)

/** When a signatory looked last at the value, or at the amendment that waits beside it. */
const signedAt = sql`
  case
    when work.amended_result_id is null then greatest(work.reviewed_at, work.approved_at)
    else (
      select
        waiting.reviewed_at
      from
        results waiting
      where
        waiting.result_id = work.amended_result_id
    )
  end
`

/**
 * Since when a signatory could see the value of `other` beside this one: an amended one was entered before it was in
 * force, one that waits for the right patient was another's before, and until a merge each had its own patient.
 */
const visibleSince = sql`
  greatest(
    coalesce(
      (
        select
          again.entered_at
        from
          results again
        where
          again.result_id = other.amended_result_id
          and again.is_judged_anew
      ),
      case
        when other.status_id = ${literal(Amended)} then other.released_at
        else other.entered_at
      end
    ),
    (
      select
        max(merging.merged_at)
      from
        client_merges merging
      where
        merging.target_id = work.patient_id
        and merging.undone_at is null
    )
  )
`

/** The nearest value on one side of this tube's draw, of the same element and time point in another sale. */
const nearest = (isEarlier: boolean): Sql => sql`
  (
    select
      other.accession_no as "AccessionNo",
      other.result as "Result",
      other.unit_of_measure as "UnitOfMeasure",
      instrument.instrument_id as "InstrumentId",
      instrument.name as "Instrument",
      other.drawn_at as "Date",
      ${literal(isEarlier ? 1 : 0)} = 1 as "IsEarlier",
      coalesce(${signedAt} > ${visibleSince}, false) as "IsSeen"
    from
      work_item_facts other
      left join lab_instruments measured_on on measured_on.lab_instrument_id = other.lab_instrument_id
      left join instruments instrument on instrument.instrument_id = measured_on.instrument_id
    where
      other.patient_id = work.patient_id
      and other.element_id = work.element_id
      and other.time_point is not distinct from work.time_point
      and other.sale_id <> work.sale_id
      and other.sale_status_id <> ${literal(saleStatus.Cancelled)}
      and other.result is not null
      and other.status_id in (${literal(Entered, Reviewed, Approved, Released, Amended)})
      and ${isEarlier ? sql`` : sql` not `} (other.drawn_at, other.work_item_id) < (work.drawn_at, work.work_item_id)
    order by
      other.drawn_at ${isEarlier ? sql`desc` : sql``},
      other.work_item_id ${isEarlier ? sql`desc` : sql``}
    limit
      1
  )
`

/** The patient's values drawn before and after, signed or not: a delta holds each that is not out. */
export const neighbours = sql`
  case
    when work.delta_check is null then '[]'::json
    else (
      select
        coalesce(json_agg(near), '[]')
      from
        (
          ${nearest(true)}
          union all
          ${nearest(false)}
        ) near
    )
  end
`

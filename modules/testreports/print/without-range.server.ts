// What an interval asks of a patient: of a result that none judged, on what it depends; of others, for which states it
// holds.
import { sql } from '../../../server/db/db.ts'
import { keptStates, rangeAsks, type AskedOfDraw, type KeptAtDraw } from '../../elements/draw.rules.ts'
import type { Measured, Measurement } from '../../elements/ranges.rules.ts'
import { rangesOf } from '../../elements/ready.server.ts'
import { objectOf } from '../../../server/table/shown.ts'

/** The states that an interval asks for, what the sale states, and when the tube was drawn. */
export type AskedStates = {
  readonly Asked: AskedOfDraw
  readonly Stated: KeptAtDraw
  readonly drawn: string | null
}
export type Unjudged = Omit<Measured, 'pregnancy'> & {
  readonly Measurements: readonly Measurement[]
  readonly stated: KeptAtDraw
  readonly drawn: string | null
}

/** Of `work` (defined_work_items), `booked` (its sale) and `owned` (the instrument of the laboratory that measured). */
export const withoutRange = sql`
  json_build_object(
    'Measurements',
    ${rangesOf(sql`work`, sql`work.defined_at`)},
    'instrumentId',
    owned.instrument_id,
    'genderId',
    work.gender_id,
    'ageYears',
    age_years (work.birth_date, work.collection_date),
    'ageDays',
    age_days (work.birth_date, work.collection_date),
    'ageHours',
    (
      select
        age_hours (patient.birth_date, patient.birth_time, work.collection_date)
      from
        clients patient
      where
        patient.client_id = work.patient_id
    ),
    'stated',
    ${objectOf('booked', keptStates)},
    'drawn',
    work.collection_date
  )
`

/** The states that the interval of `work` asks for, and what its sale `booked` states; null: it asks for none. */
export const askedOfDraw = sql`
  (
    select
      json_build_object(
        'Asked',
        ${objectOf('measured', rangeAsks)},
        'Stated',
        ${objectOf('booked', keptStates)},
        'drawn',
        work.collection_date
      )
    from
      element_measurements measured
    where
      measured.element_measurement_id = work.element_measurement_id
      and coalesce(measured.pregnancy, measured.fasting, measured.cycle_phase, measured.treatment) is not null
  )
`

// Who was measured with what, of a result that no interval judged: on what its interval depends.
import { sql } from '../../../server/db/db.ts'
import { rangesOf } from '../../elements/ready.server.ts'

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
    'pregnancy',
    booked.pregnancy
  )
`

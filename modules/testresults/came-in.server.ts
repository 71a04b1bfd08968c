// In which boxes a tube came without being listed, and what its sender answered about that.
import { sql, type Sql } from '../../server/db/db.ts'

/** The boxes in which a `tube` came before that moment without being listed. */
export const cameIn = (measuredAt: Sql): Sql => sql`
  (
    select
      coalesce(
        json_agg(
          json_build_object(
            'ShipmentId',
            way.came_in_id,
            'IsAnswered',
            way.answered_at is not null,
            'NotOursBecause',
            way.not_ours_because
          )
          order by
            way.shipment_sample_id
        ),
        '[]'
      )
    from
      shipment_samples way
    where
      way.sample_id = tube.sample_id
      and way.came_in_id is not null
      and way.collection_date <= ${measuredAt}
  )
`

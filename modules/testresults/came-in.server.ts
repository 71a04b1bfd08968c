// In which boxes a tube came without being listed, what its sender answered about that, and what was out by then.
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

/**
 * Work items with a value that was out when the sender answered that the tube is not theirs: they are to be withdrawn,
 * or issued anew. Text for a `from` and its `where`.
 */
export const disowned = `
  from shipment_samples packed
  join sample_elements placed on placed.sample_id = packed.sample_id
  join work_items item on item.sample_element_id = placed.sample_element_id
  where packed.came_in_id is not null
    and packed.not_ours_because is not null
    and (
      select known.result
      from results known
      where known.work_item_id = item.work_item_id and known.released_at < packed.answered_at
      order by known.version desc
      limit 1
    ) is not null
`
/** When the first version of such an item was issued after that answer; null: nobody decided yet. */
export const decidedAt = `
  (
    select min(later.released_at)
    from results later
    where later.work_item_id = item.work_item_id and later.released_at >= packed.answered_at
  )
`
/** Those about which nobody decided yet. */
export const disownedAndOut = `${disowned} and ${decidedAt} is null`

// Results that were out when the sender of the box, in which their tube came without being listed, said that it is not
// theirs. They are to be withdrawn, or issued anew with what is known of the tube.

/** Work items with a value in force at that answer. Text for a `from` and its `where`. */
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

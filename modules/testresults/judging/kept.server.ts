// For which faults a signatory kept the value that is to go out: only while the sentence that says so is printed.
import { sql } from '../../../server/db/db.ts'

/** Of the work item `kept`, and of its `waiting` amendment; a fault whose sentence is gone is decided again. */
export const keptFor = sql`
  array(
    select
      fault
    from
      unnest(kept.tube_kept_for || coalesce(waiting.tube_kept_for, '{}')) fault
    where
      position(
        coalesce((kept.kept_sentences || coalesce(waiting.kept_sentences, '{}')) ->> fault, '') in coalesce(
          case
            when waiting.result_id is null then kept.comments
            else waiting.comments
          end,
          ''
        )
      ) > 0
  )
`

/** The `waiting` amendment writes over a sentence with which the value in force was kept. */
export const losesSentence = sql`
  exists (
    select
      1
    from
      work_items item
      cross join lateral jsonb_each_text(item.kept_sentences) said
    where
      item.work_item_id = waiting.work_item_id
      and strpos(coalesce(waiting.comments, ''), said.value) = 0
  )
`

// Who was called about a critical value, as the report prints it.
import { sql } from '../../../server/db/db.ts'
import type { CalledRole } from '../../lists/called.model.ts'

export type Called = { To: string; Role: CalledRole | null; At: string; By: string; Note: string | null }

/** The last telephone call about the critical value of `work`, of defined_work_items. */
export const callOf = sql`
  (
    select
      json_build_object(
        'To',
        said.called_to,
        'Role',
        said.called_role,
        'At',
        said.called_at,
        'By',
        caller.full_name,
        'Note',
        said.remarks
      )
    from
      calls_made said
      join users caller on caller.user_id = said.called_by_id
    where
      said.work_item_id = work.work_item_id
      and said.result_id = work.result_id
    order by
      said.critical_call_id desc
    limit
      1
  )
`

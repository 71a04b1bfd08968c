// The names of what a sale refers to, each looked up by its key.
import { sql, type Sql } from '../../../server/db/db.ts'

/** The full name of a user. */
export const named = (user: Sql): Sql => sql`
  (
    select
      person.full_name
    from
      users person
    where
      person.user_id = ${user}
  )
`
/** The label of a list item. */
export const itemLabel = (item: Sql): Sql => sql`
  (
    select
      status.item_label
    from
      list_items status
    where
      status.list_item_id = ${item}
  )
`

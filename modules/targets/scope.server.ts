// Records of the sales force: their own; for all other roles those of users who work where they cover.
import { isStaff, role } from '../../core/user.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'

/** `column` holds the user that the record belongs to: `t.sales_manager_id`. */
export const ofSalesForce = (user: Caller, column: string): Sql => sql`
  ${raw(column)} = ${user.UserId}
  or (
    ${isStaff(user) && user.RoleId !== role.SalesManager}
    and ${raw(column)} in (
      select
        place.user_id
      from
        user_entities place
      where
        place.client_id = any (${[...user.Clients]})
    )
  )
`

// What hangs on somebody of the sales force: their own; for all other roles that of the people of their employer.
import { role } from '../../core/user.ts'
import { raw, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'

/** `column` holds the user it hangs on: `t.sales_manager_id`. */
export const ofSalesForce = (user: Caller, column: string): Sql => sql`
  ${raw(column)} = ${user.UserId}
  or (
    ${user.RoleId !== role.SalesManager}
    and ${raw(column)} in (
      select
        m.user_id
      from
        users m
      where
        m.employer_id = ${user.EmployerId}
    )
  )
`

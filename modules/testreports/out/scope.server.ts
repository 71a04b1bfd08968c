// Which users see which reports: those of the sales they see, once a result is released.
import { sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { clientType } from '../../lists/items.model.ts'
import { saleScope } from '../../sales/list.server.ts'

const released = sql`
  exists (
    select
      1
    from
      reports report
    where
      report.sale_id = sale.sale_id
  )
`
/** Users of an outside laboratory do not see results of others; they read reports that are wholly theirs. */
const aloneOf = (user: Caller): Sql =>
  user.EntityTypeId === clientType.ExternalLab
    ? sql`
        not exists (
          select
            1
          from
            samples tube
          where
            tube.sale_id = sale.sale_id
            and tube.performing_lab_id <> all (${[...user.Clients]})
        )
      `
    : sql`true`

// a referrer never sees results
export const reportScope = (user: Caller): Sql =>
  user.EntityTypeId === clientType.Referrer
    ? sql`false`
    : sql`
        ${released}
        and (${saleScope(user)})
        and ${aloneOf(user)}
      `

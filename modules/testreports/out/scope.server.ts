// Which reports exist for whom: of the sales that do, once something of them is out.
import { sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { clientType } from '../../lists/items.model.ts'
import { saleScope } from '../../sales/list.server.ts'

const released = sql`
  exists (
    select
      1
    from
      reports x
    where
      x.sale_id = s.sale_id
  )
`
/** What other laboratories measured is nothing to the people of an outside one: they read what is theirs whole. */
const aloneOf = (user: Caller): Sql =>
  user.EntityTypeId === clientType.ExternalLab
    ? sql`
        not exists (
          select
            1
          from
            samples t
          where
            t.sale_id = s.sale_id
            and t.performing_lab_id <> all (${[...user.Clients]})
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

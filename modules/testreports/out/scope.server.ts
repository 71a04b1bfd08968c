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
// a referrer never sees results
export const reportScope = (user: Caller): Sql =>
  user.EntityTypeId === clientType.Referrer
    ? sql`false`
    : sql`
        ${released}
        and (${saleScope(user)})
      `

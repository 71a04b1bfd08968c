// The sales that count on a dashboard.
import { sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { isPriced, saleScope } from '../../sales/list.server.ts'

/** Sales `sale` of sale_facts that count: neither cancelled nor quoted nor part of another, inside the scope. */
export const live = (user: Caller): Sql => sql`
  sale.is_sold
  and sale.base_sale_id is null
  and (${saleScope(user)})
`

/** Those whose money counts: not sales of others that the user's lab performs, whose prices are not told there. */
export const priced = (user: Caller): Sql => sql`
  ${live(user)}
  and ${isPriced(user)}
`

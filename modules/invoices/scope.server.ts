// Which invoices a user sees: those of sellers and of buyers that the user works for.
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'

/** Over `i`, the invoice. */
export const invoiceScope = (user: Caller): Sql => sql`
  invoice.seller_id = any (${[...user.Clients]})
  or invoice.buyer_id = any (${[...user.Clients]})
`

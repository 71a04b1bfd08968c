// The rows to lock before a sale: the buyers whose credit is checked, and its invoice.
import { sql, type Sql } from '../../server/db/db.ts'
import type { SaleDraft } from './sales.model.ts'

/** The present buyer, and the new one (`BuyerId`); then the invoice. */
export const lockedBeforeSale = (key: number, sent: Pick<SaleDraft, 'BuyerId'>): readonly Sql[] => [
  sql`
    select
      1
    from
      clients
    where
      client_id in (
        select
          buyer_id
        from
          sales
        where
          sale_id = ${key}
      )
      or client_id = ${Number.isInteger(sent.BuyerId) ? sent.BuyerId : null}
    order by
      client_id
    for no key update
  `,
  sql`
    select
      1
    from
      invoices
    where
      invoice_id in (
        select
          invoice_id
        from
          sales
        where
          sale_id = ${key}
      )
    for update
  `,
]

// What to lock before a sale: the money and the credit of its buyers, and its invoice.
import { sql, type Sql } from '../../server/db/db.ts'
import { freeLock } from '../ledger/hold.server.ts'
import type { SaleDraft } from './sales.model.ts'

/** The free money of both buyers: who allocates it locks invoices and sales next. */
export const moneyOfBuyers = (key: number, sent: Pick<SaleDraft, 'BuyerId'>): Sql =>
  freeLock(sql`
    select
      buyer_id
    from
      sales
    where
      sale_id = ${key}
    union
    select
      ${Number.isInteger(sent.BuyerId) ? sent.BuyerId : null}::int
  `)

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

// What to lock before a sale: the money and the credit of its buyers, its patient, and its invoice.
import { sql, type Sql } from '../../server/db/db.ts'
import { freeLock } from '../ledger/hold.server.ts'
import type { SaleDraft } from './sales.model.ts'

const newClient = (id: unknown): number | null => (Number.isInteger(id) ? Number(id) : null)
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
      ${newClient(sent.BuyerId)}::int
  `)

/**
 * The present buyer and the new one (`BuyerId`), and likewise the patient, whose other reports print the values of this
 * sale; then the invoice.
 */
export const lockedBeforeSale = (key: number, sent: Pick<SaleDraft, 'BuyerId' | 'PatientId'>): readonly Sql[] => [
  sql`
    select
      1
    from
      clients
    where
      -- as an array: its keys are looked up, whatever is found
      client_id = any (
        array(
          select
            unnest(
              array[
                buyer_id,
                patient_id,
                ${newClient(sent.BuyerId)}::int,
                ${newClient(sent.PatientId)}::int
              ]
            )
          from
            sales
          where
            sale_id = ${key}
        )
      )
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

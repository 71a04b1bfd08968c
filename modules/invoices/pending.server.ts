// Sales to invoice and invoices to pay: statements 112 and 110.
import { date, datetime, integer } from '../../core/model.ts'
import { endOfDay, dayOf, startOfDay } from '../../core/dates.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { statementOf } from '../../server/read/statement.ts'

/** Sales `s` of sale_facts that a seller has to invoice to a buyer: sold by the end of a day, not before `from`. */
export const pendingSales = (sellerId: unknown, buyerId: unknown, until: string, from?: string | null): Sql => sql`
  s.seller_id = ${sellerId}
  and s.buyer_id = ${buyerId}
  and s.is_uninvoiced
  and s.sale_date <= ${endOfDay(dayOf(until))}
  and (
    ${from ? startOfDay(from) : null}::timestamptz is null
    or s.sale_date >= ${from ? startOfDay(from) : null}
  )
`

const toBeInvoiced = statementOf({
  id: 112,
  name: 'Sales pending invoicing',
  module: 'invoices',
  parameters: {
    BuyerId: integer('Buyer', { required: 'BuyerId is missing' }),
    SellerId: integer('Seller', { required: 'SellerId is missing' }),
    InvoiceDate: datetime('Invoice Date'),
    From: date('From'),
  },
  query: (values, user) => sql`
    select
      s.sale_id as "SaleId",
      s.sale_date as "SaleDate",
      s.patient_name as "Patient",
      d.name as "Doctor",
      s.net_amount as "NetAmount"
    from
      sale_facts s
      join clients d on d.client_id = s.referring_doctor_id
    where
      ${pendingSales(values.SellerId, values.BuyerId, values.InvoiceDate ?? new Date().toISOString(), values.From)}
      and s.seller_id = any (${[...user.Clients]})
    order by
      s.sale_date,
      s.sale_id
  `,
})

/** Those with a balance, of the sellers that the user works for; the receiver of the money is the seller. */
const unpaid = (values: { Date?: string | null; ReceiverId?: number | null }, user: Caller): Sql => sql`
  i.seller_id = any (${[...user.Clients]})
  and i.is_open
  and i.outstanding > 0
  and (
    ${values.ReceiverId ?? null}::int is null
    or i.seller_id = ${values.ReceiverId ?? null}
  )
  and (
    ${values.Date ?? null}::timestamptz is null
    or i.invoice_date <= ${values.Date ?? null}
  )
`

const toBePaid = statementOf({
  id: 110,
  name: 'Pending invoices',
  parameters: { Date: datetime('Date'), ReceiverId: integer('Receiver') },
  query: (values, user) => sql`
    select
      i.invoice_id as "InvoiceId",
      i.invoice_date as "InvoiceDate",
      i.invoice_no as "InvoiceNo",
      i.buyer_id as "BuyerId",
      b.code as "Code",
      b.name as "Name",
      b.mobile_phone as "Phone",
      i.net_amount as "NetAmount",
      i.paid as "Paid",
      i.outstanding as "Balance"
    from
      invoice_facts i
      join clients b on b.client_id = i.buyer_id
    where
      ${unpaid(values, user)}
    order by
      i.invoice_date desc,
      i.invoice_id desc
    limit
      500
  `,
})
export const pendingStatements = [toBePaid, toBeInvoiced]

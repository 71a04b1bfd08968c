// Sales to invoice and invoices to pay: statements 112 and 110.
import { date, datetime, integer, text } from '../../core/model.ts'
import { endOfDay, dayOf, startOfDay } from '../../core/dates.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import { contains, nameContains } from '../../server/read/conditions.ts'
import type { Caller } from '../../server/caller.ts'
import { statementOf } from '../../server/read/statement.ts'
import { pendingInvoices, salesToInvoice } from './answers/answers.model.ts'

/** Sales `s` of sale_facts that a seller has to invoice to a buyer: sold by the end of a day, not before `from`. */
export const pendingSales = (sellerId: unknown, buyerId: unknown, until: string, from?: string | null): Sql => sql`
  sale.seller_id = ${sellerId}
  and sale.buyer_id = ${buyerId}
  and sale.is_uninvoiced
  and sale.sale_date <= ${endOfDay(dayOf(until))}
  and (
    ${from ? startOfDay(from) : null}::timestamptz is null
    or sale.sale_date >= ${from ? startOfDay(from) : null}
  )
`

const toBeInvoiced = statementOf({
  ...salesToInvoice,
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
      sale.sale_id as "SaleId",
      sale.sale_date as "SaleDate",
      sale.patient_name as "Patient",
      doctor.name as "Doctor",
      sale.net_amount as "NetAmount"
    from
      sale_facts sale
      join clients doctor on doctor.client_id = sale.referring_doctor_id
    where
      ${pendingSales(values.SellerId, values.BuyerId, values.InvoiceDate ?? new Date().toISOString(), values.From)}
      and sale.seller_id = any (${[...user.Clients]})
    order by
      sale.sale_date,
      sale.sale_id
  `,
})

type Unpaid = { Date?: string | null; ReceiverId?: number | null; GiverId?: number | null; Name?: string | null }
/**
 * Those with a balance, of the sellers that the user works for; the receiver of the money is the seller, its giver the
 * buyer. `Name`: part of the number, or of the buyer's name, code or phone.
 */
const unpaid = ({ Name, GiverId, ...values }: Unpaid, user: Caller): Sql => sql`
  (
    ${GiverId ?? null}::int is null
    or invoice.buyer_id = ${GiverId ?? null}
  )
  and ${(Name ?? '').trim() === ''
    ? sql`true`
    : sql`
        (
          ${contains('invoice.invoice_no', Name ?? '')}
          or ${nameContains('buyer', Name ?? '')}
          or ${contains('buyer.code', Name ?? '')}
          or buyer.mobile_phone = ${Name ?? ''}
        )
      `}
  and invoice.seller_id = any (${[...user.Clients]})
  and invoice.is_open
  and invoice.outstanding > 0
  and (
    ${values.ReceiverId ?? null}::int is null
    or invoice.seller_id = ${values.ReceiverId ?? null}
  )
  and (
    ${values.Date ?? null}::timestamptz is null
    or invoice.invoice_date <= ${values.Date ?? null}
  )
`

const toBePaid = statementOf({
  ...pendingInvoices,
  name: 'Pending invoices',
  module: 'transactions',
  parameters: {
    Date: datetime('Date'),
    ReceiverId: integer('Receiver'),
    GiverId: integer('Giver'),
    Name: text('Invoice or buyer'),
  },
  query: (values, user) => sql`
    select
      invoice.invoice_id as "InvoiceId",
      invoice.invoice_date as "InvoiceDate",
      invoice.invoice_no as "InvoiceNo",
      invoice.buyer_id as "BuyerId",
      buyer.code as "Code",
      buyer.name as "Name",
      buyer.mobile_phone as "Phone",
      invoice.net_amount as "NetAmount",
      invoice.paid as "Paid",
      invoice.outstanding as "Balance"
    from
      invoice_facts invoice
      join clients buyer on buyer.client_id = invoice.buyer_id
    where
      ${unpaid(values, user)}
    order by
      invoice.invoice_date desc,
      invoice.invoice_id desc
    limit
      500
  `,
})
export const pendingStatements = [toBePaid, toBeInvoiced]

// When an invoice is overdue, who is with a seller (statement 115), and what a reminder says.
import { formatMoney } from '../../../core/money.ts'
import { integer } from '../../../core/model.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import { statementOf } from '../../../server/read/statement.ts'
import type { Heading } from '../print/statement.server.ts'
import { buyersOverdue } from '../answers/answers.model.ts'

/** The moment from which it is: the midnight after the day that it is to be paid on. `alias`: of invoice_facts. */
export const overdueFrom = (alias: string): string => `network_midnight (${alias}.due_date + 1)`
/** It is open and overdue now. */
export const isOverdue = (alias: string): Sql =>
  raw(`${alias}.is_open and ${alias}.outstanding > 0 and ${overdueFrom(alias)} <= now()`)

/** Overdue invoices (`invoice` of invoice_facts) of a seller. */
const overdue = (sellerId: Sql | number): Sql => sql`
  invoice.seller_id = ${sellerId}
  and ${isOverdue('invoice')}
`
/** What a buyer owes a seller past its day. */
export const overdueOf = (sellerId: Sql | number, buyerId: Sql | number): Sql => sql`
  (
    select
      coalesce(sum(invoice.outstanding), 0)
    from
      invoice_facts invoice
    where
      invoice.buyer_id = ${buyerId}
      and ${overdue(sellerId)}
  )
`
/** When a buyer was last reminded by a seller; letters that were dropped did not go. */
export const remindedAt = (sellerId: Sql | number, buyerId: Sql | number): Sql => sql`
  (
    select
      max(letter.created_at)
    from
      invoice_letters letter
    where
      letter.kind = 'reminder'
      and letter.buyer_id = ${buyerId}
      and letter.seller_id = ${sellerId}
      and letter.state <> 'dropped'
  )
`

/** The buyers who owe a seller past the day, the oldest first. */
export const overdueBuyers = statementOf({
  ...buyersOverdue,
  name: 'Overdue buyers',
  module: 'invoices',
  parameters: { SellerId: integer('Seller', { required: 'SellerId is missing' }) },
  query: ({ SellerId }, user) => sql`
    select
      buyer.client_id as "BuyerId",
      buyer.name as "Buyer",
      buyer.email as "Email",
      count(*)::int as "Invoices",
      sum(invoice.outstanding) as "Overdue",
      min(invoice.due_date) as "DueDate",
      ${remindedAt(sql`${SellerId}::int`, sql`buyer.client_id`)} as "RemindedAt"
    from
      invoice_facts invoice
      join clients buyer on buyer.client_id = invoice.buyer_id
    where
      ${SellerId}::int = any (${[...user.Clients]})
      and ${overdue(sql`${SellerId}::int`)}
    group by
      buyer.client_id
    order by
      min(invoice.due_date),
      buyer.client_id
    limit
      500
  `,
})

export const reminderHeading = (due: number): Heading => ({
  kind: 'reminder',
  Title: 'PAYMENT REMINDER',
  Words:
    `${formatMoney(due, { symbol: true })} is overdue. Please pay it, or tell us why not. ` +
    'If you have paid meanwhile, thank you.',
})

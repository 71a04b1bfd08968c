// What was sold in a period beside the income of the ledger, and what lies between them.
import { role } from '../../core/user.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import { statementOf } from '../../server/read/statement.ts'
import { moment } from '../ledger/books.server.ts'
import type { Leg } from './legs.rules.ts'
import { legFor, ofLeg } from './legs.server.ts'
import { salesreport } from './salesreport.model.ts'
import { salesAndIncome } from './answers.model.ts'

const { FromDate, ToDate, SellerId, BuyerIds, Leg: leg } = salesreport.filters
type Asked = {
  FromDate?: string | null
  ToDate?: string | null
  SellerId?: number | null
  BuyerIds?: number[] | null
}

/** Between the days, of the seller and the buyers that are asked for. */
const asked = (
  filter: Asked,
  user: Caller,
  { at, seller, buyer }: Readonly<Record<'at' | 'seller' | 'buyer', Sql>>,
): Sql => sql`
  ${seller} = any (${user.RoleId === role.SalesManager ? [] : [...user.Clients]})
  and ${at} >= ${moment(filter.FromDate, '-infinity')}
  and ${at} <= ${moment(filter.ToDate, 'infinity')}
  and (
    ${filter.SellerId ?? null}::int is null
    or ${seller} = ${filter.SellerId ?? null}
  )
  and (
    ${filter.BuyerIds ?? null}::int[] is null
    or ${buyer} = any (${filter.BuyerIds ?? null}::int[])
  )
`

/** Entries (`entry`) of invoices of the leg: an invoice has sales of one leg, unless a place buys on both. */
const entryOfLeg = (user: Caller, of: Leg): Sql =>
  of === 'both'
    ? sql`true`
    : sql`
        ${of === 'patient' ? sql`not` : sql``} exists (
          select
            1
          from
            (
              select
                sale_id
              from
                sales
              where
                invoice_id = entry.invoice_id
              union all
              select
                sale_id
              from
                cancelled_invoice_sales
              where
                invoice_id = entry.invoice_id
              union all
              select
                credited.sale_id
              from
                credit_notes note
                join credit_note_sales credited on credited.credit_note_id = note.credit_note_id
              where
                note.invoice_id = entry.invoice_id
            ) invoiced
            join sales sale on sale.sale_id = invoiced.sale_id
          where
            ${ofLeg(user, 'between')}
        )
      `

/**
 * 2157: net of what was sold, less what is on no invoice yet, and what was invoiced or changed on other days than those
 * of its sale: the income of the ledger.
 */
export const income = statementOf({
  ...salesAndIncome,
  name: 'Sales and the income of the ledger',
  module: 'salesreport',
  parameters: { FromDate, ToDate, SellerId, BuyerIds, Leg: leg },
  query: (filter, user) => {
    const of = legFor(user, filter.Leg)
    return sql`
      select
        ${of}::text as "Leg",
        sold.net as "NetAmount",
        sold.not_invoiced as "NotInvoiced",
        posted.income - sold.net + sold.not_invoiced as "OtherDays",
        posted.income as "Income"
      from
        (
          select
            coalesce(sum(sale.net_amount), 0) as net,
            coalesce(
              sum(sale.net_amount) filter (
                where
                  sale.is_uninvoiced
              ),
              0
            ) as not_invoiced
          from
            sale_facts sale
          where
            sale.is_sold
            and ${asked(filter, user, {
              at: sql`sale.sale_date`,
              seller: sql`sale.seller_id`,
              buyer: sql`sale.buyer_id`,
            })}
            and ${ofLeg(user, of)}
        ) sold,
        (
          select
            coalesce(sum(entry.credit - entry.debit), 0) as income
          from
            ledger_entries entry
          where
            -- the price of what is taxed has GST in it
            entry.account in ('gst payable', 'sales')
            and entry.voucher_type <> 'Transfer'
            and ${asked(filter, user, {
              at: sql`entry.entry_date`,
              seller: sql`entry.seller_id`,
              buyer: sql`entry.party_id`,
            })}
            and ${entryOfLeg(user, of)}
        ) posted
    `
  },
})

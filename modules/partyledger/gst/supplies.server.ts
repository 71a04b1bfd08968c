// What was supplied by invoice and credit note in a month, by rate of GST, as the ledger has it.
import { sql, type Sql } from '../../../server/db/db.ts'
import { sac } from '../../invoices/print/supplies.server.ts'

/** Moments in ISO. */
export type Asked = { readonly entityId: number; readonly from: string; readonly till: string }

/** The places of the entity that sell, with their registration. */
export const places = ({ entityId }: Asked): Sql => sql`
  select
    seller.client_id,
    coalesce(seller.registration_key, entity.registration_key) as tax_id,
    seller.state
  from
    clients seller
    join clients entity on entity.client_id = ${entityId}
  where
    coalesce(seller.legal_entity_id, seller.client_id) = ${entityId}
`
/** What the return has of the postings of the month: what is taxed as it is kept, and the rest of what was sold. */
const postings = ({ from, till }: Asked): Sql => sql`
  select
    kept.seller_id,
    kept.party_id,
    kept.invoice_id,
    kept.credit_note_id,
    part.sac,
    part.rate,
    part.value,
    part.tax
  from
    place
    join invoice_supplies kept on kept.seller_id = place.client_id
    cross join lateral (
      values
        (kept.sac, kept.gst_rate, kept.value, kept.tax),
        -- the account of sales has it, too
        (${sac}, null, - kept.value, 0)
    ) part (sac, rate, value, tax)
  where
    kept.gst_rate is not null
    and kept.entry_date >= ${from}
    and kept.entry_date <= ${till}
  union all
  select
    entry.seller_id,
    entry.party_id,
    entry.invoice_id,
    entry.credit_note_id,
    ${sac},
    null,
    entry.credit - entry.debit,
    0
  from
    place
    join ledger_entries entry on entry.seller_id = place.client_id
  where
    entry.account = 'sales'
    and entry.entry_date >= ${from}
    and entry.entry_date <= ${till}
`

/** The return names an invoice though its buyer has no registration, since its value is beyond this on its day. */
const largeValue = sql`
  (
    select
      dated.large_value
    from
      gst_limits dated
    where
      dated.effective_from_date <= network_day (invoice.invoice_date)
    order by
      dated.effective_from_date desc
    limit
      1
  )
`

const ofItsMonth = (day: Sql): Sql => sql`
  date_trunc('month', network_day (${day})) = date_trunc('month', network_day (invoice.invoice_date))
`
/** Of an invoice with anything taxed: it came to more in its own month. What changes later moves no table. */
const isLarge = sql`
  (
    select
      sum(taxed.value)
    from
      invoice_supplies taxed
    where
      taxed.invoice_id = invoice.invoice_id
      and taxed.gst_rate > 0
      and taxed.credit_note_id is null
      and ${ofItsMonth(sql`taxed.entry_date`)}
  ) > 0
  and (
    select
      sum(entry.credit - entry.debit)
    from
      ledger_entries entry
    where
      entry.invoice_id = invoice.invoice_id
      and entry.account in ('gst payable', 'sales')
      and entry.credit_note_id is null
      and ${ofItsMonth(sql`entry.entry_date`)}
  ) > ${largeValue}
`

/**
 * What was supplied by invoice and credit note in the month, by code and rate (null: exempt). Places of one
 * registration supply each other nothing.
 */
export const supplies = (asked: Asked): Sql => sql`
  place as (${places(asked)}),
  posted as (
    select
      part.seller_id,
      part.party_id,
      part.invoice_id,
      part.credit_note_id,
      part.sac,
      part.rate,
      sum(part.value) as value,
      sum(part.tax) as tax
    from
      (${postings(asked)}) part
    group by
      part.seller_id,
      part.party_id,
      part.invoice_id,
      part.credit_note_id,
      part.sac,
      part.rate
    having
      sum(part.value) <> 0
      or sum(part.tax) <> 0
  ),
  supply as (
    select
      posted.*,
      -- of the whole document
      sum(posted.value + posted.tax) over (
        partition by
          posted.seller_id,
          posted.party_id,
          posted.invoice_id,
          posted.credit_note_id
      ) as amount,
      supplier.gstin as supplier,
      buyer.name as buyer,
      registered.gstin as recipient,
      coalesce(registered.state, supplier.state) as place_of_supply,
      coalesce(registered.state <> supplier.state, false) as is_inter,
      coalesce(
        registered.gstin is null
        and registered.state <> supplier.state
        and ${isLarge},
        false
      ) as is_large
    from
      posted
      join place on place.client_id = posted.seller_id
      join clients buyer on buyer.client_id = posted.party_id
      left join invoices invoice on invoice.invoice_id = posted.invoice_id
      left join merged_clients merged on merged.client_id = posted.party_id
      cross join lateral taxed_as (posted.party_id) taxed
      -- as the invoice has it; what it had of another buyer is that buyer's
      cross join lateral (
        select
          case
            when invoice.buyer_id = coalesce(merged.kept_id, posted.party_id) then invoice.buyer_gstin
            else taxed.gstin
          end as gstin,
          case
            when invoice.buyer_id = coalesce(merged.kept_id, posted.party_id) then invoice.buyer_state
            else taxed.state
          end as state
      ) registered
      cross join lateral (
        select
          case
            when invoice.invoice_id is null then place.tax_id
            else invoice.seller_gstin
          end as gstin,
          case
            when invoice.invoice_id is null then place.state
            else invoice.seller_state
          end as state
      ) supplier
    where
      coalesce(buyer.legal_entity_id, buyer.client_id) <> ${asked.entityId}
      or registered.gstin is distinct from supplier.gstin
  )
`

// What was supplied by invoice and credit note in a month, by rate of GST, as the ledger has it.
import { sql, type Sql } from '../../../server/db/db.ts'

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
/**
 * What was supplied by invoice and credit note in the month. Places of one registration supply each other nothing.
 */
export const supplies = (asked: Asked): Sql => sql`
  place as (${places(asked)}),
  posted as (
    select
      entry.seller_id,
      entry.party_id,
      entry.invoice_id,
      entry.credit_note_id,
      part.rate,
      sum(part.value) as value,
      sum(part.tax) as tax
    from
      place
      join ledger_entries entry on entry.seller_id = place.client_id
      -- what is charged with GST, as that says, and the rest, which is exempt
      cross join lateral (
        select
          0::numeric as rate,
          case
            when entry.account = 'sales' then entry.credit - entry.debit
            else - entry.gst_value
          end as value,
          0::numeric as tax
        union all
        select
          entry.gst_rate,
          entry.gst_value,
          entry.credit - entry.debit
        where
          entry.account = 'gst payable'
      ) part
    where
      entry.account in ('gst payable', 'sales')
      and (
        entry.account = 'sales'
        or entry.gst_rate is not null
      )
      and entry.entry_date >= ${asked.from}
      and entry.entry_date <= ${asked.till}
    group by
      entry.seller_id,
      entry.party_id,
      entry.invoice_id,
      entry.credit_note_id,
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
      coalesce(registered.state <> supplier.state, false) as is_inter
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

// The rows of the tables of GSTR-1. The amounts are those of the ledger, so that a month that was returned does not
// change: what is cancelled later is taken off the later month.
import { formatDate } from '../../../core/dates.ts'
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { saleStatus } from '../../lists/items.model.ts'

/** Moments in ISO. */
export type Asked = { readonly entityId: number; readonly from: string; readonly till: string }
export type Cells = readonly (string | number | null)[]

/** The places of the entity that sell, with their registration. */
const places = ({ entityId }: Asked): Sql => sql`
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
const supplies = (asked: Asked): Sql => sql`
  place as (${places(asked)}),
  posted as (
    select
      e.seller_id,
      e.party_id,
      e.invoice_id,
      e.credit_note_id,
      sum(e.credit - e.debit) as amount
    from
      place
      join ledger_entries e on e.seller_id = place.client_id
    where
      e.account = 'sales'
      and e.entry_date >= ${asked.from}
      and e.entry_date <= ${asked.till}
    group by
      e.seller_id,
      e.party_id,
      e.invoice_id,
      e.credit_note_id
    having
      sum(e.credit - e.debit) <> 0
  ),
  supply as (
    select
      posted.*,
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

type Supply = {
  recipient: string
  buyer: string
  no: string
  date: string
  amount: number
  place_of_supply: string | null
  supplier: string | null
}
type Credited = Supply & { invoice_no: string; invoice_date: string; reason: string }
export const b2b = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Supply>(sql`
    with
      ${supplies(asked)}
    select
      supply.recipient,
      supply.buyer,
      invoice.invoice_no as no,
      invoice.invoice_date as date,
      supply.amount,
      supply.place_of_supply,
      supply.supplier
    from
      supply
      join invoices invoice on invoice.invoice_id = supply.invoice_id
    where
      supply.recipient is not null
      and supply.credit_note_id is null
    order by
      invoice.invoice_no
  `)
  return rows.map((row) => [
    ...[row.recipient, row.buyer, row.no, formatDate(row.date), row.amount, row.place_of_supply],
    ...['N', 'Regular B2B', 0, 0, row.amount, row.supplier],
  ])
}

export const b2cs = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Pick<Supply, 'place_of_supply' | 'amount' | 'supplier'>>(sql`
    with
      ${supplies(asked)}
    select
      supply.place_of_supply,
      sum(supply.amount) as amount,
      supply.supplier
    from
      supply
    where
      supply.recipient is null
    group by
      supply.place_of_supply,
      supply.supplier
    order by
      supply.place_of_supply,
      supply.supplier
  `)
  return rows.map((row) => ['OE', row.place_of_supply, 0, 0, row.amount, row.supplier])
}

/** Less the credit notes of the month. */
export const exempt = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<{ is_inter: boolean; is_registered: boolean; amount: number }>(sql`
    with
      ${supplies(asked)}
    select
      supply.is_inter,
      supply.recipient is not null as is_registered,
      sum(supply.amount) as amount
    from
      supply
    group by
      supply.is_inter,
      supply.recipient is not null
  `)
  return [true, false].flatMap((isRegistered) =>
    [true, false].map((isInter): Cells => {
      const found = rows.find((row) => row.is_inter === isInter && row.is_registered === isRegistered)
      const to = isRegistered ? 'registered persons' : 'unregistered persons'
      return [`${isInter ? 'Inter-State' : 'Intra-State'} supplies to ${to}`, 0, found?.amount ?? 0, 0]
    }),
  )
}

export const cdnr = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Credited>(sql`
    with
      ${supplies(asked)}
    select
      supply.recipient,
      supply.buyer,
      note.credit_note_no as no,
      note.credit_date as date,
      - supply.amount as amount,
      supply.place_of_supply,
      supply.supplier,
      invoice.invoice_no,
      invoice.invoice_date,
      note.reason
    from
      supply
      join credit_notes note on note.credit_note_id = supply.credit_note_id
      join invoices invoice on invoice.invoice_id = note.invoice_id
    where
      supply.recipient is not null
    order by
      note.credit_note_no
  `)
  return rows.map((row) => [
    ...[row.recipient, row.buyer, row.no, formatDate(row.date), 'C', row.place_of_supply, row.amount, 0, 0, row.amount],
    ...[row.invoice_no, formatDate(row.invoice_date), row.reason, row.supplier],
  ])
}

type Series = { nature: string; first: string; last: string; total: number; cancelled: string[] | null }
/**
 * Each series of numbers of the month; one that was cancelled by its end stays in its series. Later it is taken off the
 * later month, and what was credited is no cancelled document.
 */
export const documents = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Series>(sql`
    with
      place as (${places(asked)}),
      document as (
        select
          'Invoices for outward supply' as nature,
          invoice.invoice_no as no,
          (
            invoice.is_cancelled
            or exists (
              select
                1
              from
                sales sale
              where
                sale.invoice_id = invoice.invoice_id
                and invoice.is_single_sale
                and sale.status_id = ${literal(saleStatus.Cancelled)}
            )
          )
          and (
            select
              coalesce(sum(e.credit - e.debit), 0)
            from
              ledger_entries e
            where
              e.invoice_id = invoice.invoice_id
              and e.account = 'sales'
              and e.credit_note_id is null
              and e.entry_date <= ${asked.till}
          ) = 0 as is_cancelled
        from
          invoices invoice
          join place on place.client_id = invoice.seller_id
        where
          invoice.invoice_date >= ${asked.from}
          and invoice.invoice_date <= ${asked.till}
        union all
        select
          'Credit Note',
          note.credit_note_no,
          false
        from
          credit_notes note
          join invoices invoice using (invoice_id)
          join place on place.client_id = invoice.seller_id
        where
          note.credit_date >= ${asked.from}
          and note.credit_date <= ${asked.till}
      )
    select
      nature,
      min(no collate "C") as first,
      max(no collate "C") as last,
      count(*)::int as total,
      json_agg(
        no
        order by
          no
      ) filter (
        where
          is_cancelled
      ) as cancelled
    from
      document
    group by
      nature,
      -- the prefix and the year
      regexp_replace(no, '/[^/]*$', '')
    order by
      nature desc,
      min(no)
  `)
  return rows.map(({ nature, first, last, total, cancelled }) => {
    const gone = cancelled ?? []
    return [nature, first, last, total, gone.length, total - gone.length, gone.join(' ')]
  })
}

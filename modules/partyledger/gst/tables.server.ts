// The rows of the tables of GSTR-1. The amounts are those of the ledger, so that a month that was returned does not
// change: what is cancelled later is taken off the later month.
import { formatDate } from '../../../core/dates.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { saleStatus } from '../../lists/items.model.ts'
import { places, supplies, type Asked } from './supplies.server.ts'

export type Cells = readonly (string | number | null)[]
type Supply = {
  recipient: string
  buyer: string
  no: string
  date: string
  amount: number
  rate: number
  /** What it is charged on, or exempt at the rate 0. */
  value: number
  place_of_supply: string | null
  supplier: string | null
}
/** The columns of a rate: taxable and exempt value. */
const byRate = ({ rate, value }: Pick<Supply, 'rate' | 'value'>): Cells => [
  Number(rate),
  ...(Number(rate) === 0 ? [0, value] : [value, 0]),
]
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
      supply.rate,
      supply.value,
      supply.place_of_supply,
      supply.supplier
    from
      supply
      join invoices invoice on invoice.invoice_id = supply.invoice_id
    where
      supply.recipient is not null
      and supply.credit_note_id is null
    order by
      invoice.invoice_no,
      supply.rate
  `)
  return rows.map((row) => [
    ...[row.recipient, row.buyer, row.no, formatDate(row.date), row.amount, row.place_of_supply],
    ...['N', 'Regular B2B', ...byRate(row), row.supplier],
  ])
}

export const b2cs = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Pick<Supply, 'place_of_supply' | 'rate' | 'value' | 'supplier'>>(sql`
    with
      ${supplies(asked)}
    select
      supply.place_of_supply,
      supply.rate,
      sum(supply.value) as value,
      supply.supplier
    from
      supply
    where
      supply.recipient is null
    group by
      supply.place_of_supply,
      supply.supplier,
      supply.rate
    order by
      supply.place_of_supply,
      supply.supplier,
      supply.rate
  `)
  return rows.map((row) => ['OE', row.place_of_supply, ...byRate(row), row.supplier])
}

/** Less the credit notes of the month. */
export const exempt = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<{ is_inter: boolean; is_registered: boolean; amount: number }>(sql`
    with
      ${supplies(asked)}
    select
      supply.is_inter,
      supply.recipient is not null as is_registered,
      sum(supply.value) as amount
    from
      supply
    where
      supply.rate = 0
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
      supply.rate,
      - supply.value as value,
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
      note.credit_note_no,
      supply.rate
  `)
  return rows.map((row) => [
    ...[row.recipient, row.buyer, row.no, formatDate(row.date), 'C', row.place_of_supply, row.amount],
    ...byRate(row),
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
              coalesce(sum(entry.credit - entry.debit), 0)
            from
              ledger_entries entry
            where
              entry.invoice_id = invoice.invoice_id
              and entry.account = 'sales'
              and entry.credit_note_id is null
              and entry.entry_date <= ${asked.till}
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

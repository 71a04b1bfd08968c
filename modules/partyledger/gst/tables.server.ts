// The rows of the tables of GSTR-1. The amounts are those of the ledger, so that a month that was returned does not
// change: what is cancelled later is taken off the later month.
import { formatDate } from '../../../core/dates.ts'
import { sumAmounts } from '../../../core/money.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { sac } from '../../invoices/print/supplies.server.ts'
import { supplies, type Asked } from './supplies.server.ts'

export type Cells = readonly (string | number | null)[]
type Supply = {
  /** Null where the buyer is not registered. */
  Recipient: string | null
  Buyer: string
  No: string
  Date: string
  Amount: number
  Rate: number | null
  /** What it is charged on; exempt without a rate, nil rated at 0. */
  Value: number
  PlaceOfSupply: string | null
  Supplier: string | null
}
/** The columns of a rate: taxable, nil rated and exempt value. */
const byRate = ({ Rate, Value }: Pick<Supply, 'Rate' | 'Value'>): Cells => [
  Rate ?? 0,
  ...(Rate === null ? [0, 0, Value] : Rate === 0 ? [0, Value, 0] : [Value, 0, 0]),
]

/** What invoices supplied that `where` names, by rate. */
const invoiced = (tx: Tx, asked: Asked, where: Sql): Promise<Supply[]> =>
  tx.rows<Supply>(sql`
    with
      ${supplies(asked)}
    select
      supply.recipient,
      supply.buyer,
      invoice.invoice_no as no,
      invoice.invoice_date as date,
      supply.amount,
      supply.rate,
      sum(supply.value) as value,
      supply.place_of_supply,
      supply.supplier
    from
      supply
      join invoices invoice on invoice.invoice_id = supply.invoice_id
    where
      supply.credit_note_id is null
      and ${where}
    group by
      supply.recipient,
      supply.buyer,
      invoice.invoice_no,
      invoice.invoice_date,
      supply.amount,
      supply.rate,
      supply.place_of_supply,
      supply.supplier
    having
      sum(supply.value) <> 0
    order by
      invoice.invoice_no,
      supply.rate nulls first
  `)

export const b2b = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await invoiced(tx, asked, sql`supply.recipient is not null`)).map((row) => [
    ...[row.Recipient, row.Buyer, row.No, formatDate(row.Date), row.Amount, row.PlaceOfSupply],
    ...['N', 'Regular B2B', ...byRate(row), row.Supplier],
  ])

export const b2cl = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await invoiced(tx, asked, sql`supply.is_large`)).map((row) => [
    ...[row.No, formatDate(row.Date), row.Amount, row.PlaceOfSupply, ...byRate(row), row.Supplier],
  ])

/** The other buyers, less the credit notes of the month. */
export const b2cs = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<Pick<Supply, 'PlaceOfSupply' | 'Rate' | 'Value' | 'Supplier'>>(sql`
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
      and not supply.is_large
    group by
      supply.place_of_supply,
      supply.supplier,
      supply.rate
    having
      sum(supply.value) <> 0
    order by
      supply.place_of_supply,
      supply.supplier,
      supply.rate nulls first
  `)
  return rows.map((row) => ['OE', row.PlaceOfSupply, ...byRate(row), row.Supplier])
}

/** Less the credit notes of the month. */
export const exempt = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<{ IsInter: boolean; IsRegistered: boolean; Nil: number; Exempt: number }>(sql`
    with
      ${supplies(asked)}
    select
      supply.is_inter,
      supply.recipient is not null as is_registered,
      coalesce(
        sum(supply.value) filter (
          where
            supply.rate = 0
        ),
        0
      ) as nil,
      coalesce(
        sum(supply.value) filter (
          where
            supply.rate is null
        ),
        0
      ) as exempt
    from
      supply
    group by
      supply.is_inter,
      supply.recipient is not null
  `)
  return [true, false].flatMap((isRegistered) =>
    [true, false].map((isInter): Cells => {
      const found = rows.find((row) => row.IsInter === isInter && row.IsRegistered === isRegistered)
      const to = isRegistered ? 'registered persons' : 'unregistered persons'
      return [
        `${isInter ? 'Inter-State' : 'Intra-State'} supplies to ${to}`,
        ...[found?.Nil ?? 0, found?.Exempt ?? 0, 0],
      ]
    }),
  )
}

type Credited = Supply & { InvoiceNo: string; InvoiceDate: string; Reason: string }
const credited = (tx: Tx, asked: Asked, where: Sql): Promise<Credited[]> =>
  tx.rows<Credited>(sql`
    with
      ${supplies(asked)}
    select
      supply.recipient,
      supply.buyer,
      note.credit_note_no as no,
      note.credit_date as date,
      - supply.amount as amount,
      supply.rate,
      - sum(supply.value) as value,
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
      ${where}
    group by
      supply.recipient,
      supply.buyer,
      note.credit_note_no,
      note.credit_date,
      supply.amount,
      supply.rate,
      supply.place_of_supply,
      supply.supplier,
      invoice.invoice_no,
      invoice.invoice_date,
      note.reason
    having
      sum(supply.value) <> 0
    order by
      note.credit_note_no,
      supply.rate nulls first
  `)
const ofInvoice = (row: Credited): Cells => [row.InvoiceNo, formatDate(row.InvoiceDate), row.Reason, row.Supplier]

export const cdnr = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await credited(tx, asked, sql`supply.recipient is not null`)).map((row) => [
    ...[row.Recipient, row.Buyer, row.No, formatDate(row.Date), 'C', row.PlaceOfSupply, row.Amount],
    ...[...byRate(row), ...ofInvoice(row)],
  ])

export const cdnur = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await credited(tx, asked, sql`supply.is_large`)).map((row) => [
    ...['B2CL', row.No, formatDate(row.Date), 'C', row.PlaceOfSupply, row.Amount],
    ...[...byRate(row), ...ofInvoice(row)],
  ])

/** What the scheme of codes calls the services of a medical laboratory. */
const sacName = 'Medical laboratory and diagnostic-imaging services'
type OfCode = { Sac: string; Said: string | null; Rate: number; Value: number; Inter: number; Intra: number }
/** By code and rate, less the credit notes of the month. Services have no quantity. */
const byCode = async (tx: Tx, asked: Asked, where: Sql): Promise<Cells[]> => {
  const rows = await tx.rows<OfCode>(sql`
    with
      ${supplies(asked)}
    select
      supply.sac,
      (
        select
          left(string_agg(distinct product.name, '; '), 100)
        from
          products product
        where
          product.sac = supply.sac
      ) as said,
      coalesce(supply.rate, 0) as rate,
      sum(supply.value) as value,
      sum(
        case
          when supply.is_inter then supply.tax
          else 0
        end
      ) as inter,
      sum(
        case
          when supply.is_inter then 0
          else supply.tax
        end
      ) as intra
    from
      supply
    where
      ${where}
    group by
      supply.sac,
      coalesce(supply.rate, 0)
    having
      sum(supply.value) <> 0
      or sum(supply.tax) <> 0
    order by
      supply.sac,
      coalesce(supply.rate, 0)
  `)
  return rows.map(({ Sac: code, Said, Rate, Value, Inter, Intra }) => [
    ...[code, code === sac ? sacName : (Said ?? ''), 'NA', 0, sumAmounts([Value, Inter, Intra]), Rate, Value],
    // the halves of each supply are whole paise
    ...[Inter, Intra / 2, Intra / 2, 0],
  ])
}
export const codesB2b = (tx: Tx, asked: Asked): Promise<Cells[]> => byCode(tx, asked, sql`supply.recipient is not null`)
export const codesB2c = (tx: Tx, asked: Asked): Promise<Cells[]> => byCode(tx, asked, sql`supply.recipient is null`)

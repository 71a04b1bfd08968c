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
  recipient: string | null
  buyer: string
  no: string
  date: string
  amount: number
  rate: number | null
  /** What it is charged on; exempt without a rate, nil rated at 0. */
  value: number
  place_of_supply: string | null
  supplier: string | null
}
/** The columns of a rate: taxable, nil rated and exempt value. */
const byRate = ({ rate, value }: Pick<Supply, 'rate' | 'value'>): Cells => [
  rate ?? 0,
  ...(rate === null ? [0, 0, value] : rate === 0 ? [0, value, 0] : [value, 0, 0]),
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
    ...[row.recipient, row.buyer, row.no, formatDate(row.date), row.amount, row.place_of_supply],
    ...['N', 'Regular B2B', ...byRate(row), row.supplier],
  ])

export const b2cl = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await invoiced(tx, asked, sql`supply.is_large`)).map((row) => [
    ...[row.no, formatDate(row.date), row.amount, row.place_of_supply, ...byRate(row), row.supplier],
  ])

/** The other buyers, less the credit notes of the month. */
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
  return rows.map((row) => ['OE', row.place_of_supply, ...byRate(row), row.supplier])
}

/** Less the credit notes of the month. */
export const exempt = async (tx: Tx, asked: Asked): Promise<Cells[]> => {
  const rows = await tx.rows<{ is_inter: boolean; is_registered: boolean; nil: number; exempt: number }>(sql`
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
      const found = rows.find((row) => row.is_inter === isInter && row.is_registered === isRegistered)
      const to = isRegistered ? 'registered persons' : 'unregistered persons'
      return [
        `${isInter ? 'Inter-State' : 'Intra-State'} supplies to ${to}`,
        ...[found?.nil ?? 0, found?.exempt ?? 0, 0],
      ]
    }),
  )
}

type Credited = Supply & { invoice_no: string; invoice_date: string; reason: string }
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
const ofInvoice = (row: Credited): Cells => [row.invoice_no, formatDate(row.invoice_date), row.reason, row.supplier]

export const cdnr = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await credited(tx, asked, sql`supply.recipient is not null`)).map((row) => [
    ...[row.recipient, row.buyer, row.no, formatDate(row.date), 'C', row.place_of_supply, row.amount],
    ...[...byRate(row), ...ofInvoice(row)],
  ])

export const cdnur = async (tx: Tx, asked: Asked): Promise<Cells[]> =>
  (await credited(tx, asked, sql`supply.is_large`)).map((row) => [
    ...['B2CL', row.no, formatDate(row.date), 'C', row.place_of_supply, row.amount],
    ...[...byRate(row), ...ofInvoice(row)],
  ])

/** What the scheme of codes calls the services of a medical laboratory. */
const sacName = 'Medical laboratory and diagnostic-imaging services'
type OfCode = { sac: string; said: string | null; rate: number; value: number; inter: number; intra: number }
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
  return rows.map(({ sac: code, said, rate, value, inter, intra }) => [
    ...[code, code === sac ? sacName : (said ?? ''), 'NA', 0, sumAmounts([value, inter, intra]), rate, value],
    // the halves of each supply are whole paise
    ...[inter, intra / 2, intra / 2, 0],
  ])
}
export const codesB2b = (tx: Tx, asked: Asked): Promise<Cells[]> => byCode(tx, asked, sql`supply.recipient is not null`)
export const codesB2c = (tx: Tx, asked: Asked): Promise<Cells[]> => byCode(tx, asked, sql`supply.recipient is null`)

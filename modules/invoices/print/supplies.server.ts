// What a paper is for by code and rate of GST: what is exempt apart from what is taxed.
import { formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import type { TaxedPart, TaxedParts } from './invoice.model.ts'

/** Service accounting code of medical laboratories. */
export const sac = '999316'
const exempt = 'Health care services by a clinical establishment are exempt from GST (notification 12/2017, entry 74).'
const inPrice = 'The amounts have their GST in them.'

type Part = {
  readonly sac: string
  readonly rate: number
  readonly is_taxed: boolean
  readonly value: number
  readonly tax: number
}

/** What it is called: what is taxed needs a tax invoice, what is exempt a bill of supply. */
export const titleOf = (parts: readonly Pick<Part, 'is_taxed'>[]): TaxedParts['Title'] => {
  const [isTaxed, isExempt] = [parts.some((part) => part.is_taxed), parts.some((part) => !part.is_taxed)]
  return isTaxed ? (isExempt ? 'INVOICE-CUM-BILL OF SUPPLY' : 'TAX INVOICE') : 'BILL OF SUPPLY'
}

/** What it says of the tax in it. One without parts says what is exempt, as one without taxed parts does. */
export const taxNoteOf = (parts: readonly Pick<Part, 'is_taxed'>[]): string => {
  const isAllTaxed = parts.length > 0 && parts.every((part) => part.is_taxed)
  return [parts.some((part) => part.is_taxed) && inPrice, !isAllTaxed && exempt].filter(Boolean).join(' ')
}

const money = (amount: number): string => formatMoney(amount)
const partOf = ({ sac: code, rate, is_taxed, value, tax }: Part, isInter: boolean): TaxedPart => {
  const half = money(isInter ? 0 : tax / 2)
  return {
    Sac: code,
    Rate: is_taxed ? `${rate} %` : 'Exempt',
    Value: money(value),
    Cgst: half,
    Sgst: half,
    Igst: money(isInter ? tax : 0),
    Total: money(sumAmounts([value, tax])),
  }
}

/** All of it is exempt: there are no parts to tell. */
const shown = (parts: readonly Part[], isInter: boolean): TaxedParts => {
  const isTaxed = parts.some((part) => part.is_taxed)
  return {
    Title: titleOf(parts),
    Sac: [...new Set(parts.map((part) => part.sac))].join(', ') || sac,
    Taxed: isTaxed ? parts.map((part) => partOf(part, isInter)) : [],
    Value: money(sumAmounts(parts.map((part) => part.value))),
    Tax: money(sumAmounts(parts.map((part) => part.tax))),
    TaxNote: taxNoteOf(parts),
  }
}

/** The buyer of an invoice is in another state than its seller. */
const isInterState = async (tx: Tx, invoiceId: number | null): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      invoices
    where
      invoice_id = ${invoiceId}::int
      and buyer_state <> seller_state
  `)) !== undefined

/** The parts of sales; of those of an invoice as it was issued. */
export const taxedParts = async (tx: Tx, sales: readonly number[], invoiceId: number | null): Promise<TaxedParts> =>
  shown(
    await tx.rows<Part>(sql`
      select
        sac,
        gst_rate as rate,
        is_taxed,
        sum(amount - tax) as value,
        sum(tax) as tax
      from
        sale_supplies
      where
        sale_id = any (${[...sales]})
      group by
        sac,
        gst_rate,
        is_taxed
      order by
        is_taxed,
        gst_rate,
        sac
    `),
    await isInterState(tx, invoiceId),
  )

/** The parts of a credit note, as they were posted; what has no tax in it is exempt. */
export const creditedParts = async (
  tx: Tx,
  note: { readonly id: number; readonly amount: number; readonly invoiceId: number },
): Promise<TaxedParts> => {
  const taxed = await tx.rows<Part>(sql`
    select
      coalesce(
        (
          select
            string_agg(distinct line.sac, ', ')
          from
            credit_note_sales credited
            join sale_products line on line.sale_id = credited.sale_id
          where
            credited.credit_note_id = ${note.id}
            and line.gst_rate = entry.gst_rate
        ),
        (
          select
            string_agg(distinct line.sac, ', ')
          from
            sales sale
            join sale_products line on line.sale_id = sale.sale_id
          where
            sale.invoice_id = ${note.invoiceId}
            and line.gst_rate = entry.gst_rate
        ),
        ''
      ) as sac,
      entry.gst_rate as rate,
      true as is_taxed,
      - sum(entry.gst_value) as value,
      sum(entry.debit - entry.credit) as tax
    from
      ledger_entries entry
    where
      entry.credit_note_id = ${note.id}
      and entry.account = 'gst payable'
    group by
      entry.gst_rate
    order by
      entry.gst_rate
  `)
  const rest = lessAmounts(note.amount, ...taxed.flatMap((part) => [part.value, part.tax]))
  const others: Part[] = rest === 0 ? [] : [{ sac, rate: 0, is_taxed: false, value: rest, tax: 0 }]
  return shown([...others, ...taxed], await isInterState(tx, note.invoiceId))
}

// What a paper is for by code and rate of GST: what is exempt apart from what is taxed.
import { formatMoney, sumAmounts } from '../../../core/money.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import type { TaxedPart, TaxedParts } from './invoice.model.ts'

/** Service accounting code of medical laboratories. */
export const sac = '999316'
const exempt = 'Health care services by a clinical establishment are exempt from GST (notification 12/2017, entry 74).'
const inPrice = 'The amounts have their GST in them.'

type Part = {
  readonly Sac: string
  readonly Rate: number
  readonly IsTaxed: boolean
  readonly Value: number
  readonly Tax: number
}

const isLeft = ({ Value, Tax }: Part): boolean => Value !== 0 || Tax !== 0

/** What it is called: what is taxed needs a tax invoice, what is exempt a bill of supply. */
export const titleOf = (parts: readonly Pick<Part, 'IsTaxed'>[]): TaxedParts['Title'] => {
  const [isTaxed, isExempt] = [parts.some((part) => part.IsTaxed), parts.some((part) => !part.IsTaxed)]
  return isTaxed ? (isExempt ? 'INVOICE-CUM-BILL OF SUPPLY' : 'TAX INVOICE') : 'BILL OF SUPPLY'
}

/** What it says of the tax in it. One without parts says what is exempt, as one without taxed parts does. */
export const taxNoteOf = (parts: readonly Pick<Part, 'IsTaxed'>[]): string => {
  const isAllTaxed = parts.length > 0 && parts.every((part) => part.IsTaxed)
  return [parts.some((part) => part.IsTaxed) && inPrice, !isAllTaxed && exempt].filter(Boolean).join(' ')
}

const money = (amount: number): string => formatMoney(amount)
const partOf = ({ Sac: code, Rate, IsTaxed, Value, Tax }: Part, isInter: boolean): TaxedPart => {
  const half = money(isInter ? 0 : Tax / 2)
  return {
    Sac: code,
    Rate: IsTaxed ? `${Rate} %` : 'Exempt',
    Value: money(Value),
    Cgst: half,
    Sgst: half,
    Igst: money(isInter ? Tax : 0),
    Total: money(sumAmounts([Value, Tax])),
  }
}

/** All of it is exempt: there are no parts to tell. */
const shown = (parts: readonly Part[], isInter: boolean): TaxedParts => {
  const isTaxed = parts.some((part) => part.IsTaxed)
  return {
    Title: titleOf(parts),
    Sac: [...new Set(parts.map((part) => part.Sac))].join(', ') || sac,
    Taxed: isTaxed ? parts.filter(isLeft).map((part) => partOf(part, isInter)) : [],
    Value: money(sumAmounts(parts.map((part) => part.Value))),
    Tax: money(sumAmounts(parts.map((part) => part.Tax))),
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

/** The parts of what the bill of a sale is for, as it is today; between the parties of its invoice. */
const taxedParts = async (tx: Tx, saleId: number, invoiceId: number | null): Promise<TaxedParts> =>
  shown(
    await tx.rows<Part>(sql`
      select
        sac,
        gst_rate as rate,
        is_taxed,
        sum(amount - tax) as value,
        sum(tax) as tax
      from
        billed_supplies
      where
        sale_id = ${saleId}
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

/**
 * The kept supplies that `where` names, by code and rate. What was exchanged for another is no part any more; where all
 * was taken back, the parts say what it had been.
 */
const keptParts = async (tx: Tx, where: Sql): Promise<readonly Part[]> => {
  const parts = await tx.rows<Part>(sql`
    select
      sac,
      coalesce(gst_rate, 0) as rate,
      gst_rate is not null as is_taxed,
      sum(value) as value,
      sum(tax) as tax
    from
      invoice_supplies
    where
      ${where}
    group by
      sac,
      gst_rate
    order by
      gst_rate nulls first,
      sac
  `)
  const left = parts.filter(isLeft)
  return left.length > 0 ? left : parts
}

/** The parts of an invoice as it was issued, whatever became of its sales. One that keeps none is exempt. */
export const invoicedParts = async (tx: Tx, invoiceId: number): Promise<TaxedParts> =>
  shown(
    await keptParts(
      tx,
      sql`
        invoice_id = ${invoiceId}
        and credit_note_id is null
        and not is_cancellation
      `,
    ),
    await isInterState(tx, invoiceId),
  )

type Billed = { readonly saleId: number; readonly invoiceId: number | null; readonly isCancelled: boolean }
/**
 * The parts of a sale as its own invoice keeps them, less what was credited; of a cancelled sale what it was for.
 * Where no invoice of its own keeps any, as its lines are today.
 */
export const billedParts = async (tx: Tx, { saleId, invoiceId, isCancelled }: Billed): Promise<TaxedParts> => {
  if (isCancelled) return taxedParts(tx, saleId, invoiceId)
  const parts = await keptParts(
    tx,
    sql`
      invoice_id = ${invoiceId}::int
      -- an invoice of several sales does not say which part is of which
      and not exists (
        select
          1
        from
          sales other
        where
          other.invoice_id = ${invoiceId}::int
          and other.sale_id <> ${saleId}
      )
    `,
  )
  return parts.length > 0 ? shown(parts, await isInterState(tx, invoiceId)) : taxedParts(tx, saleId, invoiceId)
}

/** The parts of a credit note, as they were taken back. */
export const creditedParts = async (
  tx: Tx,
  note: { readonly id: number; readonly amount: number; readonly invoiceId: number },
): Promise<TaxedParts> => {
  const kept = await keptParts(tx, sql`credit_note_id = ${note.id}`)
  const credited = kept.map((part) => ({ ...part, Value: -part.Value, Tax: -part.Tax }))
  const exemptAlone: Part = { Sac: sac, Rate: 0, IsTaxed: false, Value: note.amount, Tax: 0 }
  return shown(credited.length > 0 ? credited : [exemptAlone], await isInterState(tx, note.invoiceId))
}

// The lines of a purchase bill: each is compared with the work that was sent and its agreed price.
import { dayOf, formatDate } from '../../core/dates.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { invalid } from '../../server/refusal.ts'
import type { PurchaseBillDraft } from './purchasebills.model.ts'

type Work = {
  readonly SaleProductId: number
  readonly SaleId: number
  readonly LabId: number
  readonly BuyerId: number
  readonly SaleDate: string
  readonly Description: string
  readonly Agreed: number
  readonly BilledBy: string | null
}
export type Line = {
  readonly saleProductId: number | null
  readonly description: string
  amount: number
  agreed: number
}

/** A test that was sent, in words (`work`). */
export const workName = sql`
  left(concat_ws(', ', concat(work.code, ' ', work.name), work.patient_name, 'sale ' || work.sale_id), 200)
`

/** The work that lines name. Who enters a bill holds its supplier: of two at once the second sees what is billed. */
const workBy = async (tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, Work>> => {
  const rows = await tx.rows<Work>(sql`
    select
      work.sale_product_id,
      work.sale_id,
      work.lab_id,
      work.buyer_id,
      work.sale_date,
      ${workName} as description,
      work.agreed,
      bill.bill_no as billed_by
    from
      work_sent_outside work
      left join purchase_bills bill using (purchase_bill_id)
    where
      work.sale_product_id = any (${[...ids]}::int[])
  `)
  return new Map(rows.map((row) => [row.SaleProductId, row]))
}

/** Work of this supplier for this place, sent by the day of the bill, on no other bill. */
const checkWork = (work: Work | undefined, bill: PurchaseBillDraft, at: string): Work => {
  const errors = (reason: string) => invalid({ [at]: [reason] })
  if (!work || work.LabId !== bill.SupplierId || work.BuyerId !== bill.BuyerId)
    throw errors('The place that is charged did not send this work to this supplier')
  if (work.BilledBy !== null) throw errors(`It is on bill ${work.BilledBy} already`)
  if (dayOf(work.SaleDate) > dayOf(String(bill.BillDate)))
    throw errors(`It was sent on ${formatDate(work.SaleDate)}, after the day of the bill`)
  return work
}

/** The lines with their agreed price. @throws 400 at a row */
export const compared = async (tx: Tx, bill: PurchaseBillDraft): Promise<Line[]> => {
  const sent = bill.Lines ?? []
  const known = await workBy(
    tx,
    sent.flatMap((line) => line?.SaleProductId ?? []),
  )
  return sent.map((line, index) => {
    const saleProductId = line?.SaleProductId ?? null
    const amount = Number(line?.Amount ?? 0)
    if (saleProductId === null)
      return { saleProductId, description: (line?.Description ?? '').trim(), amount, agreed: 0 }
    const work = checkWork(known.get(saleProductId), bill, `Lines.${index}.SaleProductId`)
    return { saleProductId, description: work.Description, amount, agreed: work.Agreed }
  })
}

export const insertLines = (tx: Tx, billId: number, lines: readonly Line[]): Promise<number> =>
  tx.run(sql`
    insert into
      purchase_bill_lines (purchase_bill_id, sale_product_id, description, amount, agreed)
    select
      ${billId}::int,
      given.sale_product_id,
      given.description,
      given.amount,
      given.agreed
    from
      unnest(
        ${lines.map((line) => line.saleProductId)}::int[],
        ${lines.map((line) => line.description)}::text[],
        ${lines.map((line) => line.amount)}::numeric[],
        ${lines.map((line) => line.agreed)}::numeric[]
      ) given (sale_product_id, description, amount, agreed)
  `)

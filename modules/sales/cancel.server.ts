// Cancelling a sale or one of its lines, and giving money back that was paid too much.
import { compareAmounts, formatMoney, lessAmounts } from '../../core/money.ts'
import { checkChoices } from '../../server/choices.ts'
import { sql, type Tx } from '../../server/db.ts'
import type { Caller, Loaded } from '../../server/module.ts'
import { invalid, notFound, refused } from '../../server/refusal.ts'
import { followSale } from '../invoices/invoices.server.ts'
import { addMoney, allocatePaid } from '../transactions/receipts.server.ts'
import { refreshTotals } from './derived.server.ts'
import { checkReceipt } from './receipts.rules.ts'
import { receiptFields } from './sales.model.ts'
import { refreshStatuses } from './status.server.ts'
import { mayCancelItem, mayCancelSale, type SaleState } from './status.rules.ts'

/** What the decisions look at: frozen by an invoice unless it is the sale's own. */
export const stateOf = (record: Loaded): SaleState => {
  const invoice = record['Invoice'] as { InvoiceNo?: string; IsSingleSale?: boolean } | null
  return {
    StatusId: Number(record['StatusId']),
    BaseSaleId: (record['BaseSaleId'] as number | null) ?? null,
    FrozenByInvoiceNo: invoice?.InvoiceNo !== undefined && invoice.IsSingleSale !== true ? invoice.InvoiceNo : null,
    SaleProducts: (record['SaleProducts'] as { StatusId: number }[] | undefined) ?? [],
  }
}

/** After lines or the sale went: totals, its own invoice and what is paid follow. */
const settle = async (tx: Tx, saleId: number, record: Loaded): Promise<void> => {
  const net = await refreshTotals(tx, saleId)
  const invoiceId = record['InvoiceId'] as number | null
  if (invoiceId === null) return
  if ((record['Invoice'] as { IsSingleSale?: boolean } | null)?.IsSingleSale === true)
    await followSale(tx, invoiceId, { buyerId: Number(record['BuyerId']), net })
  await allocatePaid(tx, invoiceId)
}

/** Status 90, lines 100. Receipts stay and can be refunded; accession, tubes and the lab's sales stay as they are. */
export const cancelSale = async (tx: Tx, saleId: number, record: Loaded): Promise<void> => {
  const decision = mayCancelSale(stateOf(record))
  if (!decision.ok) throw refused(decision.reason)
  await tx.run(sql`update sale_products set status_id = 100 where sale_id = ${saleId} and status_id <> 100`)
  await tx.run(sql`update sales set status_id = 90, addl_discount = 0, net_amount = gross_amount - discount where sale_id = ${saleId}`)
  await settle(tx, saleId, record)
}

/** One line to 100; its line on derived sales goes too while its tube is not dispatched. */
export const cancelItem = async (tx: Tx, saleId: number, record: Loaded, saleProductId: number): Promise<string> => {
  const line = (
    record['SaleProducts'] as { SaleProductId: number; StatusId: number; ProductId: number; Product: { Code: string; Name: string } }[]
  ).find((l) => l.SaleProductId === saleProductId)
  if (!line) throw notFound()
  const decision = mayCancelItem(stateOf(record), line)
  if (!decision.ok) throw refused(decision.reason)
  await tx.run(sql`update sale_products set status_id = 100 where sale_product_id = ${saleProductId}`)
  const dispatched = await tx.maybe(
    sql`select 1 from sale_product_samples x join samples t on t.sample_id = x.sample_id where x.sale_product_id = ${saleProductId} and t.status_id in (120, 121) and t.owner_id <> t.performing_lab_id`,
  )
  if (!dispatched) {
    const derived = await tx.rows<{
      sale_id: number
    }>(sql`with recursive way as (select sale_id, invoice_id from sales where base_sale_id = ${saleId} union all select s.sale_id, s.invoice_id from sales s join way w on s.base_sale_id = w.sale_id)
      update sale_products l set status_id = 100 from way d where l.sale_id = d.sale_id and l.product_id = ${line.ProductId} and l.status_id <> 100 and d.invoice_id is null returning d.sale_id`)
    for (const { sale_id } of derived) await refreshTotals(tx, sale_id)
  }
  // work that only this line waited for is not performed any more
  await tx.run(sql`update work_items w set status_id = 157, row_version = row_version + 1 from sale_product_elements x where x.sale_product_id = ${saleProductId} and w.sample_element_id = x.sample_element_id and w.result_id is null and w.status_id in (150, 155, 156)
    and not exists (select 1 from sale_product_elements o join sale_products l on l.sale_product_id = o.sale_product_id where o.sample_element_id = x.sample_element_id and l.status_id <> 100)`)
  await settle(tx, saleId, record)
  await refreshStatuses(tx, [saleId])
  return `${line.Product.Code}: ${line.Product.Name}`
}

const { Amount, PaymentModeId, PaymentRef, Remarks } = receiptFields
/** What a refund may say of itself; without an amount all of the excess goes back. */
export const refundFields = { Amount, PaymentModeId, PaymentRef, Remarks }

/** A transaction with giver and receiver swapped, at most what was paid beyond what is due. */
export const refundSale = async (tx: Tx, user: Caller, record: Loaded, body: Loaded): Promise<number> => {
  const invoiceId = record['InvoiceId'] as number | null
  const excess = lessAmounts(record['Paid'] as number, record['NetAmount'] as number)
  if (invoiceId === null || excess <= 0) throw refused('Nothing was paid beyond what is due')
  const amount = Number(body['Amount'] ?? excess)
  const mode = body['PaymentModeId'] === undefined || body['PaymentModeId'] === null ? null : Number(body['PaymentModeId'])
  const ref = (body['PaymentRef'] as string | null | undefined) ?? null
  const decision = checkReceipt({ PaymentModeId: mode, Amount: amount, PaymentRef: ref }, user.RoleId)
  if (!decision.ok) throw invalid({ Amount: [decision.reason] })
  await checkChoices(tx, refundFields, body, null)
  if (compareAmounts(amount, excess) > 0) throw refused(`At most ${formatMoney(excess, { symbol: true })} can be refunded`)
  const id = await addMoney(tx, user, {
    Date: new Date().toISOString(),
    GiverId: Number(record['SellerId']),
    ReceiverId: Number(record['BuyerId']),
    InvoiceId: invoiceId,
    Amount: amount,
    PaymentModeId: Number(mode),
    PaymentRef: ref,
    Remarks: (body['Remarks'] as string | null | undefined) ?? null,
    Kind: 'Refund',
  })
  await allocatePaid(tx, invoiceId)
  return id
}

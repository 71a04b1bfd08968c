// Cancelling a sale or one of its lines, and refunding an overpayment.
import type { DraftOf } from '../../../core/model.ts'
import { compareAmounts, formatMoney, lessAmounts, sumAmounts } from '../../../core/money.ts'
import { allOf, isReason, no } from '../../../core/refusal.ts'
import { managers } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { agreed, seconded } from '../../../server/door/second.ts'
import { invalid, notFound, refused, refusedBy } from '../../../server/refusal.ts'
import { followSale } from '../../invoices/single-sale/follow.server.ts'
import { creditsOf } from '../../transactions/allocations/free.server.ts'
import { withinLimit } from '../../transactions/drawer/limits.server.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { addMoney } from '../../transactions/money.server.ts'
import { allocatePaid } from '../../transactions/paid.server.ts'
import { cameBy, mayRefundBy } from '../../transactions/drawer/refund.rules.ts'
import { refreshTotals } from '../accession/derived.server.ts'
import { promiseSales } from '../accession/promise.server.ts'
import { legsOf } from '../tubes/follow.server.ts'
import { checkRefund } from '../receipts/receipts.rules.ts'
import { receiptFields } from '../receipt.model.ts'
import type { Sale } from '../sales.model.ts'
import { keepDiscounts } from './discounts.server.ts'
import { refreshStatuses } from '../status/status.server.ts'
import {
  cancelNeedsReason,
  lineStateOf,
  mayCancelItem,
  mayCancelPaid,
  mayCancelSale,
  saleStateOf,
  saysOfReport,
} from '../status/status.rules.ts'
import { lineStatus, saleStatus, sampleStatus, workItemStatus } from '../../lists/items.model.ts'

/** After lines or the sale were cancelled: totals, its own invoice and its payments follow. */
const settle = async (tx: Tx, user: Caller, saleId: number, sale: Sale): Promise<void> => {
  const net = await refreshTotals(tx, saleId)
  await keepDiscounts(tx, saleId, -1)
  const invoiceId = sale.InvoiceId
  if (invoiceId === null) return
  if (sale.Invoice?.IsSingleSale === true)
    await followSale(tx, user.UserId, invoiceId, {
      buyerId: Number(sale.BuyerId),
      net,
      rounding: sale.Rounding,
    })
  await allocatePaid(tx, invoiceId)
  // an advance kept on a sale that is smaller now is to be refunded
  await tx.run(sql`
    update sales
    set
      keeps_advance = false
    where
      sale_id = ${saleId}
      and keeps_advance
  `)
}

/** The sale and its lines. Receipts are kept for a refund; accession, tubes and the lab's sales do not change. */
export const cancelSale = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  sale: Sale,
  { reason, Report }: { readonly reason?: string | null; readonly Report?: Sale['ReportOnCancel'] },
): Promise<void> => {
  const state = saleStateOf(sale)
  agreed(user, allOf(mayCancelSale(state, user.RoleId), mayCancelPaid(state, user.RoleId)))
  if (cancelNeedsReason(state) && !isReason(reason))
    throw invalid({ reason: ['Please enter why the sale is cancelled'] })
  const said = saysOfReport(state, Report)
  if (!said.ok) throw refusedBy(said)
  await keepDiscounts(tx, saleId, 1)
  await tx.run(sql`
    update sale_products
    set
      status_id = ${literal(lineStatus.Cancelled)}
    where
      sale_id = ${saleId}
      and status_id <> ${literal(lineStatus.Cancelled)}
  `)
  await tx.run(sql`
    update sales
    set
      status_id = ${literal(saleStatus.Cancelled)},
      addl_discount = 0,
      net_amount = round(
        gross_amount - discount,
        case
          when is_rounded then 0
          else 2
        end
      ),
      report_on_cancel = ${state.ReportOut === true ? Report : null}
    where
      sale_id = ${saleId}
  `)
  await settle(tx, user, saleId, sale)
}

/** Marks work that only this line waited for as not performed. */
const dropItsWork = (tx: Tx, saleProductId: number): Promise<number> =>
  tx.run(sql`
    update work_items item
    set
      status_id = ${literal(workItemStatus.NotPerformed)},
      -- it may be on hold for one: sold again it starts from the beginning
      reason_id = null,
      row_version = row_version + 1
    from
      sale_product_elements wanted
    where
      wanted.sale_product_id = ${saleProductId}
      and item.sample_element_id = wanted.sample_element_id
      and item.result_id is null
      and item.status_id in (${literal(workItemStatus.Pending, workItemStatus.Repeat, workItemStatus.OnHold)})
      and not exists (
        select
          1
        from
          sale_product_elements ordered
          join sale_products line on line.sale_product_id = ordered.sale_product_id
        where
          ordered.sample_element_id = wanted.sample_element_id
          and line.status_id <> ${literal(lineStatus.Cancelled)}
      )
  `)

/** One line; its line on derived sales is cancelled too while its tube is not dispatched. */
export const cancelItem = async (
  tx: Tx,
  user: Caller,
  saleId: number,
  sale: Sale,
  saleProductId: number,
): Promise<string> => {
  const line = sale.SaleProducts.find((one) => one.SaleProductId === saleProductId)
  if (!line) throw notFound()
  const decision = mayCancelItem(saleStateOf(sale), lineStateOf(line))
  if (!decision.ok) throw refusedBy(decision)
  // item by item is no way around the limit of a sale
  const gone = sale.SaleProducts.filter((one) => one === line || one.StatusId === lineStatus.Cancelled)
  const Paid = Math.min(sale.Paid ?? 0, sumAmounts(gone.map((one) => one.Amount)))
  agreed(user, mayCancelPaid({ Paid }, user.RoleId))
  await keepDiscounts(tx, saleId, 1)
  await tx.run(sql`
    update sale_products
    set
      status_id = ${literal(lineStatus.Cancelled)}
    where
      sale_product_id = ${saleProductId}
  `)
  const dispatched = await tx.maybe(sql`
    select
      1
    from
      sale_product_samples drawn
      join samples tube on tube.sample_id = drawn.sample_id
    where
      drawn.sale_product_id = ${saleProductId}
      and tube.status_id in (${literal(sampleStatus.Dispatched, sampleStatus.Delivered)})
      and tube.owner_id <> tube.performing_lab_id
  `)
  if (!dispatched) {
    const derived = await tx.rows<{ SaleId: number }>(sql`
      with recursive
        ${legsOf(saleId)}
      update sale_products line
      set
        status_id = ${literal(lineStatus.Cancelled)}
      from
        sales sale
      where
        sale.sale_id in (
          select
            sale_id
          from
            legs
        )
        and sale.invoice_id is null
        and line.sale_id = sale.sale_id
        and line.product_id = ${line.ProductId}
        and line.status_id <> ${literal(lineStatus.Cancelled)}
      returning
        sale.sale_id
    `)
    for (const { SaleId } of derived) await refreshTotals(tx, SaleId)
  }
  await dropItsWork(tx, saleProductId)
  await promiseSales(tx, [saleId])
  await settle(tx, user, saleId, sale)
  await refreshStatuses(tx, [saleId])
  return `${line.Product?.Code}: ${line.Product?.Name}`
}

const { Amount, PaymentModeId, PaymentRef, Remarks } = receiptFields
/** The fields of a refund; without an amount it refunds the whole excess. */
export const refundFields = { Amount, PaymentModeId, PaymentRef, Remarks }

/** The user who cancelled a reported sale must not pay its money out. @throws 422 */
const checkTwoPersons = async (tx: Tx, user: Caller, sale: Sale, amount: number): Promise<void> => {
  if (sale.StatusId !== saleStatus.Cancelled || sale.ReportOut !== true) return
  const cancelled = await tx.maybe<{ UserId: number }>(sql`
    select
      user_id
    from
      audit
    where
      module_id = 'sales'
      and form_id = ${sale.SaleId}
      and action = 'cancel'
    order by
      audit_id desc
    limit
      1
  `)
  if (cancelled?.UserId === user.UserId)
    agreed(
      user,
      no('This sale was reported, so the refund must be made by someone other than the person who cancelled it', {
        code: 'second-person',
        needs: { kind: 'refund', by: managers, amount },
      }),
    )
}

/** Whether the user took money of the bill. */
const hasTaken = async (tx: Tx, UserId: number, invoiceId: number): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      transactions
    where
      invoice_id = ${invoiceId}
      and kind = 'Receipt'
      and not is_cancelled
      and created_by = ${UserId}
    limit
      1
  `)) !== undefined

/** A transaction with giver and receiver swapped, at most the overpayment. */
export const refundSale = async (
  tx: Tx,
  user: Caller,
  sale: Sale,
  { Amount, PaymentModeId = null, PaymentRef = null, Remarks = null }: DraftOf<typeof refundFields>,
): Promise<number> => {
  const invoiceId = sale.InvoiceId
  const excess = lessAmounts(sale.Paid, sale.NetAmount)
  if (invoiceId === null || excess <= 0) throw refused('There is no overpayment to refund')
  // without an amount all of it; a blank one is none
  const amount = Amount === undefined ? excess : (Amount ?? 0)
  await checkTwoPersons(tx, user, sale, amount)
  const decision = checkRefund({ PaymentModeId, Amount: amount, PaymentRef }, user.RoleId)
  if (!decision.ok) throw invalid({ Amount: [decision.reason] })
  if (compareAmounts(amount, excess) > 0)
    throw refused(`At most ${formatMoney(excess, { symbol: true })} can be refunded`)
  const refund = { PaymentModeId, Amount: amount, PaymentRef, Remarks: Remarks ?? user.Second?.reason ?? null }
  const receipts = sale.Invoice?.Transactions ?? []
  const tookIt = await hasTaken(tx, user.UserId, invoiceId)
  const secondTookIt = user.Second !== undefined && (await hasTaken(tx, user.Second.UserId, invoiceId))
  const back = mayRefundBy(cameBy(receipts, PaymentModeId), refund, { RoleId: user.RoleId, tookIt })
  if (!back.ok && (secondTookIt || !seconded(user, back).ok)) throw refusedBy(back)
  const [sellerId, buyerId] = [Number(sale.SellerId), Number(sale.BuyerId)]
  await holdFree(tx, [buyerId])
  const free = sumAmounts((await creditsOf(tx, { buyerId, sellerId }, { invoiceId })).map((credit) => credit.Free))
  // settlements without money are not refunded as money
  if (compareAmounts(amount, free) > 0)
    throw refused(`Only ${formatMoney(free, { symbol: true })} of it is money: that much at most can be refunded`)
  const id = await addMoney(tx, user, {
    Date: now().toISOString(),
    GiverId: sellerId,
    ReceiverId: buyerId,
    InvoiceId: invoiceId,
    Amount: amount,
    PaymentModeId: Number(PaymentModeId),
    PaymentRef,
    Remarks: refund.Remarks,
    Kind: 'Refund',
  })
  await withinLimit(tx, user, 'refund', amount, 'Amount')
  await allocatePaid(tx, invoiceId)
  return id
}

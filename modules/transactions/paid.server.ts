// What is paid of an invoice, and how it is allocated to its sales.
import { formatMoney } from '../../core/money.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { refused } from '../../server/refusal.ts'

/** A request that waits here sees what the other one recorded. */
const holdInvoice = (tx: Tx, invoiceId: number): Promise<number> =>
  tx.run(sql`
    select
      1
    from
      invoices
    where
      invoice_id = ${invoiceId}
    for update
  `)

/**
 * Its own transactions, and what was allocated to it, less what was allocated from it. Below zero it is refused (422),
 * but where the bank took money back that was refunded (`byBank`): that is due again.
 */
const countPaid = async (tx: Tx, invoiceId: number, byBank: boolean): Promise<void> => {
  const counted = await tx.maybe<{ Paid: number }>(sql`
    update invoices invoice
    set
      paid = money.paid,
      row_version = row_version + 1
    from
      (
        select
          (
            select
              coalesce(
                sum(
                  case
                    when kind = 'Refund' then - amount
                    else amount
                  end
                ),
                0
              )
            from
              transactions
            where
              invoice_id = ${invoiceId}
              and counts
          ) + (
            select
              coalesce(sum(amount), 0)
            from
              allocations
            where
              to_invoice_id = ${invoiceId}
              -- a receipt that draws on a deposit is among its transactions
              and to_transaction_id is null
              and undone_at is null
          ) - (
            select
              coalesce(sum(amount), 0)
            from
              allocations
            where
              from_invoice_id = ${invoiceId}
              and undone_at is null
          ) as paid
      ) money
    where
      invoice.invoice_id = ${invoiceId}
      and invoice.paid <> money.paid
    returning
      invoice.paid
  `)
  if (counted && counted.Paid < 0 && !byBank)
    throw refused(
      `${formatMoney(-counted.Paid, { symbol: true })} of this money pays other invoices or was adjusted from it. ` +
        'Cancel that first',
    )
}

const shareOut = (tx: Tx, invoiceId: number): Promise<number> =>
  tx.run(sql`
    with
      invoice as (
        select
          invoice_id,
          paid,
          is_single_sale
        from
          invoices
        where
          invoice_id = ${invoiceId}
      ),
      ordered as (
        select
          sale.sale_id,
          sale.net_amount,
          sum(sale.net_amount) over (
            order by
              sale.sale_date,
              sale.sale_id
          ) as upto
        from
          sales sale
        where
          sale.invoice_id = ${invoiceId}
      ),
      allocated as (
        select
          ordered.sale_id,
          case
            when invoice.is_single_sale then invoice.paid
            else greatest(0, least(ordered.net_amount, invoice.paid - (ordered.upto - ordered.net_amount)))
          end as paid
        from
          ordered,
          invoice
      )
    update sales sale
    set
      paid = allocated.paid,
      row_version = row_version + 1
    from
      allocated
    where
      sale.sale_id = allocated.sale_id
      and sale.paid <> allocated.paid
  `)

/**
 * Paid of an invoice from its transactions, allocated to its sales oldest first; a single sale keeps an
 * overpayment. A sale whose payment changed gets a new version, so that no user saves over it. `byBank`: a cheque was
 * not paid after all, whatever was refunded of it since.
 */
export const allocatePaid = async (tx: Tx, invoiceId: number, byBank = false): Promise<void> => {
  await holdInvoice(tx, invoiceId)
  await countPaid(tx, invoiceId, byBank)
  await shareOut(tx, invoiceId)
}

/** What of a purchase bill is paid follows what is put on it, or taken off (below zero). */
export const countPaidOfBill = (tx: Tx, billId: number, change: number): Promise<number> =>
  tx.run(sql`
    update purchase_bills
    set
      paid = paid + ${change}
    where
      purchase_bill_id = ${billId}
  `)

// What is paid of an invoice, and how it is allocated to its sales.
import { sql, type Tx } from '../../server/db/db.ts'

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

const countPaid = (tx: Tx, invoiceId: number): Promise<number> =>
  tx.run(sql`
    update invoices invoice
    set
      paid = money.paid,
      row_version = row_version + 1
    from
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
          ) as paid
        from
          transactions
        where
          invoice_id = ${invoiceId}
          and counts
      ) money
    where
      invoice.invoice_id = ${invoiceId}
      and invoice.paid <> money.paid
  `)

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
 * overpayment. A sale whose payment changed gets a new version, so that no user saves over it.
 */
export const allocatePaid = async (tx: Tx, invoiceId: number): Promise<void> => {
  await holdInvoice(tx, invoiceId)
  await countPaid(tx, invoiceId)
  await shareOut(tx, invoiceId)
}

// Tax that is withheld from what a purchase bill is paid: it settles the bill beside the payment, without money.
import { shareOf } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { addMoney } from '../money.server.ts'
import { insertWithheld, taxOfPayment, type Payee, type Tax } from './withhold.server.ts'

/** The tax of a payment of a bill; GST that is charged apart is not taxed. The caller holds the party. */
export const taxOfBill = async (tx: Tx, payee: Payee, billId: number, payment: number): Promise<Tax | undefined> => {
  const { Work, Total } = await tx.one<{ Work: number; Total: number }>(sql`
    select
      total_amount - gst_amount as work,
      total_amount as total
    from
      purchase_bills
    where
      purchase_bill_id = ${billId}
  `)
  return taxOfPayment(tx, payee, shareOf(payment, Work, Total))
}

/**
 * Records the tax beside its payment, which is null where the tax takes all; answers the key of the transaction that it
 * is.
 */
export const withholdBeside = async (
  tx: Tx,
  user: Caller,
  payee: Payee,
  tax: Tax,
  paymentId: number | null,
): Promise<number> => {
  const id = await addMoney(tx, user, {
    Date: now().toISOString(),
    GiverId: payee.sellerId,
    ReceiverId: payee.partyId,
    InvoiceId: null,
    Amount: tax.amount,
    PaymentModeId: paymentMode.WriteOff,
    PaymentRef: null,
    Remarks: `TDS ${tax.section}${paymentId === null ? '' : ` of payment ${paymentId}`}`,
    Kind: 'Refund',
    Purpose: 'withheld',
  })
  await tx.run(sql`
    update transactions
    set
      tds_of_id = ${paymentId}
    where
      transaction_id = ${id}
  `)
  await insertWithheld(tx, user, payee, tax, { transactionId: paymentId, withheldAsId: id })
  return id
}

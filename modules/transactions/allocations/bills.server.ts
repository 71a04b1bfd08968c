// What was paid to a supplier is put on its bills: the oldest first, or on one.
import { sumAmounts } from '../../../core/money.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { putOn, type Credit } from './free.server.ts'

export type Payable = { readonly supplierId: number; readonly placeId: number }
type Only = { readonly transactionId?: number; readonly billId?: number }

/** Payments to the supplier that pay nothing yet, the oldest first. */
const paymentsTo = (tx: Tx, { supplierId, placeId }: Payable, { transactionId }: Only): Promise<Credit[]> =>
  tx.rows<Credit>(sql`
    select
      transaction_id,
      null::int as invoice_id,
      false as is_opening,
      amount - allocated as free
    from
      transactions
    where
      receiver_id = ${supplierId}
      and giver_id = ${placeId}
      and kind = 'Refund'
      and invoice_id is null
      and counts
      and allocated < amount
      and (
        ${transactionId ?? null}::int is null
        or transaction_id = ${transactionId ?? null}
      )
    order by
      date,
      transaction_id
  `)

type OpenBill = { readonly PurchaseBillId: number; readonly Outstanding: number }
const openBills = (tx: Tx, { supplierId, placeId }: Payable, { billId }: Only): Promise<OpenBill[]> =>
  tx.rows<OpenBill>(sql`
    select
      purchase_bill_id,
      outstanding
    from
      purchase_bill_facts
    where
      supplier_id = ${supplierId}
      and buyer_id = ${placeId}
      and is_open
      and (
        ${billId ?? null}::int is null
        or purchase_bill_id = ${billId ?? null}
      )
    order by
      bill_date,
      purchase_bill_id
  `)

/** What the supplier was paid ahead. */
export const paidAhead = async (tx: Tx, payable: Payable): Promise<number> =>
  sumAmounts((await paymentsTo(tx, payable, {})).map(({ Free }) => Free))

/** Puts payments on bills, the oldest on the oldest, or only one of them; answers what it put. */
export const putOnBills = async (tx: Tx, userId: number, payable: Payable, only: Only): Promise<number> => {
  await holdFree(tx, [payable.supplierId])
  const parties = { buyerId: payable.supplierId, sellerId: payable.placeId }
  let put = 0
  for (const bill of await openBills(tx, payable, only)) {
    const credits = await paymentsTo(tx, payable, only)
    const amount = Math.min(bill.Outstanding, sumAmounts(credits.map(({ Free }) => Free)))
    if (amount <= 0) break
    await putOn(tx, userId, parties, credits, { billId: bill.PurchaseBillId }, amount)
    put = sumAmounts([put, amount])
  }
  return put
}

// Tax that a customer deducted from what it pays: it settles as a receipt does, and the government has the money.
import { dayOf } from '../../../core/dates.ts'
import { sumAmounts } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { addMoney, partiesOf, type Money } from '../money.server.ts'

type Deducted = {
  readonly receipt: Money
  readonly receiptId: number
  readonly amount: number
  readonly section: string
}
/** Records the tax beside its receipt; answers the key of the transaction that it is. */
export const addDeducted = async (tx: Tx, user: Caller, { receipt, receiptId, amount, section }: Deducted) => {
  const id = await addMoney(tx, user, {
    ...receipt,
    Amount: amount,
    PaymentModeId: paymentMode.WriteOff,
    PaymentRef: null,
    Remarks: `TDS ${section} of receipt ${receiptId}`,
    Purpose: 'tds',
  })
  const { seller_id, buyer_id } = await partiesOf(tx, receipt)
  await tx.run(sql`
    update transactions
    set
      tds_of_id = ${receiptId}
    where
      transaction_id = ${id}
  `)
  await tx.run(sql`
    insert into
      tds_deductions (
        kind,
        seller_id,
        party_id,
        section,
        base_amount,
        amount,
        deducted_on,
        transaction_id,
        created_at,
        created_by
      )
    values
      (
        'deducted',
        ${seller_id},
        ${buyer_id},
        ${section},
        ${sumAmounts([receipt.Amount, amount])},
        ${amount},
        ${dayOf(receipt.Date)},
        ${id},
        ${now().toISOString()},
        ${user.UserId}
      )
  `)
  return id
}

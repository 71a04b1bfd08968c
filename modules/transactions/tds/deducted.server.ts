// Tax that a customer deducted from what it pays: it settles as a receipt does, and the government has the money.
import { dayOf } from '../../../core/dates.ts'
import { sumAmounts } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import { sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { invalid } from '../../../server/refusal.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { addMoney, partiesOf, type Money } from '../money.server.ts'

/** The section of professional services on a day, by which customers deduct. */
const sectionOn = async (tx: Tx, day: string): Promise<string> => {
  const known = await tx.maybe<{ Section: string }>(sql`
    select
      section
    from
      tds_rates
    where
      paid_for = 'professional'
      and effective_from_date <= ${day}
    order by
      effective_from_date desc
    limit
      1
  `)
  if (!known) throw invalid({ TdsSection: ['Please enter the section: the settings have none for this day'] })
  return known.Section
}

/** The transaction of the tax that counts beside a receipt; null without one. */
export const taxBeside = (receiptId: Sql): Sql => sql`
  (
    select
      tax.transaction_id
    from
      transactions tax
    where
      tax.tds_of_id = ${receiptId}
      and tax.purpose = 'tds'
      and not tax.is_cancelled
  )
`

type Deducted = {
  readonly receipt: Money
  readonly receiptId: number
  readonly amount: number
  /** By which the customer deducted; null for that of professional services. */
  readonly section: string | null
}
/** Records the tax beside its receipt; answers the key of the transaction that it is. */
export const addDeducted = async (tx: Tx, user: Caller, { receipt, receiptId, amount, section: named }: Deducted) => {
  const section = named ?? (await sectionOn(tx, dayOf(receipt.Date)))
  const id = await addMoney(tx, user, {
    ...receipt,
    Amount: amount,
    PaymentModeId: paymentMode.WriteOff,
    PaymentRef: null,
    Remarks: `TDS ${section} of receipt ${receiptId}`,
    Purpose: 'tds',
  })
  const { SellerId, BuyerId } = await partiesOf(tx, receipt)
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
        ${SellerId},
        ${BuyerId},
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

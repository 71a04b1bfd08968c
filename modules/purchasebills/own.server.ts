// What one person alone accepts and pays of purchase bills.
import type { Caller } from '../../server/caller.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { withinLimit } from '../transactions/drawer/limits.server.ts'

/** Rupees put on a bill, and the field that a refusal is about. */
type Put = { readonly billId: number; readonly amount: number; readonly at: string }

/**
 * Money is on a bill: who accepted it pays it up to a limit of the day, whatever way the money was put on it.
 * @throws 422, or as given, beyond it
 */
export const paidAlone = async (
  tx: Tx,
  user: Caller,
  { billId, amount, at }: Put,
  toRefusal?: Parameters<typeof withinLimit>[5],
): Promise<void> => {
  const own = await tx.maybe(sql`
    select
      1
    from
      purchase_bills
    where
      purchase_bill_id = ${billId}
      and accepted_by_id = ${user.UserId}
  `)
  if (own) await withinLimit(tx, user, 'ownBill', amount, at, toRefusal)
}

// What a purchase bill posts: the place owes the supplier, for its work and the GST on it.
import { literal, sql, type Tx } from '../../server/db/db.ts'
import { clientType } from '../lists/items.model.ts'
import type { Account } from './accounts.rules.ts'
import { post } from './posting.server.ts'

type Bill = {
  purchaseBillId: number
  placeId: number
  supplierId: number
  billNo: string
  /** ISO. */
  date: string
  work: number
  gst: number
}
/** Of what a laboratory charges margins are worked out; what others charge is an expense. */
const accountOf = async (tx: Tx, supplierId: number): Promise<Account> =>
  (
    await tx.one<{ Account: 'purchases' | 'expenses' }>(sql`
      select
        case
          when client_type_id = ${literal(clientType.ExternalLab)} then 'purchases'
          else 'expenses'
        end as account
      from
        clients
      where
        client_id = ${supplierId}
    `)
  ).Account

/** GST is no credit here, since reports are exempt: it is a cost of its own. `sign` -1 reverses it. */
export const postPurchase = async (tx: Tx, bill: Bill, sign: 1 | -1 = 1): Promise<void> => {
  const posted = {
    date: bill.date,
    voucherType: 'Purchase bill',
    invoiceId: null,
    transactionId: null,
    purchaseBillId: bill.purchaseBillId,
    sellerId: bill.placeId,
    partyId: bill.supplierId,
    credit: { account: 'party' } as const,
    particulars: `Bill ${bill.billNo}${sign < 0 ? ' cancelled' : ''}`,
  }
  await post(tx, { ...posted, debit: { account: await accountOf(tx, bill.supplierId) }, amount: sign * bill.work })
  await post(tx, { ...posted, debit: { account: 'gst paid' }, amount: sign * bill.gst })
}

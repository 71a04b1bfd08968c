// What a purchase bill posts: the place owes the outside laboratory, for its work and the GST on it.
import type { Tx } from '../../server/db/db.ts'
import { post } from './posting.server.ts'

type Bill = {
  purchaseBillId: number
  placeId: number
  labId: number
  billNo: string
  /** ISO. */
  date: string
  work: number
  gst: number
}
/** GST is no credit here, since reports are exempt: it is a cost of its own. `sign` -1 reverses it. */
export const postPurchase = async (tx: Tx, bill: Bill, sign: 1 | -1 = 1): Promise<void> => {
  const posted = {
    date: bill.date,
    voucherType: 'Purchase bill',
    invoiceId: null,
    transactionId: null,
    purchaseBillId: bill.purchaseBillId,
    sellerId: bill.placeId,
    partyId: bill.labId,
    credit: { account: 'party' } as const,
    particulars: `Bill ${bill.billNo}${sign < 0 ? ' cancelled' : ''}`,
  }
  await post(tx, { ...posted, debit: { account: 'purchases' }, amount: sign * bill.work })
  await post(tx, { ...posted, debit: { account: 'gst paid' }, amount: sign * bill.gst })
}

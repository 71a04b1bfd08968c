// What a party is paid after the tax that is withheld: the same for a commission and a purchase bill.
import { compareAmounts } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { now } from '../../../server/clock.ts'
import type { Tx } from '../../../server/db/db.ts'
import { addMoney } from '../money.server.ts'
import type { Payee } from './withhold.server.ts'

type Paid = {
  readonly net: number
  readonly mode: number | null | undefined
  readonly reference: string | null | undefined
  readonly remarks: string
}
/** Pays a party what is left after tax; answers the key of the transaction, or null where the tax takes all. */
export const payNet = async (
  tx: Tx,
  user: Caller,
  payee: Payee,
  { net, mode, reference, remarks }: Paid,
): Promise<number | null> =>
  compareAmounts(net, 0) === 0
    ? null
    : addMoney(tx, user, {
        Date: now().toISOString(),
        GiverId: payee.sellerId,
        ReceiverId: payee.partyId,
        InvoiceId: null,
        Amount: net,
        PaymentModeId: Number(mode),
        PaymentRef: reference ?? null,
        Remarks: remarks,
        Kind: 'Refund',
      })

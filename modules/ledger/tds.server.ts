// What tax that is withheld posts: the party is paid that much less, and the government is owed it.
import type { Tx } from '../../server/db/db.ts'
import { post } from './posting.server.ts'

type Withheld = { tdsDeductionId: number; sellerId: number; partyId: number; section: string; amount: number }
/** On `date` (ISO); `sign` -1 takes it back. */
export const postWithheld = (tx: Tx, withheld: Withheld, date: string, sign: 1 | -1 = 1): Promise<void> =>
  post(tx, {
    date,
    voucherType: 'TDS',
    invoiceId: null,
    transactionId: null,
    tdsDeductionId: withheld.tdsDeductionId,
    sellerId: withheld.sellerId,
    partyId: withheld.partyId,
    debit: { account: 'party' },
    credit: { account: 'tds payable' },
    amount: sign * withheld.amount,
    particulars: `TDS ${withheld.section}${sign < 0 ? ' taken back' : ''}`,
  })

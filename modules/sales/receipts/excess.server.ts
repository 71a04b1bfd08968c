// Money beyond what is due, and what a new sale is written with of its invoice and its first receipts.
import { compareAmounts, roundAmount, sumAmounts } from '../../../core/money.ts'
import type { Loaded } from '../../../server/caller.ts'
import { refused } from '../../../server/refusal.ts'
import { billedFromStart, type FirstReceipt } from '../../invoices/single-sale/first.server.ts'
import { broughtBy, toClear, type ReceiptAct } from './receipt-acts.rules.ts'
import { excessOf, giveChange, invoicedAtOnce, overpaidText } from './receipts.rules.ts'
import type { Receipt } from '../receipt.model.ts'
import type { Sale, SaleDraft } from '../sales.model.ts'

export const receiptsOf = (before: Sale | null): readonly Receipt[] => before?.Invoice?.Transactions ?? []

type Settled = { acts: readonly ReceiptAct[]; keepsAdvance: boolean }
/**
 * Money beyond what is due is given as change, kept as an advance, or raises a question. @throws 422 with the question
 * at Overpaid
 */
export const settleExcess = (
  acts: readonly ReceiptAct[],
  due: { Net: number; Paid: number },
  before: Sale | null,
  overpaid: SaleDraft['Overpaid'],
): Settled => {
  const brought = broughtBy(acts, receiptsOf(before))
  // a cheque that has not cleared yet counts too: paying its amount again raises the question
  const paidBefore = sumAmounts([due.Paid, toClear(receiptsOf(before))])
  const excess = excessOf({ net: due.Net, paidBefore, paidAfter: sumAmounts([paidBefore, brought]) })
  if (excess === 0) return { acts, keepsAdvance: false }
  if (overpaid === 'Advance') return { acts, keepsAdvance: true }
  if (overpaid !== 'Change') throw refused(overpaidText(excess), { Overpaid: [overpaidText(excess)] })
  const kept = giveChange(
    acts.filter((act) => !act.Cancelled),
    excess,
  )
  if (kept === null)
    throw refused('Only cash can be given back as change: keep it as an advance, or correct the receipt', {
      Overpaid: ['Only cash can be given back as change'],
    })
  const left = kept.flatMap((act) =>
    compareAmounts(act.Amount, 0) !== 0 ? [act] : act.TransactionId === null ? [] : [{ ...act, Cancelled: true }],
  )
  return { acts: [...acts.filter((act) => act.Cancelled), ...left], keepsAdvance: false }
}

export const firstOf = (acts: readonly ReceiptAct[]): FirstReceipt[] =>
  acts.map((act) => ({ ...act, Amount: roundAmount(act.Amount) }))

type Asked = Parameters<typeof invoicedAtOnce>[0]
/** Whether a sale without an invoice gets its own when it is saved. */
export const isBilledNow = (sale: Asked, acts: readonly ReceiptAct[]): boolean =>
  invoicedAtOnce(sale) || acts.length > 0

/** What a new sale is written with of its invoice; nothing without one. @throws 422 with the question at Overpaid */
export const billedWith = (
  sale: Asked & { readonly net: number; readonly overpaid: SaleDraft['Overpaid'] },
  sent: readonly ReceiptAct[],
): Loaded => {
  const { acts } = settleExcess(sent, { Net: sale.net, Paid: 0 }, null, sale.overpaid)
  return isBilledNow(sale, acts) ? billedFromStart(firstOf(acts)) : {}
}

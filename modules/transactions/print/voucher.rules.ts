// Which money has a voucher, and of which kind.
import { allOf, must, type Decision } from '../../../core/refusal.ts'
import { voucherLayouts, type Transaction } from '../transactions.model.ts'
import { noMoneyModes } from '../transactions.rules.ts'

/** As the party ledger numbers it. */
export const voucherNo = ({ TransactionId }: Pick<Transaction, 'TransactionId'>): string => `T${TransactionId ?? ''}`

export const isGone = ({ IsCancelled, ReversedById }: Pick<Transaction, 'IsCancelled' | 'ReversedById'>): boolean =>
  IsCancelled === true || ReversedById !== null

type Money = Pick<Transaction, 'Kind' | 'PaymentModeId' | 'ReversesId'>
export const mayPrintVoucher = ({ Kind, PaymentModeId, ReversesId }: Money, layout: string): Decision =>
  allOf(
    must(
      !noMoneyModes.includes(PaymentModeId ?? 0),
      'No money was received here: it settles its invoice, and is on the invoice when that is printed',
      { code: 'no-money' },
    ),
    must(ReversesId === null, `It cancels transaction ${ReversesId ?? ''}: print the voucher of that one`, {
      code: 'reversal',
    }),
    must(
      voucherLayouts({ Kind }).includes(layout),
      Kind === 'Receipt'
        ? 'This is a receipt: print its receipt voucher'
        : 'This is a refund: print its refund voucher',
      { code: 'other-voucher' },
    ),
  )

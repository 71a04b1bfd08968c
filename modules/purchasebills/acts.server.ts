// What is done with a purchase bill: paid, settled from what was paid ahead, cancelled by its reversal.
import { text } from '../../core/model.ts'
import { formatMoney, lessAmounts } from '../../core/money.ts'
import { allOf } from '../../core/refusal.ts'
import { now } from '../../server/clock.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { mayByPermit } from '../../server/door/permission.ts'
import { actionOf } from '../../server/module.ts'
import { invalidBy, notPermitted, obey, refused } from '../../server/refusal.ts'
import { holdFree } from '../ledger/hold.server.ts'
import { postPurchase } from '../ledger/purchases.server.ts'
import { unallocate, undoFields } from '../transactions/allocations/acts.server.ts'
import { mayPut } from '../transactions/allocations/allocations.rules.ts'
import { paidAhead, putOnBills } from '../transactions/allocations/bills.server.ts'
import { undo } from '../transactions/allocations/free.server.ts'
import { payNet } from '../transactions/tds/pay-net.server.ts'
import { taxOfBill, withholdBeside } from '../transactions/tds/of-bill.server.ts'
import { paidText } from '../transactions/tds/tds.rules.ts'
import {
  checkReason as isReasoned,
  checkReference,
  mayGiveBackBy,
  mayUseMode,
} from '../transactions/transactions.rules.ts'
import { paidAlone } from './own.server.ts'
import { payBillFields, purchasebills, type PurchaseBill } from './purchasebills.model.ts'
import { checkAhead, checkPayment, mayCancelBill, mayPayBill, workOf } from './purchasebills.rules.ts'
import { billPaid, paidAheadPut } from './answers.model.ts'

const payableOf = (bill: PurchaseBill) => ({ supplierId: Number(bill.SupplierId), placeId: Number(bill.BuyerId) })
const nameOf = ({ BillNo }: PurchaseBill): string => `Bill ${BillNo ?? ''}`

/** What is left of it, after the last payment. */
const leftOf = async (tx: Tx, key: number): Promise<{ State: string; Outstanding: number }> =>
  tx.one(sql`
    select
      state as "State",
      outstanding as "Outstanding"
    from
      purchase_bill_facts
    where
      purchase_bill_id = ${key}
  `)

export const payBill = actionOf(purchasebills, {
  name: 'pay',
  permit: 'update',
  ...billPaid,
  summary: 'Pay a purchase bill, whole or in part',
  body: payBillFields,
  decide: mayPayBill,
  run: async ({ tx, user, key, before, body }) => {
    if (!mayByPermit(user, 'transactions', 'create')) throw notPermitted('You do not have permission to pay')
    const payable = payableOf(before)
    const Amount = Number(body.Amount)
    await holdFree(tx, [payable.supplierId])
    const left = await leftOf(tx, key)
    const ahead = await paidAhead(tx, payable)
    const may = allOf(
      mayPayBill(left),
      checkPayment(left, Amount),
      checkAhead(ahead),
      mayGiveBackBy(body.PaymentModeId),
      checkReference(body),
      mayUseMode(body.PaymentModeId, user.RoleId),
    )
    if (!may.ok) throw invalidBy(may)
    const payee = { sellerId: payable.placeId, partyId: payable.supplierId }
    const tax = await taxOfBill(tx, payee, key, Amount)
    const Net = lessAmounts(Amount, tax?.amount ?? 0)
    const TransactionId = await payNet(tx, user, payee, {
      net: Net,
      mode: body.PaymentModeId,
      reference: body.PaymentRef,
      remarks: [nameOf(before), body.Remarks].filter(Boolean).join('. '),
    })
    const taxId = tax ? await withholdBeside(tx, user, payee, tax, TransactionId) : null
    for (const transactionId of [TransactionId, taxId])
      if (transactionId !== null) await putOnBills(tx, user.UserId, payable, { transactionId, billId: key })
    await paidAlone(tx, user, { billId: key, amount: Amount, at: 'Amount' }, invalidBy)
    return { message: `${nameOf(before)}: ${paidText(Net, tax)}`, TransactionId, Amount, Tds: tax?.amount ?? 0, Net }
  },
})

export const allocateToBill = actionOf(purchasebills, {
  name: 'allocate',
  permit: 'update',
  ...paidAheadPut,
  summary: 'Put what was paid ahead to the supplier on this bill',
  decide: (bill, user) => allOf(mayPut(user), mayPayBill(bill)),
  run: async ({ tx, user, key, before }) => {
    const put = await putOnBills(tx, user.UserId, payableOf(before), { billId: key })
    if (put === 0) throw refused('This supplier has no money paid ahead. Pay the bill')
    await paidAlone(tx, user, { billId: key, amount: put, at: 'Amount' })
    return { message: `${formatMoney(put, { symbol: true })} is allocated`, Allocated: put }
  },
})

export const unallocateFromBill = actionOf(purchasebills, {
  name: 'unallocate',
  permit: 'update',
  path: 'unallocate/purchasebills/{key}',
  summary: 'Undo what a payment pays of this bill: it is paid ahead then',
  body: undoFields,
  decide: (_bill, user) => mayPut(user),
  run: ({ tx, user, key, body }) => unallocate(tx, user, 'bill', key, body),
})

export const cancelBill = actionOf(purchasebills, {
  name: 'cancel',
  permit: 'update',
  path: 'cancel/purchasebills/{key}',
  summary: 'Cancel a purchase bill that is wrong: it is posted back today, and its work may be billed again',
  body: { reason: text('Reason', { required: 'Please enter why it is cancelled', maxLength: 500 }) },
  decide: (bill, user) => allOf(mayPut(user), mayCancelBill(bill)),
  run: async ({ tx, user, key, before, body }) => {
    obey(isReasoned(body.reason, 'reason'))
    const reason = body.reason ?? ''
    const payable = payableOf(before)
    await holdFree(tx, [payable.supplierId])
    const freed = await undo(tx, user.UserId, { toBillId: key }, reason)
    await tx.run(sql`
      update purchase_bills
      set
        cancelled_at = ${now().toISOString()},
        cancelled_by_id = ${user.UserId},
        cancel_reason = ${reason}
      where
        purchase_bill_id = ${key}
    `)
    await tx.run(sql`
      update purchase_bill_lines
      set
        is_cancelled = true
      where
        purchase_bill_id = ${key}
    `)
    await postPurchase(
      tx,
      {
        purchaseBillId: key,
        ...payable,
        billNo: before.BillNo ?? '',
        date: now().toISOString(),
        work: workOf(before),
        gst: Number(before.GstAmount ?? 0),
      },
      -1,
    )
    const stays = freed.length > 0 ? ': what paid it is paid ahead' : ''
    return { message: `${nameOf(before)} is cancelled${stays}` }
  },
})

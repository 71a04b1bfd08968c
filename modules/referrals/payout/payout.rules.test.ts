// Which referral is paid, by what, and who takes a payment back.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { role, supervisors } from '../../../core/user.ts'
import { paymentMode, referralStatus } from '../../lists/items.model.ts'
import { mayCancelPayment, mayPay, mayPayBy, paymentText, withheldText } from './payout.rules.ts'

test('only what is delivered is paid, and once', () => {
  const paid = Object.values(referralStatus).filter((StatusId) => mayPay({ StatusId }).ok)
  expect(paid).toEqual([referralStatus.Delivered])
  expect(mayPay({ StatusId: referralStatus.Paid })).toMatchObject({ code: 'paid' })
  expect(mayPay({ StatusId: referralStatus.Ready })).toMatchObject({ code: 'not-delivered' })
  expect(mayPay({}).ok).toBe(false)
})
test('it is paid by money, with the reference of the bank', () => {
  expect(mayPayBy({ PaymentModeId: paymentMode.Cash }).ok).toBe(true)
  expect(mayPayBy({ PaymentModeId: paymentMode.Deposit })).toMatchObject({ at: 'PaymentModeId', code: 'no-money' })
  expect(mayPayBy({ PaymentModeId: paymentMode.Upi }).ok).toBe(false)
  expect(mayPayBy({ PaymentModeId: paymentMode.Upi, PaymentRef: '417000123456' }).ok).toBe(true)
})
test('what no transaction paid is taken back here, by accounts or a manager', () => {
  const paid = { StatusId: referralStatus.Paid, PaidBy: null }
  const who = Object.values(role).filter((RoleId) => mayCancelPayment(paid, { RoleId }).ok)
  expect(who.sort()).toEqual([...supervisors].sort())
  expect(supervisors).not.toContain(role.FrontDesk)
  expect(mayCancelPayment(paid, { RoleId: role.FrontDesk })).toMatchObject({ code: 'accounts-only' })
  expect(mayCancelPayment({ ...paid, StatusId: referralStatus.Ready }, { RoleId: role.Accounts })).toMatchObject({
    code: 'not-paid',
  })
  expect(reasonOf(mayCancelPayment({ ...paid, PaidBy: { TransactionId: 9 } }, { RoleId: role.Accounts }))).toBe(
    'It was paid by transaction 9. Cancel that transaction',
  )
  expect(mayCancelPayment({ ...paid, PaidBy: { TransactionId: null } }, { RoleId: role.Accounts }).ok).toBe(true)
})
test('a payment is shown with its tax, its day and its reference, as far as there are any', () => {
  expect(
    paymentText({ TransactionId: 9, Date: '2026-04-01', Amount: 95, Tds: 5, Mode: 'UPI', PaymentRef: '4170' }),
  ).toBe('Transaction 9, ₹95.00, after TDS of ₹5.00, 01-Apr-2026, UPI, 4170')
  expect(paymentText({ TransactionId: 9, Date: '2026-04-01', Amount: 95, Tds: 0, Mode: 'Cash' })).toBe(
    'Transaction 9, ₹95.00, 01-Apr-2026, Cash',
  )
  expect(withheldText(5)).toBe('No transaction: all of it is TDS, ₹5.00')
})

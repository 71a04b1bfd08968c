// Money that is not paid yet, comes back, or is given back: whom it asks, and for what reason.
import { afterEach, describe, expect, test } from 'vitest'
import { network, setNetwork } from '../../../core/network.ts'
import { reasonOf } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import { paymentMode } from '../../lists/items.model.ts'
import { cameBy, mayRefundBy } from '../../transactions/drawer/refund.rules.ts'
import type { Receipt } from '../receipt.model.ts'
import { broughtBy, checkTakenBack, promised, takesBack, toClear, type ReceiptAct } from './receipt-acts.rules.ts'
import { cashDecision, creditDecision } from './receipts.rules.ts'

const { Cash, Cheque, Card } = paymentMode
const before = { ...network }
afterEach(() => setNetwork(before))

describe('a buyer that pays at booking', () => {
  const ask = (some: object) =>
    cashDecision({ unpaid: 100, CreditLimit: null, roleId: role.FrontDesk, Remarks: null, ...some })
  const left = 'The buyer pays at booking, and ₹100.00 is not paid'

  test('leaves nothing unpaid, or no more than its limit', () => {
    expect(ask({ unpaid: 0 }).ok).toBe(true)
    expect(ask({ CreditLimit: 100 }).ok).toBe(true)
    for (const CreditLimit of [null, '', 0, 99.99])
      expect(ask({ CreditLimit })).toMatchObject({ ok: false, reason: left, code: 'pays-at-booking' })
  })

  test('a manager lends with remarks; a desk asks one', () => {
    expect(ask({})).toMatchObject({ needs: { kind: 'credit', by: [1, 2], amount: 100 } })
    for (const Remarks of [null, '', '  '])
      expect(ask({ roleId: role.BusinessManager, Remarks })).toEqual({
        ok: false,
        reason: `${left}; enter remarks to go on`,
        code: 'pays-at-booking',
        at: 'OverrideRemarks',
      })
    expect(ask({ roleId: role.BusinessManager, Remarks: 'agreed' }).ok).toBe(true)
    expect(ask({ Remarks: 'agreed' }).ok).toBe(false)
  })

  test('a desk lends up to the limit of the network beyond that of the buyer', () => {
    setNetwork({ ...before, deskCreditLimit: 60 })
    expect(ask({ CreditLimit: 40, Remarks: 'agreed' }).ok).toBe(true)
    expect(ask({ CreditLimit: 39.99, Remarks: 'agreed' }).ok).toBe(false)
    expect(ask({ CreditLimit: 40, roleId: role.Accounts, Remarks: 'agreed' }).ok).toBe(false)
  })
})

test('the share of a credit limit that is used is never said higher than it is', () => {
  const used = creditDecision({
    walkIn: false,
    PaymentTypeId: 22,
    CreditLimit: 1000,
    exposure: 700,
    balance: 0,
    NetAmount: 119.9,
    NetBefore: 0,
    roleId: 5,
    Remarks: null,
  })
  expect(used).toEqual({ ok: true, warning: 'The buyer would use 81 % of the credit limit of ₹1,000.00' })
})

describe('a refund', () => {
  const receipts = [
    { PaymentModeId: Cash, Amount: 300 },
    { PaymentModeId: Cash, Amount: -50 },
    { PaymentModeId: Card, Amount: 100 },
    { PaymentModeId: Cheque, Amount: 70, Clearing: 'Waiting' },
    { PaymentModeId: Cheque, Amount: 30, Clearing: 'Cleared' },
  ]
  const desk = { RoleId: role.FrontDesk, tookIt: false }
  const manager = { RoleId: role.BusinessManager, tookIt: false }
  const refund = (PaymentModeId: number, Amount: number, who = desk, Remarks: string | null = null) =>
    mayRefundBy(cameBy(receipts, PaymentModeId), { Amount, Remarks }, who)

  test('goes back by the mode it came, as far as it came and was not given back', () => {
    expect([Cash, Card, Cheque].map((mode) => cameBy(receipts, mode))).toEqual([250, 100, 30])
    expect(refund(Cash, 250).ok).toBe(true)
    expect(refund(Cash, 250.01)).toMatchObject({ ok: false, at: 'Remarks' })
    expect(refund(Cash, 250.01, desk, 'No change left')).toMatchObject({
      ok: false,
      code: 'other-mode',
      at: 'PaymentModeId',
      needs: { kind: 'refund', by: [1, 2], amount: 250.01 },
    })
    expect(refund(Cheque, 31).ok).toBe(false)
    // more was given back in the mode than came in it: nothing of it is left, not less
    const one = { Amount: 1, Remarks: 'No change left' }
    expect(reasonOf(mayRefundBy(cameBy([{ PaymentModeId: Cash, Amount: -9 }], Cash), one, desk))).toBe(
      '₹0.00 of it came in this mode: refund it by the mode it came. ' +
        'In another mode a manager who did not take the money can refund it',
    )
  })

  test('in another mode a manager gives it who did not take it, with a reason', () => {
    expect(refund(Card, 150, manager, 'The card machine is broken').ok).toBe(true)
    expect(refund(Card, 150, manager)).toMatchObject({ ok: false, at: 'Remarks' })
    expect(refund(Card, 150, { ...manager, tookIt: true }, 'The card machine is broken').ok).toBe(false)
    expect(refund(Card, 150, desk, 'The card machine is broken').ok).toBe(false)
  })
})

describe('what acts on receipts take and bring', () => {
  const stored: Receipt[] = [
    { TransactionId: 1, Date: '2026-11-18T08:00:00.000Z', PaymentModeId: Cash, Amount: 100 },
    { TransactionId: 2, Date: '2026-11-18T08:00:00.000Z', PaymentModeId: Cheque, Amount: 40, Clearing: 'Bounced' },
    { TransactionId: 3, Date: '2026-11-18T08:00:00.000Z', PaymentModeId: Cheque, Amount: 60, Clearing: 'Waiting' },
  ]
  const act = (some: Partial<ReceiptAct>): ReceiptAct => ({
    TransactionId: 1,
    Cancelled: false,
    Date: '2026-11-18T08:00:00.000Z',
    PaymentModeId: Cash,
    Amount: 100,
    PaymentRef: null,
    Remarks: null,
    row: 0,
    ...some,
  })

  test('another amount, mode or day takes money back, as cancelling does; words do not, nor a new receipt', () => {
    expect(takesBack(act({ Remarks: 'by her son' }), stored)).toBe(false)
    expect(takesBack(act({ TransactionId: null, Amount: 5 }), stored)).toBe(false)
    for (const some of [{ Cancelled: true }, { Amount: 90 }, { PaymentModeId: Card }, { Date: '2026-11-19T08:00:00Z' }])
      expect(takesBack(act(some), stored)).toBe(true)
  })

  test('a reason is asked when any of them takes money back', () => {
    const [words, cancel] = [act({ Remarks: 'by her son' }), act({ Cancelled: true })]
    const reason = 'Enter in a few words why the receipt is cancelled or corrected'
    expect(checkTakenBack([words], stored, null).ok).toBe(true)
    expect(reasonOf(checkTakenBack([words, cancel], stored, null))).toBe(reason)
    expect(reasonOf(checkTakenBack([cancel], stored, ' '))).toBe(reason)
    expect(checkTakenBack([cancel], stored, 'Typed for another bill').ok).toBe(true)
  })

  test('a bounced cheque brings nothing, one that waits is still to clear', () => {
    expect(stored.map(promised)).toEqual([100, 0, 60])
    // only a cheque bounces
    expect(promised({ PaymentModeId: Cash, Amount: 100, Clearing: 'Bounced' })).toBe(100)
    expect(promised({ PaymentModeId: Cash, Amount: null })).toBe(0)
    expect(toClear(stored)).toBe(60)
    expect(toClear([...stored, { PaymentModeId: Cheque, Amount: 5 }, { PaymentModeId: Cheque, Amount: -9 }])).toBe(65)
    expect(toClear([{ PaymentModeId: Cheque, Amount: 5, Clearing: 'Cleared' }])).toBe(0)
    expect(toClear([{ PaymentModeId: Cheque, Amount: 0.5 }])).toBe(0.5)
  })

  test('acts bring what is new less what was there', () => {
    expect(broughtBy([act({ Remarks: 'by her son' })], stored)).toBe(0)
    expect(broughtBy([act({ Amount: 90 })], stored)).toBe(-10)
    expect(broughtBy([act({ Cancelled: true })], stored)).toBe(-100)
    expect(broughtBy([act({ TransactionId: 2, PaymentModeId: Cheque, Amount: 40, Cancelled: true })], stored)).toBe(0)
    expect(broughtBy([act({ TransactionId: null, Amount: 25 }), act({ Cancelled: true })], stored)).toBe(-75)
  })
})

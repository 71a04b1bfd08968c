// Receipts, the walk-in question, and what a buyer may owe.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkReceipt, creditDecision, exposureOf, invoicedAtOnce, receiptsToSave, walkInQuestion } from './receipts.rules.ts'
import type { CreditQuestion } from './receipts.rules.ts'

const walkIn = { PatientId: 5, BuyerId: 5 }
const cash = { PaymentModeId: 40, Amount: 350 }

test('OPS-172 OPS-173 only rows with a payment mode and an amount that is not zero are saved', () => {
  const rows = [
    cash,
    { PaymentModeId: null, Amount: 100 },
    { PaymentModeId: 40, Amount: 0 },
    { PaymentModeId: 40, Amount: null },
    { PaymentModeId: 42, Amount: '0.01' },
  ]
  expect(receiptsToSave(rows)).toEqual([cash, { PaymentModeId: 42, Amount: '0.01' }])
})

test('OPS-228 OPS-230 a walk-in sale without receipts is asked about, any other is not', () => {
  const question = 'Are you sure that you want to save a walk-in sale with no receipts ?'
  expect(walkInQuestion(walkIn, [])).toBe(question)
  expect(walkInQuestion(walkIn, [{ PaymentModeId: 40, Amount: 0 }])).toBe(question)
  expect(walkInQuestion(walkIn, [cash])).toBeNull()
  expect(walkInQuestion({ PatientId: 5, BuyerId: 21 }, [])).toBeNull()
  expect(walkInQuestion({ PatientId: null, BuyerId: null }, [])).toBeNull()
})

test('modes 41 to 46 need a reference, a write-off a manager, every receipt an amount above zero', () => {
  const needing = [40, 41, 42, 43, 44, 45, 46, 47, 48].filter((PaymentModeId) => !checkReceipt({ PaymentModeId, Amount: 1 }, 5).ok)
  expect(needing).toEqual([41, 42, 43, 44, 45, 46])
  expect(checkReceipt({ PaymentModeId: 42, Amount: 1 }, 5)).toEqual({ ok: false, reason: 'Payment reference is required' })
  expect(checkReceipt({ PaymentModeId: 42, Amount: 1, PaymentRef: 'UPI-1' }, 5).ok).toBe(true)
  expect(checkReceipt({ PaymentModeId: 40, Amount: -1 }, 5)).toEqual({ ok: false, reason: 'Amount must be greater than 0' })
  expect([checkReceipt({ PaymentModeId: 49, Amount: 1 }, 5).ok, checkReceipt({ PaymentModeId: 49, Amount: 1 }, 2).ok]).toEqual([
    false,
    true,
  ])
})

test('walk-in and cash buyers are invoiced at once', () => {
  expect(invoicedAtOnce({ ...walkIn, BuyerPaymentTypeId: null })).toBe(true)
  expect([21, 22, 23, null].map((BuyerPaymentTypeId) => invoicedAtOnce({ PatientId: 5, BuyerId: 21, BuyerPaymentTypeId }))).toEqual([
    true,
    false,
    false,
    false,
  ])
})

describe('credit', () => {
  const ask = (some: Partial<CreditQuestion> = {}): CreditQuestion => ({
    walkIn: false,
    PaymentTypeId: 22,
    CreditLimit: 1000,
    exposure: 0,
    balance: 0,
    NetAmount: 100,
    roleId: 5,
    Remarks: null,
    ...some,
  })

  test('warns from 80 % of the limit and refuses beyond it', () => {
    expect(creditDecision(ask({ exposure: 699.99 }))).toEqual({ ok: true, warning: null })
    expect(creditDecision(ask({ exposure: 700 }))).toEqual({
      ok: true,
      warning: 'The buyer would use 80 % of the credit limit of ₹1,000.00',
    })
    expect(creditDecision(ask({ exposure: 900 })).ok).toBe(true)
    expect(creditDecision(ask({ exposure: 900.01 }))).toEqual({
      ok: false,
      reason: 'The buyer would owe ₹1,000.01, more than the credit limit of ₹1,000.00',
    })
  })

  test('an empty limit is no limit, 0 is no credit, walk-in and cash owe nothing', () => {
    expect(creditDecision(ask({ CreditLimit: null, exposure: 1e9 })).ok).toBe(true)
    expect(creditDecision(ask({ CreditLimit: 0 }))).toEqual({ ok: false, reason: 'The buyer has no credit' })
    expect(creditDecision(ask({ CreditLimit: 0, walkIn: true })).ok).toBe(true)
    expect(creditDecision(ask({ CreditLimit: 0, PaymentTypeId: 21 })).ok).toBe(true)
    expect(creditDecision(ask({ CreditLimit: 0, NetAmount: 0 })).ok).toBe(true)
  })

  test('role id 2 or lower goes on with remarks', () => {
    expect(creditDecision(ask({ exposure: 5000, roleId: 2 }))).toMatchObject({ ok: false })
    expect(creditDecision(ask({ exposure: 5000, roleId: 2, Remarks: 'agreed' }))).toMatchObject({ ok: true })
    expect(creditDecision(ask({ exposure: 5000, roleId: 3, Remarks: 'agreed' }))).toMatchObject({ ok: false })
  })

  test('a prepaid balance does not go below zero, less the credit limit', () => {
    const prepaid = { PaymentTypeId: 23, CreditLimit: null }
    expect(creditDecision(ask({ ...prepaid, balance: 100 })).ok).toBe(true)
    expect(creditDecision(ask({ ...prepaid, balance: 99.99 }))).toEqual({
      ok: false,
      reason: 'The prepaid balance of ₹99.99 does not cover this sale',
    })
    expect(creditDecision(ask({ ...prepaid, balance: 50, CreditLimit: 50 })).ok).toBe(true)
  })

  test('whoever is refused a sum is refused more, and a larger limit never refuses what a smaller allows', () => {
    const amount = fc.integer({ min: 0, max: 200_000 }).map((paise) => paise / 100)
    fc.assert(
      fc.property(amount, amount, amount, amount, fc.constantFrom(22, 23), (exposure, NetAmount, CreditLimit, more, PaymentTypeId) => {
        const decide = (some: Partial<CreditQuestion>) =>
          creditDecision(ask({ PaymentTypeId, exposure, balance: exposure, NetAmount, CreditLimit, ...some })).ok
        if (NetAmount > 0 && !decide({})) expect(decide({ NetAmount: NetAmount + more })).toBe(false)
        if (decide({})) expect(decide({ CreditLimit: CreditLimit + more })).toBe(true)
      }),
    )
  })

  test('exposure is the opening balance, unpaid invoices and uninvoiced sales', () => {
    expect(exposureOf(100, [0.1, 0.2], ['50'])).toBe(150.3)
    expect(exposureOf(null, [], [])).toBe(0)
  })
})

// Receipts, the walk-in question, and what a buyer may owe.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  asksCredit,
  checkReceipt,
  checkRefund,
  creditDecision,
  excessOf,
  excessWord,
  giveChange,
  invoicedAtOnce,
  overpaidText,
  receiptsToSave,
  walkInQuestion,
} from './receipts.rules.ts'
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

test('OPS-228 OPS-230 a walk-in sale without receipts raises a question, any other does not', () => {
  const question = 'Are you sure that you want to save a walk-in sale with no receipts ?'
  expect(walkInQuestion(walkIn, [])).toBe(question)
  expect(walkInQuestion(walkIn, [{ PaymentModeId: 40, Amount: 0 }])).toBe(question)
  expect(walkInQuestion(walkIn, [cash])).toBeNull()
  expect(walkInQuestion({ PatientId: 5, BuyerId: 21 }, [])).toBeNull()
  expect(walkInQuestion({ PatientId: null, BuyerId: null }, [])).toBeNull()
})

test('modes 41 to 46 need a reference, every receipt an amount above zero', () => {
  const needing = [40, 41, 42, 43, 44, 45, 46, 47, 48].filter(
    (PaymentModeId) => !checkReceipt({ PaymentModeId, Amount: 1 }, 7).ok,
  )
  expect(needing).toEqual([41, 42, 43, 44, 45, 46])
  expect(checkReceipt({ PaymentModeId: 42, Amount: 1 }, 5)).toEqual({
    ok: false,
    reason: 'Payment reference is required',
    at: 'PaymentRef',
    code: 'reference-needed',
  })
  expect(checkReceipt({ PaymentModeId: 42, Amount: 1, PaymentRef: 'UPI-1' }, 5).ok).toBe(true)
  expect(checkReceipt({ PaymentModeId: 40, Amount: -1 }, 5)).toEqual({
    ok: false,
    reason: 'Amount must be greater than 0',
    at: 'Amount',
  })
  expect(checkReceipt({ PaymentModeId: null, Amount: 1 }, 5)).toMatchObject({ at: 'PaymentModeId' })
})

test('a receipt beyond a crore is a typing error', () => {
  expect(checkReceipt({ PaymentModeId: 40, Amount: 10_000_000 }, 5).ok).toBe(true)
  expect(checkReceipt({ PaymentModeId: 40, Amount: 100_000_000_000 }, 2)).toEqual({
    ok: false,
    reason: 'Amount must be ₹1,00,00,000.00 at most',
    at: 'Amount',
  })
})

describe('overpayment', () => {
  const paise = fc.integer({ min: 0, max: 1_000_000 }).map((n) => n / 100)

  test('the excess of these receipts over what is due, never more than they bring', () => {
    expect(excessOf({ net: 350, paidBefore: 0, paidAfter: 5000 })).toBe(4650)
    expect(excessOf({ net: 350, paidBefore: 350, paidAfter: 350 })).toBe(0)
    expect(excessOf({ net: 0, paidBefore: 200, paidAfter: 250 })).toBe(50)
    fc.assert(
      fc.property(paise, paise, paise, (net, paidBefore, paidAfter) => {
        const excess = excessOf({ net, paidBefore, paidAfter })
        expect(excess).toBeGreaterThanOrEqual(0)
        if (paidAfter <= paidBefore || paidAfter <= net) expect(excess).toBe(0)
        else expect(excess).toBeCloseTo(Math.min(paidAfter - paidBefore, paidAfter - net), 6)
      }),
    )
    expect(overpaidText(4650)).toBe('₹4,650.00 more than is due: give change, keep as advance, or correct the receipt')
  })

  test('change comes out of the last cash, and only out of cash', () => {
    const card = { PaymentModeId: 41, Amount: 100 }
    const cashOf = (Amount: number) => ({ PaymentModeId: 40, Amount })
    expect(giveChange([cashOf(100), cashOf(500)], 250)).toEqual([cashOf(100), cashOf(250)])
    expect(giveChange([cashOf(400), cashOf(200), card], 250)).toEqual([cashOf(350), cashOf(0), card])
    expect(giveChange([card, cashOf(50)], 60)).toBeNull()
  })

  test('it is an advance where the user kept it, and to be returned where the sale was cancelled', () => {
    expect(excessWord({ StatusId: 95, KeepsAdvance: true })).toBe('Advance')
    expect(excessWord({ StatusId: 95, KeepsAdvance: false })).toBe('To be returned')
    expect(excessWord({ StatusId: 90, KeepsAdvance: true })).toBe('To be returned')
  })
})

test('walk-in and cash buyers are invoiced at once', () => {
  expect(invoicedAtOnce({ ...walkIn, BuyerPaymentTypeId: null })).toBe(true)
  expect(
    [21, 22, 23, null].map((BuyerPaymentTypeId) => invoicedAtOnce({ PatientId: 5, BuyerId: 21, BuyerPaymentTypeId })),
  ).toEqual([true, false, false, false])
})

describe('credit', () => {
  const ask = (some: Partial<CreditQuestion> = {}): CreditQuestion => ({
    walkIn: false,
    PaymentTypeId: 22,
    CreditLimit: 1000,
    exposure: 0,
    balance: 0,
    NetAmount: 100,
    NetBefore: 0,
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
    expect(creditDecision(ask({ exposure: 899.99 }))).toEqual({ ok: true, warning: null })
    // using the last paisa warns once more
    expect(creditDecision(ask({ exposure: 900 }))).toEqual({
      ok: true,
      warning: 'The buyer would use all of the credit limit of ₹1,000.00',
    })
    expect(creditDecision(ask({ exposure: 900, NetBefore: 100 }))).toEqual({ ok: true, warning: null })
    expect(creditDecision(ask({ exposure: 900.01 }))).toEqual({
      ok: false,
      reason: 'The buyer would owe ₹1,000.01, more than the credit limit of ₹1,000.00',
      code: 'credit-limit',
      needs: { kind: 'credit', by: [1, 2], amount: 0.01 },
    })
  })

  test('warns once, when 80 % is passed, not at each later sale', () => {
    expect(creditDecision(ask({ exposure: 800 }))).toEqual({ ok: true, warning: null })
    expect(creditDecision(ask({ exposure: 750, NetBefore: 60 }))).toEqual({ ok: true, warning: null })
    expect(creditDecision(ask({ exposure: 750, NetBefore: 40 }))).toMatchObject({
      warning: expect.stringContaining('85 %'),
    })
  })

  test('credit is checked when the buyer changes or owes more, not when remarks change', () => {
    const before = { BuyerId: 21, NetAmount: 195 }
    expect(asksCredit({ BuyerId: 21, NetAmount: 195 }, null)).toBe(true)
    expect(asksCredit({ BuyerId: 21, NetAmount: '195.00' }, before)).toBe(false)
    expect(asksCredit({ BuyerId: 21, NetAmount: 100 }, before)).toBe(false)
    expect(asksCredit({ BuyerId: 21, NetAmount: 195.01 }, before)).toBe(true)
    expect(asksCredit({ BuyerId: 22, NetAmount: 100 }, before)).toBe(true)
  })

  test('an empty limit is no limit, 0 is no credit, walk-in and cash have no dues', () => {
    expect(creditDecision(ask({ CreditLimit: null, exposure: 1e9 })).ok).toBe(true)
    expect(creditDecision(ask({ CreditLimit: 0 }))).toEqual({
      ok: false,
      reason: 'The buyer has no credit',
      code: 'credit-limit',
      needs: { kind: 'credit', by: [1, 2], amount: 100 },
    })
    expect(creditDecision(ask({ CreditLimit: 0, walkIn: true })).ok).toBe(true)
    expect(creditDecision(ask({ CreditLimit: 0, PaymentTypeId: 21 })).ok).toBe(true)
    expect(creditDecision(ask({ CreditLimit: 0, NetAmount: 0 })).ok).toBe(true)
  })

  test('role id 2 or lower goes on with remarks', () => {
    // the refusal is at the field where remarks are entered
    expect(creditDecision(ask({ exposure: 5000, roleId: 2 }))).toMatchObject({
      ok: false,
      at: 'OverrideRemarks',
      code: 'credit-limit',
    })
    expect(creditDecision(ask({ exposure: 5000, roleId: 3 }))).not.toHaveProperty('at')
    expect(creditDecision(ask({ exposure: 5000, roleId: 2, Remarks: 'agreed' }))).toMatchObject({ ok: true })
    expect(creditDecision(ask({ exposure: 5000, roleId: 3, Remarks: 'agreed' }))).toMatchObject({ ok: false })
  })

  test('a prepaid balance does not go below zero, less the credit limit', () => {
    const prepaid = { PaymentTypeId: 23, CreditLimit: null }
    expect(creditDecision(ask({ ...prepaid, balance: 100 })).ok).toBe(true)
    expect(creditDecision(ask({ ...prepaid, balance: 99.99 }))).toEqual({
      ok: false,
      reason: 'The prepaid balance of ₹99.99 does not cover this sale',
      code: 'prepaid-balance',
      needs: { kind: 'credit', by: [1, 2], amount: 0.01 },
    })
    expect(creditDecision(ask({ ...prepaid, balance: 50, CreditLimit: 50 })).ok).toBe(true)
  })

  test('a buyer refused for a sum is refused for a larger one, and a larger limit never refuses what a smaller allows', () => {
    const amount = fc.integer({ min: 0, max: 200_000 }).map((paise) => paise / 100)
    fc.assert(
      fc.property(
        amount,
        amount,
        amount,
        amount,
        fc.constantFrom(22, 23),
        (exposure, NetAmount, CreditLimit, more, PaymentTypeId) => {
          const decide = (some: Partial<CreditQuestion>) =>
            creditDecision(ask({ PaymentTypeId, exposure, balance: exposure, NetAmount, CreditLimit, ...some })).ok
          if (NetAmount > 0 && !decide({})) expect(decide({ NetAmount: NetAmount + more })).toBe(false)
          if (decide({})) expect(decide({ CreditLimit: CreditLimit + more })).toBe(true)
        },
      ),
    )
  })
})

test('accounts staff or a manager record what an insurer settles; a refund uses a mode that pays', () => {
  expect([1, 2, 3, 5, 7].map((role) => checkReceipt({ PaymentModeId: 48, Amount: 1 }, role).ok)).toEqual([
    true,
    true,
    false,
    false,
    true,
  ])
  expect([40, 47, 48, 49].map((mode) => checkRefund({ PaymentModeId: mode, Amount: 1 }, 1).ok)).toEqual([
    true,
    false,
    false,
    false,
  ])
})

// What a purchase bill comes to, where it differs from what was agreed, and what may be done with it.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import {
  checkAhead,
  checkPaper,
  checkPayment,
  checkReason,
  differenceOf,
  differencesOf,
  mayCancelBill,
  mayCorrectBill,
  mayPayBill,
  workOf,
} from './purchasebills.rules.ts'

const line = (SaleProductId: number | null, Amount: number, Agreed = Amount, Description: string | null = null) => ({
  SaleProductId,
  Amount,
  Agreed,
  Description,
})
const bill = (some: object = {}) => ({
  Lines: [line(1, 100), line(2, 50.5)],
  GstAmount: 27.09,
  TotalAmount: 177.59,
  Reason: null,
  ...some,
})

describe('the paper', () => {
  const said = (some: object) => reasonOf(checkPaper(bill(some)))

  test('has lines that add up with its GST', () => {
    expect(workOf(bill())).toBe(150.5)
    expect(said({})).toBeUndefined()
    for (const Lines of [[], null, undefined]) expect(said({ Lines })).toBe('Enter the lines of the bill')
    expect(said({ TotalAmount: 177.58 })).toBe('Lines and GST come to ₹177.59. Correct a line, the GST or the total')
    expect(said({ GstAmount: null })).toContain('come to ₹150.50')
    expect(said({ GstAmount: null, TotalAmount: 150.5 })).toBeUndefined()
  })

  test('names the work of each line, once, or what it charges', () => {
    const at = (Lines: readonly object[]) => {
      const decision = checkPaper(bill({ Lines, GstAmount: 0, TotalAmount: 20 }))
      return decision.ok ? 'yes' : `${decision.at}: ${decision.reason}`
    }
    expect(at([line(1, 10), line(1, 10)])).toBe('Lines.1.SaleProductId: This work is on two lines')
    expect(at([line(1, 10), line(null, 10)])).toBe(
      'Lines.1.SaleProductId: Choose the work, or enter what the line charges',
    )
    expect(at([line(1, 10), line(null, 10, 0, ' ')])).toContain('Choose the work')
    expect(at([line(null, 10, 0, 'Ice'), line(null, 10, 0, 'Ice')])).toBe('yes')
  })
})

describe('what differs from what was agreed', () => {
  test('is added up above and below it apart, with GST that the lines do not explain', () => {
    expect([differenceOf(line(1, 120, 100)), differenceOf(line(1, 80, 100)), differenceOf({})]).toEqual([20, -20, 0])
    const Lines = [line(1, 120, 100), line(2, 70, 100), line(3, 10)]
    // 18 % of 200
    expect(differencesOf({ Lines, GstAmount: 36 })).toEqual({ more: 20, less: 30 })
    expect(differencesOf({ Lines, GstAmount: 36.5 })).toEqual({ more: 20.5, less: 30 })
    expect(differencesOf({ Lines: [line(1, 100)], GstAmount: null })).toEqual({ more: 0, less: 0 })
    expect(differencesOf({ Lines: [line(1, 0.05)], GstAmount: 0.01 })).toEqual({ more: 0, less: 0 })
  })

  test('is accepted with a reason', () => {
    const said = (some: object) => reasonOf(checkReason(bill(some)))
    expect(said({})).toBeUndefined()
    const both = { Lines: [line(1, 120, 100), line(2, 70, 100)], GstAmount: 0 }
    expect(said(both)).toBe('The bill charges ₹20.00 more than agreed and ₹30.00 less. Enter why it is accepted')
    expect(said({ ...both, Reason: 'no' })).toContain('Enter why')
    expect(said({ ...both, Reason: 'New list from June' })).toBeUndefined()
    expect(said({ Lines: [line(1, 70, 100)], GstAmount: 0 })).toBe(
      'The bill charges ₹30.00 less. Enter why it is accepted',
    )
  })
})

describe('a kept bill', () => {
  test('is paid up to what is left of it, after what is paid ahead', () => {
    const open = { State: 'Open', Outstanding: 100 }
    expect(mayPayBill(open).ok).toBe(true)
    expect(mayPayBill({ ...open, Outstanding: 0 })).toMatchObject({ ok: false, code: 'paid' })
    expect(mayPayBill({ ...open, Outstanding: null })).toMatchObject({ ok: false, code: 'paid' })
    expect(mayPayBill({ ...open, State: 'Cancelled' })).toMatchObject({ ok: false, code: 'cancelled' })
    expect(checkPayment(open, 100).ok).toBe(true)
    expect(reasonOf(checkPayment(open, 100.01))).toBe('₹100.00 of the bill is left to pay. Pay that much at most')
    expect(checkAhead(0).ok).toBe(true)
    expect(reasonOf(checkAhead(0.01))).toContain('₹0.01 is paid ahead')
  })

  test('is cancelled once, and corrected until a payment is put on it', () => {
    expect(['Open', 'Part Paid', 'Paid', 'Cancelled'].map((State) => mayCancelBill({ State }).ok)).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(['Open', 'Part Paid', 'Paid', 'Cancelled'].map((State) => mayCorrectBill({ State }).ok)).toEqual([
      true,
      false,
      false,
      false,
    ])
  })
})

// What an invoice needs, and when it is cancelled, credited or dated.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { isOverpaid, mayCancelInvoice, mayCredit, mayDate, mayPickSale, salesErrors } from './invoices.rules.ts'

const sales = [{ SaleId: 1 }, { SaleId: 2 }, { SaleId: 3 }]

test('an invoice has a sale, and none twice', () => {
  for (const none of [undefined, null, [], [null], [{ SaleId: null }]])
    expect(salesErrors(none)).toEqual({ Sales: ['Invoice must have at least 1 sale'] })
  expect(salesErrors(sales)).toEqual({})
  expect(salesErrors([...sales, null, { SaleId: 2 }, { SaleId: 2 }])).toEqual({
    'Sales.4.SaleId': ['Sale is already selected'],
    'Sales.5.SaleId': ['Sale is already selected'],
  })
  expect(mayPickSale(sales, 1, 2).ok).toBe(true)
  expect(mayPickSale(sales, 1, 4).ok).toBe(true)
  expect(reasonOf(mayPickSale(sales, 1, 3))).toBe('Sale is already selected')
})

describe('cancelling', () => {
  const said = (some: object) => reasonOf(mayCancelInvoice({ Sales: sales, ...some }))

  test('once, of several sales', () => {
    expect(said({})).toBeUndefined()
    expect(
      said({ IsCancelled: false, IsSingleSale: false, Paid: 0, Allocations: [], Transactions: [] }),
    ).toBeUndefined()
    expect(said({ IsCancelled: true })).toBe('The invoice is cancelled')
    expect(said({ IsSingleSale: true })).toBe('The invoice of a single sale follows it: change or cancel the sale')
  })

  test('not while money of its own pays it; what was put on it from the account goes back there', () => {
    const paid = 'Money was paid for this invoice. Cancel the payment first, or issue a credit note'
    expect(said({ Paid: 100 })).toBe(paid)
    expect(said({ Paid: 100, Allocations: null })).toBe(paid)
    expect(said({ Paid: 100, Allocations: [{ Amount: 100 }] })).toBeUndefined()
    expect(said({ Paid: 100, Allocations: [{ Amount: 60 }, { Amount: 40, UndoneAt: null }] })).toBeUndefined()
    expect(said({ Paid: 100, Allocations: [{ Amount: 60 }] })).toBe(paid)
    // what was taken off it again pays nothing
    expect(said({ Paid: 60, Allocations: [{ Amount: 60 }, { Amount: 40, UndoneAt: '2026-11-01' }] })).toBeUndefined()
    expect(said({ Paid: 0, Allocations: [{ Amount: 40, UndoneAt: '2026-11-01' }, {}] })).toBeUndefined()
  })

  test('not while a cheque for it waits', () => {
    const waits = 'A cheque for this invoice has not cleared. Wait until it clears, or cancel it first'
    const cheques = (...all: string[]) => ({ Transactions: all.map((Clearing) => ({ Clearing })) })
    expect(said(cheques('Bounced', 'Waiting'))).toBe(waits)
    expect(said(cheques('Bounced', 'Cleared'))).toBeUndefined()
    expect(said({ Transactions: null })).toBeUndefined()
  })
})

describe('crediting', () => {
  const said = (credited: readonly number[], some: object = {}) =>
    reasonOf(mayCredit({ Sales: sales, ...some }, credited))

  test('some sales of an invoice of several', () => {
    expect(said([1])).toBeUndefined()
    expect(said([1, 3])).toBeUndefined()
    expect(said([])).toBe('Select the sales to credit')
    expect(said([1, 4])).toBe('A sale is not on this invoice')
    expect(said([1], { IsCancelled: true })).toBe('The invoice is cancelled')
    expect(said([1], { IsSingleSale: true })).toContain('follows it')
  })

  test('all of them only where money was paid, since then it cannot be cancelled', () => {
    const all = 'To credit every sale, cancel the invoice instead'
    expect(said([1, 2, 3])).toBe(all)
    expect(said([1, 2, 3], { Paid: 0 })).toBe(all)
    expect(said([1, 2, 3], { Paid: 0.01 })).toBeUndefined()
    // a sale named twice is one
    expect(said([1, 2, 2])).toBeUndefined()
  })
})

test('more was paid than is due', () => {
  expect([-0.01, 0, 1, null, undefined].map((Outstanding) => isOverpaid({ Outstanding }).ok)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test('only a manager dates an invoice on another day', () => {
  const on = (asked: string | null | undefined, isManager = false) => mayDate(asked, '2026-11-20', isManager).ok
  expect([on(null), on(undefined), on('2026-11-20'), on('2026-11-19T19:00:00Z')]).toEqual([true, true, true, true])
  expect([on('2026-11-19'), on('2026-11-21')]).toEqual([false, false])
  expect(on('2026-11-19', true)).toBe(true)
  expect(mayDate('2026-11-19', '2026-11-20', false)).toMatchObject({ at: 'InvoiceDate', code: 'manager-only' })
})

// Numbers that a trial was given are not shown, those that are there are.
import { expect, test } from 'vitest'
import { purchaseBillFields } from '../purchasebills/purchasebills.model.ts'
import { saleFields } from '../sales/sales.model.ts'
import { transactionFields } from '../transactions/transactions.model.ts'
import { withoutGiven } from './given.rules.ts'

test('a new record is shown without its number, and with those that were chosen', () => {
  expect(
    withoutGiven(transactionFields, {
      TransactionId: [null, 9],
      Amount: [null, 5],
      GiverId: [null, 2],
      Giver: [null, { ClientId: 2, Name: 'Lab' }],
    }),
  ).toEqual({ Amount: [null, 5], GiverId: [null, 2], Giver: [null, { ClientId: 2, Name: 'Lab' }] })
})

test('new rows are shown without their numbers, also in words; rows that were there keep theirs', () => {
  const paid = { AllocationId: 1, TransactionId: 7, Document: 'Payment 7', Amount: 10 }
  const next = { AllocationId: 2, TransactionId: 8, Document: 'Payment 8', Amount: 20 }
  expect(withoutGiven(purchaseBillFields, { Paid: [10, 30], Payments: [[paid], [paid, next]] })).toEqual({
    Paid: [10, 30],
    Payments: [[paid], [paid, { Document: 'Payment', Amount: 20 }]],
  })
})

test('an invoice that would be issued has no number, its receipts have none', () => {
  const before = { InvoiceId: 3, InvoiceNo: 'A/1', Transactions: [{ TransactionId: 7, Amount: 1 }] }
  const after = { ...before, Transactions: [...before.Transactions, { TransactionId: 8, Amount: 2 }] }
  expect(withoutGiven(saleFields, { Invoice: [before, after] })).toEqual({
    Invoice: [before, { ...before, Transactions: [...before.Transactions, { Amount: 2 }] }],
  })
  expect(
    withoutGiven(saleFields, { InvoiceId: [null, 3], AccessionNo: [null, 'N1'], Invoice: [null, before] }),
  ).toEqual({ Invoice: [null, { Transactions: [{ Amount: 1 }] }] })
})

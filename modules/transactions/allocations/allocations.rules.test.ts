// What free money is put on, and how a payer's list is read.
import { expect, test } from 'vitest'
import { checkPuts, isFree, mayPut, pasted, spread, type Open } from './allocations.rules.ts'

const open: readonly Open[] = [
  { InvoiceId: null, InvoiceNo: 'Opening balance', Owed: 100 },
  { InvoiceId: 7, InvoiceNo: 'NCL/26-27/000007', Owed: 230.5 },
  { InvoiceId: 9, InvoiceNo: 'NCL/26-27/000009', Owed: 1200 },
]

test('the oldest first, as far as the money goes', () => {
  expect(spread(open, 0)).toEqual([])
  expect(spread(open, 99.99)).toEqual([{ InvoiceId: null, Amount: 99.99 }])
  expect(spread(open, 330.75)).toEqual([
    { InvoiceId: null, Amount: 100 },
    { InvoiceId: 7, Amount: 230.5 },
    { InvoiceId: 9, Amount: 0.25 },
  ])
  expect(spread(open, 99_999).reduce((sum, { Amount }) => sum + Amount, 0)).toBe(1530.5)
})

test('a payer’s list is read by number and amount, however it is separated; what it does not name is answered', () => {
  const list = [
    'NCL/26-27/000009\t1,200.00',
    'ncl/26-27/000007; 15-11-2026; ₹130.5',
    'TDS deducted 1200',
    'NCL/26-27/000123 50',
    '',
  ].join('\r\n')
  expect(pasted(list, open)).toEqual({
    puts: [
      { InvoiceId: 9, Amount: 1200 },
      { InvoiceId: 7, Amount: 130.5 },
    ],
    unread: ['TDS deducted 1200', 'NCL/26-27/000123 50'],
  })
  // no amount is all of it; a second line for the same invoice is not added to the first
  expect(pasted('NCL/26-27/000007\nNCL/26-27/000007 10', open)).toEqual({
    puts: [{ InvoiceId: 7, Amount: 230.5 }],
    unread: ['NCL/26-27/000007 10'],
  })
  // a number alone in thousands as India groups them
  expect(pasted('NCL/26-27/000009 1,23,456.70', open).puts).toEqual([{ InvoiceId: 9, Amount: 123_456.7 }])
})

test('an amount has two decimals, is within what is owed and within what is free', () => {
  const at = (puts: Parameters<typeof checkPuts>[0], free = 10_000): string | undefined => {
    const decision = checkPuts(puts, open, free)
    return decision.ok ? undefined : decision.at
  }
  expect(at([{ InvoiceId: 9, Amount: 1200 }])).toBeUndefined()
  expect(at([{ InvoiceId: 9, Amount: 1200.01 }])).toBe('Allocations.0')
  expect(at([{ InvoiceId: 9, Amount: 0.001 }])).toBe('Allocations.0')
  expect(at([{ InvoiceId: 9, Amount: Number.NaN }])).toBe('Allocations.0')
  expect(at([{ InvoiceId: 8, Amount: 1 }])).toBe('Allocations.0')
  expect(
    at(
      [
        { InvoiceId: 7, Amount: 60 },
        { InvoiceId: 9, Amount: 41 },
      ],
      100,
    ),
  ).toBe('Allocations')
})

test('only accounts staff and managers allocate, and only money that is free', () => {
  expect([1, 2, 7, 5, 6, 11].map((RoleId) => mayPut({ RoleId }).ok)).toEqual([true, true, true, false, false, false])
  const money = { Kind: 'Receipt', InvoiceId: null, IsCancelled: false, Clearing: null, Unallocated: 5 }
  expect(isFree(money).ok).toBe(true)
  for (const other of [
    { Kind: 'Refund' },
    { InvoiceId: 3 },
    { IsCancelled: true },
    { Clearing: 'Waiting' },
    { Unallocated: 0 },
  ])
    expect(isFree({ ...money, ...other }).ok).toBe(false)
})

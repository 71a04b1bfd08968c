// Which receipts a save adds, corrects or cancels.
import { describe, expect, test } from 'vitest'
import { broughtBy, receiptActs, takenBack } from './receipt-acts.rules.ts'
import type { Receipt } from '../receipt.model.ts'

const now = new Date('2026-11-20T08:00:00Z')
const sale = { SaleDate: '2026-11-18T08:00:00.000Z', now }
const desk = { UserId: 7, RoleId: 5 }
const manager = { UserId: 2, RoleId: 2 }
const stored: Receipt[] = [
  {
    TransactionId: 1,
    Date: '2026-11-18T08:00:00.000Z',
    PaymentModeId: 40,
    Amount: 100,
    PaymentRef: null,
    Remarks: null,
    Batch: { CloseDate: null, OwnerId: 7 },
  },
  {
    TransactionId: 2,
    Date: '2026-11-19T08:00:00.000Z',
    PaymentModeId: 42,
    Amount: 50,
    PaymentRef: 'UPI 1',
    Remarks: null,
    Batch: { CloseDate: null, OwnerId: 9 },
  },
  {
    TransactionId: 3,
    Date: '2026-11-19T08:00:00.000Z',
    PaymentModeId: 40,
    Amount: -20,
    PaymentRef: null,
    Remarks: null,
    Batch: { CloseDate: null, OwnerId: 7 },
  },
  {
    TransactionId: 4,
    Date: '2026-11-19T08:00:00.000Z',
    PaymentModeId: 40,
    Amount: 10,
    PaymentRef: null,
    Remarks: null,
    Batch: { CloseDate: '2026-11-19T20:00:00Z', OwnerId: 7 },
  },
]
const acts = (sent: Receipt[], who = desk) => receiptActs(sent, stored, who, sale)
const reasonOf = (sent: Receipt[], who = desk): string | undefined => {
  const answer = acts(sent, who)
  return answer.ok ? undefined : answer.reason
}

describe('receipts of a save', () => {
  test('one that is named twice is refused: it cannot become two', () => {
    expect(
      acts([
        { TransactionId: 1, Amount: 90 },
        { TransactionId: 1, Amount: 80 },
      ]),
    ).toEqual({
      ok: false,
      reason: 'This receipt is named twice',
      row: 1,
      isRule: false,
    })
  })
  test('a receipt that is not named, or named without changes, is no act', () => {
    expect(acts([])).toEqual({ ok: true, acts: [] })
    expect(acts(stored)).toEqual({ ok: true, acts: [] })
  })

  test('one without an id is added: above role id 2 now, by a manager on its day', () => {
    const row = { PaymentModeId: 40, Amount: 30, Date: '2026-11-19T10:00:00.000Z' }
    expect(acts([row])).toMatchObject({ acts: [{ TransactionId: null, Amount: 30, Date: now.toISOString() }] })
    expect(acts([row], { UserId: 3, RoleId: 3 })).toMatchObject({ acts: [{ Date: now.toISOString() }] })
    expect(acts([row], manager)).toMatchObject({ acts: [{ Date: row.Date }] })
  })

  test('fields that a named row leaves out do not change', () => {
    expect(acts([{ TransactionId: 1, Amount: 120 }])).toMatchObject({
      acts: [{ TransactionId: 1, Amount: 120, PaymentModeId: 40 }],
    })
    expect(acts([{ TransactionId: 2, Remarks: 'second card' }])).toMatchObject({
      acts: [{ TransactionId: 2, Amount: 50, PaymentRef: 'UPI 1' }],
    })
    expect(acts([{ TransactionId: 2, PaymentRef: '' }], manager)).toMatchObject({
      ok: false,
      reason: 'Payment reference is required',
    })
  })

  test('another day alone is a correction of the money, for a manager; the desk cannot change the day', () => {
    const row = { TransactionId: 2, Date: '2026-11-18T10:00:00.000Z' }
    expect(acts([row], manager)).toMatchObject({ acts: [{ TransactionId: 2, Amount: 50, Date: row.Date }] })
    expect(acts([row])).toEqual({ ok: true, acts: [] })
  })

  test('a named row without an amount is refused, not dropped', () => {
    for (const Amount of [null, 0])
      expect(reasonOf([{ TransactionId: 1, Amount }])).toBe('Amount must be greater than 0')
  })

  test('only its holder or a manager changes money in another user’s batch; any user who edits the sale changes its remarks', () => {
    const others = 'The money is in another user’s batch. Only that user or a manager can change it'
    expect(reasonOf([{ TransactionId: 2, Cancelled: true }])).toBe(others)
    expect(reasonOf([{ TransactionId: 2, Amount: 60 }])).toBe(others)
    expect(reasonOf([{ TransactionId: 2, Cancelled: true }], manager)).toBeUndefined()
    expect(reasonOf([{ TransactionId: 2, Remarks: 'noted' }])).toBeUndefined()
  })

  test('no receipt in a closed batch changes, not even its remarks', () => {
    const closed = 'A transaction in a closed batch cannot be changed'
    for (const row of [{ Cancelled: true }, { Amount: 11 }, { Remarks: 'late' }])
      expect(reasonOf([{ TransactionId: 4, ...row }], manager)).toBe(closed)
  })

  test('a refund keeps its sign: it is cancelled, never turned into a receipt', () => {
    expect(reasonOf([{ TransactionId: 3, Amount: 20 }])).toBe('A refund cannot be changed. Cancel it and refund again.')
    expect(acts([{ TransactionId: 3, Cancelled: true }])).toMatchObject({
      acts: [{ TransactionId: 3, Cancelled: true }],
    })
  })

  test('a receipt is dated neither into the future nor before its sale', () => {
    const dated = (Date: string) => reasonOf([{ PaymentModeId: 40, Amount: 5, Date }], manager)
    expect(dated('2026-11-21T05:00:00Z')).toBe('Date cannot be in the future')
    expect(dated('1950-01-01T00:00:00Z')).toBe('Date cannot be before the sale')
    expect(dated('2026-11-18T01:00:00Z')).toBeUndefined()
  })

  test('they bring new money and the differences of corrections, less cancelled receipts', () => {
    const answer = acts([
      { PaymentModeId: 40, Amount: 30 },
      { TransactionId: 1, Amount: 120 },
      { TransactionId: 3, Cancelled: true },
    ])
    if (!answer.ok) throw new Error(answer.reason)
    expect(broughtBy(answer.acts, stored)).toBe(70)
  })
})

test('what is cancelled, or recorded with another mode or amount, is taken back; another day moves it', () => {
  const act = { Cancelled: false, Date: sale.SaleDate, PaymentRef: null, Remarks: null, row: 0 }
  const cash = { ...act, TransactionId: 1, PaymentModeId: 40, Amount: 100 }
  const acts = [
    { ...cash, Date: now.toISOString(), Remarks: 'Counted again' },
    { ...cash, Amount: 90 },
    { ...cash, PaymentModeId: 48 },
    { ...cash, TransactionId: 2, PaymentModeId: 42, Amount: 50, Cancelled: true },
    { ...cash, TransactionId: null },
  ]
  expect(acts.map((one) => takenBack([one], stored))).toEqual([[], [1], [1], [2], []])
})

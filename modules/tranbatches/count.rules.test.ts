// A count: each mode of a batch, notes and coins in use, and differences that are explained.
import { expect, test } from 'vitest'
import {
  checkCounted,
  checkDifference,
  checkNotes,
  checkReceived,
  countOf,
  differenceOf,
  differenceText,
  needsSecond,
} from './count.rules.ts'

const batch = {
  Transactions: [
    { PaymentModeId: 40, Amount: 380 },
    { PaymentModeId: 42, Amount: 50.5 },
  ],
}
const counted = (cash: number, upi: number) => [
  { PaymentModeId: 40, Amount: cash },
  { PaymentModeId: 42, Amount: upi },
]
const reasonOf = (decision: { ok: boolean; reason?: string }) => decision.reason

test('every mode is counted once; below zero only where more went out than came in', () => {
  const ask = (rows: ReturnType<typeof counted>) => reasonOf(checkCounted([40, 42], rows, countOf(batch, rows)))
  expect(ask(counted(380, 50))).toBeUndefined()
  expect(ask([{ PaymentModeId: 40, Amount: 1 }])).toBe('Count UPI, and type 0 where there is none')
  expect(ask([...counted(1, 1), { PaymentModeId: 40, Amount: 2 }])).toBe('Count each payment mode once')
  expect(ask(counted(-1, 1))).toBe('Counted cannot be below 0')
  expect(ask([...counted(370, 50), { PaymentModeId: 47, Amount: 10 }])).toBe(
    'Adjusted from deposit is no money, and in no batch. Leave it out of the count',
  )
  const back = { Transactions: [{ PaymentModeId: 42, Amount: -350 }] }
  const rows = [{ PaymentModeId: 42, Amount: -350 }]
  expect(checkCounted([42], rows, countOf(back, rows)).ok).toBe(true)
})

test('a difference is explained in a few words, also where it is in another mode; its amount is not told', () => {
  const ask = (cash: number, upi: number, words: string | null) =>
    checkDifference(countOf(batch, counted(cash, upi)), words)
  expect(ask(380, 50.5, null).ok).toBe(true)
  for (const words of [null, '', ' . ', '12', 'ab', '#1!'])
    expect(reasonOf(ask(370, 50.5, words))).toMatch(/^This is not what the batch should hold\. [^₹\d]*$/)
  expect(ask(370, 50.5, 'Change given twice').ok).toBe(true)
  expect(ask(379.5, 51, null).ok).toBe(false)
  expect(differenceOf(countOf(batch, counted(370, 50.5)))).toBe(-10)
  expect([differenceText(-10), differenceText(0.01), differenceText(0)]).toEqual(['₹10.00 short', '₹0.01 over', ''])
})

test('what is over and what is short adds up for the second person', () => {
  const ask = (cash: number, upi: number) => needsSecond(countOf(batch, counted(cash, upi)), { limit: 500, made: 0 })
  expect([ask(880, 50.5), ask(880.01, 50.5)]).toEqual([false, true])
  expect([ask(80, 250.5), ask(80, 251)]).toEqual([false, true])
})

test('notes and coins are in use, named once, and make the counted cash', () => {
  const inUse = [500, 200, 100, 50, 20, 10, 5, 2, 1]
  const note = (Denomination: number, Pieces: number) => ({ Denomination, Pieces })
  expect(checkNotes([note(200, 1), note(50, 3)], inUse, 350).ok).toBe(true)
  expect(reasonOf(checkNotes([note(3, 1)], inUse, 3))).toBe(
    'There is no note or coin of 3. In use are 500, 200, 100, 50, 20, 10, 5, 2, 1',
  )
  expect(reasonOf(checkNotes([note(5, 1), note(5, 1)], inUse, 10))).toBe('Count each note and coin once')
  expect(reasonOf(checkNotes([note(5, 1)], inUse, 10))).toBe(
    'The notes and coins make ₹5.00, and ₹10.00 is counted in Cash',
  )
  expect(reasonOf(checkNotes([], inUse, 10))).toBe('Count the notes and coins')
  expect(checkNotes([], inUse, 0).ok).toBe(true)
  expect([checkNotes([], [], 10).ok, checkNotes([note(5, 2)], [], 10).ok]).toEqual([true, false])
})

test('a taker counts each mode that is handed over; a small difference is explained, a bigger one is refused', () => {
  const handed = countOf(batch, counted(380, 50.5))
  const ask = (cash: number, remarks: string | null = null) =>
    checkReceived(handed, counted(cash, 50.5), { limit: 500, made: 0, remarks })
  expect(ask(380).ok).toBe(true)
  expect(ask(370)).toMatchObject({ ok: false, at: 'Remarks' })
  expect(ask(370, 'A note was torn').ok).toBe(true)
  expect(ask(1000, 'A note was torn')).toMatchObject({ ok: false, at: 'Counted', code: 'above-limit' })
  expect(checkReceived(handed, [], { limit: 500, made: 0, remarks: null })).toMatchObject({ ok: false, at: 'Counted' })
})

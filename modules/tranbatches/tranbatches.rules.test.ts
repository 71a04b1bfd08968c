// The money of a batch, its count, and who closes and takes it over.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumAmounts } from '../../core/money.ts'
import { checkCount, countOf, differenceOf, matrixOf, mayClose, mayTransfer } from './tranbatches.rules.ts'

const patient = { ClientType: 'Patient' }
const institution = { ClientType: 'Institution' }
const batch = {
  Transactions: [
    { PaymentModeId: 40, Amount: 100, Giver: patient },
    { PaymentModeId: 42, Amount: 50.5, Giver: patient },
    { PaymentModeId: 40, Amount: -20, Giver: patient },
    { PaymentModeId: 44, Amount: 1000, Giver: institution },
    { PaymentModeId: 44, Amount: 9999, Giver: institution, IsCancelled: true },
  ],
  Transfers: [{ PaymentModeId: 40, Amount: 300 }],
}

test('OPS-117 each cell is the sum of a payer type and a mode; a cancelled transaction counts nowhere, money taken over comes last', () => {
  expect(matrixOf(batch)).toEqual({
    modes: [40, 42, 44],
    rows: [
      { payer: 'Patient', amounts: [80, 50.5, 0], total: 130.5 },
      { payer: 'Institution', amounts: [0, 0, 1000], total: 1000 },
      { payer: 'Taken over', amounts: [300, 0, 0], total: 300 },
    ],
    totals: [380, 50.5, 1000],
    total: 1430.5,
  })
  expect(matrixOf({})).toEqual({ modes: [], rows: [], totals: [], total: 0 })
})
test('rows and columns add up to the same for any payments', () => {
  const row = fc.record({
    PaymentModeId: fc.integer({ min: 40, max: 49 }),
    Amount: fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((paise) => paise / 100),
    Giver: fc.constantFrom(patient, institution),
  })
  fc.assert(
    fc.property(fc.array(row), (Transactions) => {
      const { rows, totals, total } = matrixOf({ Transactions })
      expect(sumAmounts(totals)).toBe(total)
      expect(sumAmounts(rows.map((one) => one.total))).toBe(total)
      // adjustments, insurer settlements and write-offs are in no batch
      const money = Transactions.filter((one) => one.PaymentModeId < 47)
      expect(sumAmounts(money.map((one) => one.Amount))).toBe(total)
    }),
  )
})

test('a mode that was not counted holds the expected amount; over and short need a reason', () => {
  const counts = countOf(batch, [{ PaymentModeId: 40, Amount: 370 }])
  expect(counts).toEqual([
    { PaymentModeId: 40, Expected: 380, Amount: 370 },
    { PaymentModeId: 42, Expected: 50.5, Amount: 50.5 },
    { PaymentModeId: 44, Expected: 1000, Amount: 1000 },
  ])
  expect(differenceOf(counts)).toBe(-10)
  expect(checkCount(counts, ' ')).toMatchObject({
    ok: false,
    at: 'Remarks',
    reason: 'The count is ₹10.00 short. Give the reason',
  })
  expect(checkCount(counts, 'Change given twice')).toMatchObject({ ok: true })
  expect(checkCount(countOf(batch, []), '')).toMatchObject({ ok: true })
  const over = countOf(batch, [{ PaymentModeId: 45, Amount: 0.01 }])
  expect(checkCount(over, null)).toMatchObject({ ok: false, reason: 'The count is ₹0.01 over. Give the reason' })
  // in the wrong mode: the sum is right, yet it needs a reason
  const swapped = countOf(batch, [
    { PaymentModeId: 40, Amount: 379.5 },
    { PaymentModeId: 42, Amount: 51 },
  ])
  expect(checkCount(swapped, '')).toMatchObject({ ok: false, reason: 'The count is in another mode. Give the reason' })
})

test('a batch is closed by its owner while it is open, and taken over once by another user who records money', () => {
  const [open, closed] = [{ OwnerId: 1 }, { OwnerId: 1, CloseDate: '2026-04-01T12:00:00Z' }]
  const [owner, other] = [{ UserId: 1 }, { UserId: 2 }]
  expect(mayClose(open, owner).ok).toBe(true)
  expect(mayClose(open, other)).toMatchObject({ ok: false, code: 'not-owner' })
  expect(mayClose(closed, owner)).toMatchObject({ ok: false, code: 'closed' })
  expect(mayTransfer(closed, other, true).ok).toBe(true)
  expect(mayTransfer(closed, owner, true)).toMatchObject({ ok: false, code: 'owner' })
  expect(mayTransfer(open, other, true)).toMatchObject({ ok: false, code: 'open' })
  expect(mayTransfer({ ...closed, TakenOverBy: {} }, other, true)).toMatchObject({ ok: false, code: 'taken-over' })
  expect(mayTransfer(closed, other, false)).toMatchObject({ ok: false, code: 'no-money' })
})

// What a new bank account began with is money by the word of one person up to a limit, and another sum takes two.
import { afterEach, expect, test } from 'vitest'
import { network, setNetwork } from '../../core/network.ts'
import { reasonOf } from '../../core/refusal.ts'
import { supervisors } from '../../core/user.ts'
import { mayCorrectOpening, mayOpen } from './opening.rules.ts'

const before = { ...network }
afterEach(() => setNetwork(before))

test('a sum that no receipt explains takes two beyond the limit, above and below zero', () => {
  setNetwork({ ...network, bankOpeningLimit: 500 })
  for (const claimed of [0, 500, -500]) expect(mayOpen(claimed).ok).toBe(true)
  const needs = { kind: 'opening', by: supervisors, amount: 500.01 }
  expect(mayOpen(500.01)).toMatchObject({ at: 'OpeningBalance', code: 'opening-balance', needs })
  expect(mayOpen(-500.01)).toMatchObject({ at: 'OpeningBalance', code: 'opening-balance', needs })
  expect(reasonOf(mayOpen(500.01))).toBe(
    'A second person agrees to an opening balance that brings ₹500.01 into the books',
  )
  setNetwork({ ...network, bankOpeningLimit: 0 })
  expect(reasonOf(mayOpen(0.5))).toContain('brings ₹0.50 into the books')
  setNetwork({ ...network, bankOpeningLimit: 500 })
  expect(reasonOf(mayOpen(-500.01))).toBe(
    'The opening balance is ₹500.01 less than what was received for this account. A second person agrees to it',
  )
})
test('another sum takes two whatever it is, and none once a statement follows from it', () => {
  expect(mayCorrectOpening(0, false).ok).toBe(true)
  expect(mayCorrectOpening(0, true).ok).toBe(true)
  for (const more of [0.01, -0.01])
    expect(mayCorrectOpening(more, false)).toMatchObject({
      code: 'opening-balance',
      needs: { kind: 'opening', by: supervisors, amount: 0.01 },
    })
  expect(mayCorrectOpening(5, true)).toMatchObject({ at: 'OpeningBalance', code: 'opening-followed' })
  expect(mayCorrectOpening(5, true)).not.toHaveProperty('needs')
})

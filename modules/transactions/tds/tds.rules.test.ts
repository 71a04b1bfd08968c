// Tax deducted at source: the account number in a tax id, the threshold of a year, and what a customer may deduct.
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { mayDeduct, panOf, taxOf } from './tds.rules.ts'

const rate = { Rate: 2, RateWithoutPan: 20, Threshold: 20_000 }
const pan = 'ABCDE1234F'

test('a PAN is read from a tax id, alone or inside a GSTIN', () => {
  expect([panOf('abcde1234f'), panOf('27ABCDE1234F1Z5'), panOf('ABCDE1234'), panOf(null), panOf('')]).toEqual([
    pan,
    pan,
    null,
    null,
    null,
  ])
})

test('nothing up to the threshold of the year; beyond it all of the year, what was paid before too', () => {
  expect(taxOf(20_000, { Paid: 0, Taxed: 0 }, rate, pan)).toBeUndefined()
  expect(taxOf(5000.01, { Paid: 15_000, Taxed: 0 }, rate, pan)).toEqual({ base: 20_000.01, rate: 2, amount: 400 })
  expect(taxOf(1000, { Paid: 20_000.01, Taxed: 20_000.01 }, rate, pan)).toEqual({ base: 1000, rate: 2, amount: 20 })
  expect(taxOf(1000, { Paid: 30_000, Taxed: 30_000 }, rate, null)).toEqual({ base: 1000, rate: 20, amount: 200 })
  // never more than the payment: the rest is taxed with the next ones
  expect(taxOf(100, { Paid: 20_000, Taxed: 0 }, rate, null)).toEqual({ base: 500, rate: 20, amount: 100 })
  expect(taxOf(9900, { Paid: 20_100, Taxed: 500 }, rate, null)).toEqual({ base: 29_500, rate: 20, amount: 5900 })
})

test('accounts staff record what a customer deducted, up to a fifth of what is settled', () => {
  const reason = (TdsAmount: number, isReceipt = true, RoleId: number = role.Accounts) => {
    const decision = mayDeduct({ Amount: 900, TdsAmount }, isReceipt, { RoleId })
    return decision.ok ? 'yes' : decision.reason
  }
  expect(reason(100)).toBe('yes')
  expect(reason(225)).toBe('yes')
  expect(reason(226)).toBe('TDS is at most 20 % of what is settled: ₹225.20 here')
  expect(reason(100, false)).toBe('A customer deducts TDS from money that it pays you')
  expect(reason(100, true, role.FrontDesk)).toContain('can record TDS')
})

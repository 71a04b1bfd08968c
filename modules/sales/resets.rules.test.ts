// The question of a changed header, and the referrer of a bill.
import { describe, expect, test } from 'vitest'
import { aLine } from './sale-line.fixture.ts'
import { keepsReferrer, referrerOf, resetLines, resetPrompt } from './sales.rules.ts'

describe('resets', () => {
  test('OPS-158 OPS-159 OPS-160 OPS-161 OPS-308 each change of the header has its own text', () => {
    const text = (field: Parameters<typeof resetPrompt>[0]) => resetPrompt(field, [aLine()])?.text
    expect(text('SaleDate')).toBe('Reset all prices, discounts and commissions in this bill using the new sale date')
    expect(text('SellerId')).toBe('Reset all prices, discounts and commissions in this bill using the new seller')
    expect(text('BuyerId')).toBe('Reset all prices and discounts in this bill using the new buyer')
    expect(text('ReferrerId')).toBe('Reset all commissions in this bill using the new referrer')
    const what = (field: Parameters<typeof resetPrompt>[0]) => {
      const { prices, commissions } = resetPrompt(field, [aLine()]) ?? {}
      return [prices, commissions]
    }
    expect((['SaleDate', 'SellerId', 'BuyerId', 'ReferrerId'] as const).map(what)).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, true],
    ])
  })

  test('OPS-163 there is no question while no line has a product', () => {
    expect(resetPrompt('BuyerId', [])).toBeNull()
    expect(resetPrompt('BuyerId', [aLine({ ProductId: null })])).toBeNull()
  })

  test('OPS-162 a reset replaces only what it names', () => {
    const lines = [
      aLine({ Price: 300, DiscountPercent: 5, CommissionPercent: 8, Remarks: 'x' }),
      aLine({ ProductId: 3002 }),
      aLine({ StatusId: 100 }),
    ]
    const fetched = [{ ProductId: 3001, Price: 280, Discount: 2, Commission: 6 }]
    const buyer = resetLines(lines, fetched, { prices: true, commissions: false })
    expect(buyer[0]).toMatchObject({
      Price: 280,
      OriginalPrice: 280,
      DiscountPercent: 2,
      OriginalDiscountPercent: 2,
      CommissionPercent: 8,
      Remarks: 'x',
    })
    expect(buyer[1]).toMatchObject({ Price: null, OriginalPrice: null, DiscountPercent: 0 })
    expect(buyer[2]).toEqual(lines[2])
    const referrer = resetLines(lines, fetched, { prices: false, commissions: true })
    expect(referrer[0]).toMatchObject({ Price: 300, DiscountPercent: 5, CommissionPercent: 6 })
    expect(referrer[1]).toMatchObject({ Price: 350, CommissionPercent: 0 })
  })
})

test('OPS-169 OPS-170 OPS-171 a referrer applies when the patient buys and the referrer can refer; above role id 2 an empty one is the doctor', () => {
  const doctor = { ClientId: 101, CanRefer: true }
  const picked = { ClientId: 141, CanRefer: true }
  const ask = { PatientId: 5, BuyerId: 5, roleId: 5, doctor, picked }
  expect(referrerOf(ask)).toBe(141)
  expect(referrerOf({ ...ask, picked: null })).toBe(101)
  expect(referrerOf({ ...ask, roleId: 2 })).toBe(141)
  expect(referrerOf({ ...ask, roleId: 3, picked: null })).toBe(101)
  expect(referrerOf({ ...ask, roleId: 2, picked: null })).toBeNull()
  expect(referrerOf({ ...ask, BuyerId: 21 })).toBeNull()
  expect(referrerOf({ ...ask, picked: null, doctor: { ...doctor, CanRefer: false } })).toBeNull()
  expect(referrerOf({ ...ask, PatientId: null, BuyerId: null })).toBeNull()
})

test('a saved sale keeps its referrer until its doctor, patient or buyer changes, or a manager picks another', () => {
  const stored = { PatientId: 5, BuyerId: 5, ReferringDoctorId: 114, ReferrerId: 141 }
  for (const roleId of [2, 5]) {
    expect(keepsReferrer({ Remarks: 'x' }, stored, roleId)).toBe(true)
    expect(keepsReferrer({ ...stored }, stored, roleId)).toBe(true)
    for (const change of [{ PatientId: 6 }, { BuyerId: 21 }, { ReferringDoctorId: 117 }])
      expect(keepsReferrer({ ...stored, ...change }, stored, roleId)).toBe(false)
  }
  expect(keepsReferrer({ ReferrerId: null }, stored, 2)).toBe(false)
  expect(keepsReferrer({ ReferrerId: null }, stored, 5)).toBe(true)
})

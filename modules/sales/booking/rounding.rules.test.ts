// Which bills are rounded, and how.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { network, setNetwork } from '../../../core/network.ts'
import { aLine } from '../sale-line.fixture.ts'
import { saleTotals } from '../sales.rules.ts'
import { roundsBill } from './rounding.rules.ts'

const { roundBills } = network
beforeEach(() => setNetwork({ roundBills: true }))
afterEach(() => setNetwork({ roundBills }))

test('half a rupee goes up; discount and additional discount stay as they are', () => {
  const of = (Price: number, additional = 0) => saleTotals([aLine({ Price })], additional, 0, true)
  expect(of(100.5)).toMatchObject({ GrossAmount: 100.5, Discount: 0, Rounding: 0.5, NetAmount: 101, Outstanding: 101 })
  expect(of(100.49)).toMatchObject({ Rounding: -0.49, NetAmount: 100 })
  expect(of(0.4)).toMatchObject({ Rounding: -0.4, NetAmount: 0 })
  expect(of(100.3, 10.8)).toMatchObject({ Rounding: 0.5, NetAmount: 90 })
  expect(saleTotals([aLine({ Price: 100.5 })], 0, 0)).toMatchObject({ Rounding: 0, NetAmount: 100.5 })
})

test('a patient’s bill is rounded by the settings when it is booked, and stays as it was', () => {
  const own = { PatientId: 5, BuyerId: 5 }
  expect([roundsBill(own, null), roundsBill({ PatientId: 5, BuyerId: null }, null)]).toEqual([true, true])
  expect(roundsBill({ PatientId: 5, BuyerId: 21 }, null)).toBe(false)
  expect(roundsBill(own, { ...own, IsRounded: false })).toBe(false)
  setNetwork({ roundBills: false })
  expect([roundsBill(own, null), roundsBill(own, { ...own, IsRounded: true })]).toEqual([false, true])
  expect(roundsBill({ PatientId: 5, BuyerId: 21 }, { ...own, IsRounded: true })).toBe(false)
})

test('a bill that becomes the patient’s is rounded as one that is booked now', () => {
  const before = { PatientId: 5, BuyerId: 21, IsRounded: false }
  expect(roundsBill({ PatientId: 5, BuyerId: 5 }, before)).toBe(true)
})

// Which parts of a sale can no longer be edited, and why.
import { describe, expect, test } from 'vitest'
import { lockedByState, lockedFields, lockedInCorrection } from './locked.rules.ts'
import { aSale, frozen, own } from './sale-state.fixture.ts'
import { saleStateOf, type SaleState } from './status.rules.ts'

describe('locks', () => {
  const header = [
    ...['PatientId', 'ReferringDoctorId', 'BuyerId', 'SaleDate', 'CollectionDate', 'LRN', 'ReportDate'],
    ...['Pregnancy', 'PregnancyWeeks', 'FastingHours', 'CyclePhase', 'Treatment'],
  ]
  const locked = (some: Partial<SaleState>, roleId = 2) => [...lockedFields(aSale(some), roleId).keys()].sort()

  test('OPS-146 from 95 the products are locked', () => {
    expect(locked({ StatusId: 94 })).toEqual([])
    expect(locked({ StatusId: 95 })).toEqual(['SaleProducts', 'SellerId'])
  })

  test('OPS-149 from 99 the header is locked', () => {
    expect(locked({ StatusId: 98 })).toEqual(['SaleProducts', 'SellerId'])
    expect(locked({ StatusId: 99 })).toEqual([...header, 'SaleProducts', 'SellerId'].sort())
  })

  test('OPS-150 OPS-151 a derived sale is locked whatever its status, its remarks and receipts are not', () => {
    for (const StatusId of [92, 95, 99])
      expect(locked({ StatusId, BaseSaleId: 7 })).toEqual(
        [...header, 'SellerId', 'ReferrerId', 'SaleProducts', 'AddlDiscount'].sort(),
      )
  })

  test('FND-322 above role id 2 sale date and referrer are locked; an invoice locks the commercial fields', () => {
    expect(locked({}, 3)).toEqual(['ReferrerId', 'SaleDate'])
    expect(locked({ Invoice: frozen('NCL/26-27/000001') })).toEqual(
      ['AddlDiscount', 'BuyerId', 'LRN', 'PatientId', 'SaleDate', 'SaleProducts', 'SellerId'].sort(),
    )
  })

  test('its own invoice locks the seller it is numbered by, and from 95 the additional discount; the buyer remains open', () => {
    expect(locked({ Invoice: own('NCL/26-27/000001') })).toEqual(['SellerId'])
    expect(locked({ StatusId: 96, Invoice: own('NCL/26-27/000001') })).toEqual([
      'AddlDiscount',
      'SaleProducts',
      'SellerId',
    ])
  })

  test('a partly issued report locks the fields it prints, and the reason names the act that corrects each', () => {
    const reasons = lockedFields(aSale({ StatusId: 97, ReportOut: true }), 1)
    const by = (act: string) => `A report is out: "${act}" changes it and amends the report`
    expect(reasons.get('PatientId')).toBe(by('Correct patient'))
    for (const name of ['ReferringDoctorId', 'CollectionDate', 'LRN', 'Pregnancy'])
      expect(reasons.get(name)).toBe(by('Correct details'))
    expect([reasons.has('BuyerId'), reasons.has('ReportDate')]).toEqual([false, false])
  })

  test('a correction changes fields that a report locks, and none that an invoice locks', () => {
    const out = aSale({ StatusId: 99, ReportOut: true })
    expect([...lockedInCorrection(out).keys()].sort()).toEqual(['SaleProducts', 'SellerId'])
    expect(lockedInCorrection({ ...out, LegInvoiced: true }).has('PatientId')).toBe(true)
    expect(lockedInCorrection({ ...out, Invoice: frozen('A/26-27/000002') }).has('PatientId')).toBe(true)
    expect(lockedInCorrection({ ...out, BaseSaleId: 7 }).has('PatientId')).toBe(true)
  })

  test('an invoiced part of a lab locks the fields that its invoice prints', () => {
    expect(locked({ StatusId: 95, LegInvoiced: true })).toEqual([
      'LRN',
      'PatientId',
      'SaleDate',
      'SaleProducts',
      'SellerId',
    ])
  })

  test('unknown facts lock their fields, with that reason', () => {
    const seen = saleStateOf({ StatusId: 92, SaleProducts: [{ StatusId: 101 }] })
    const reasons = lockedByState(seen)
    expect(reasons.get('CollectionDate')).toBe('Cannot tell whether a report has been issued; reload the sale')
    expect(reasons.get('SaleProducts')).toBe('Cannot tell whether the sale is on an invoice; reload the sale')
    expect(lockedByState({ ...seen, Invoice: null }).get('SaleDate')).toBe(
      'Cannot tell whether the lab has invoiced its part; reload the sale',
    )
    expect([reasons.has('ReportDate'), lockedByState(aSale()).size]).toEqual([false, 0])
  })
})

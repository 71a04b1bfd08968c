// The reason of each refusal about a sale, and the reading of its state from the sent record.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { role } from '../../../core/user.ts'
import { lineStatus, saleStatus, sampleStatus } from '../../lists/items.model.ts'
import { lockedFields } from './locked.rules.ts'
import { aSale, frozen, own } from './sale-state.fixture.ts'
import {
  deriveSaleStatus,
  isSeller,
  lineStateOf,
  mayAccession,
  mayCancelItem,
  mayCancelSale,
  mayReaccession,
  mayUnlock,
  saleStateOf,
  type SaleState,
} from './status.rules.ts'

const accessioned = (some: Partial<SaleState> = {}) => aSale({ StatusId: saleStatus.Accessioned, ...some })
const ordered = { StatusId: lineStatus.Ordered }
const cancelled = { StatusId: lineStatus.Cancelled }

test('each refusal has its reason', () => {
  expect(reasonOf(isSeller(11, [12]))).toBe('Only the seller may do this with the sale')
  expect(isSeller(12, [11, 12])).toEqual({ ok: true })
  expect(reasonOf(mayAccession(accessioned()))).toBe('The sale is already accessioned')
  expect(mayAccession(aSale({ SaleProducts: [cancelled, ordered] }))).toEqual({ ok: true })
  expect(reasonOf(mayAccession(aSale({ SaleProducts: [cancelled] })))).toBe('Sale must have at least 1 product')
  expect(reasonOf(mayReaccession(aSale()))).toBe('The sale is not accessioned yet')
  expect(reasonOf(mayReaccession(accessioned({ BaseSaleId: 7 })))).toBe(
    'This sale follows another one; re-accession the first sale',
  )
  expect(reasonOf(mayUnlock(aSale()))).toBe('The sale is not accessioned')
  expect(reasonOf(mayUnlock(accessioned({ LegInvoiced: 'unknown' })))).toBe(
    'Cannot tell whether the lab has invoiced this sale; reload the sale',
  )
  expect(reasonOf(mayUnlock(accessioned({ LegInvoiced: true })))).toBe('The lab has invoiced this sale already')
  expect(reasonOf(mayCancelSale(aSale({ StatusId: saleStatus.PartlyReported }), role.Technologist))).toBe(
    'Its results are approved or reported: only a pathologist or a manager may cancel the sale',
  )
  expect(reasonOf(mayCancelItem(aSale(), cancelled))).toBe('The item is already cancelled')
  expect(mayCancelItem(aSale(), { StatusId: lineStatus.Received })).toEqual({ ok: true })
  expect(mayCancelItem(aSale(), { StatusId: lineStatus.InProcess })).toMatchObject({ code: 'work-begun' })
  expect(mayCancelItem(aSale(), { StatusId: 0 })).toMatchObject({ code: 'work-begun' })
})

test('each locked field has a reason, the first of several', () => {
  const said = (some: Partial<SaleState>, name: string, roleId: number = role.Administrator) =>
    lockedFields(aSale(some), roleId).get(name)
  expect(said({}, 'SaleDate', role.Pathologist)).toBe('Only a manager may change the sale date')
  expect(said({}, 'ReferrerId', role.Pathologist)).toBe(
    'The referrer is chosen when the sale is booked; only a manager can change it',
  )
  expect(said({ StatusId: saleStatus.Reported }, 'LRN')).toBe('The sale is reported')
  expect(said({ LegInvoiced: true }, 'PatientId')).toBe(
    'The lab has invoiced its part of this sale. Cancel that invoice first',
  )
  expect(said({ StatusId: saleStatus.Accessioned }, 'SaleProducts')).toBe(
    'The sale is accessioned: unlock the accession first',
  )
  const derived = { StatusId: saleStatus.Reported, BaseSaleId: 7, Invoice: frozen('N/1') }
  for (const name of ['PatientId', 'SellerId', 'SaleProducts', 'AddlDiscount'])
    expect([name, said(derived, name)]).toEqual([name, 'This sale follows another one'])
  expect(said({ StatusId: saleStatus.Collected, Invoice: own('N/1') }, 'AddlDiscount')).toBeUndefined()
  expect(said({ StatusId: saleStatus.Accessioned, Invoice: own('N/1') }, 'AddlDiscount')).toBe(
    'The sale is on invoice N/1',
  )
  expect(said({ StatusId: saleStatus.Accessioned, Invoice: frozen('N/1') }, 'SellerId')).toBe(
    'The sale is on invoice N/1; cancel that invoice first',
  )
})

test('a fact that was not sent is unknown; a sent one is true or false', () => {
  expect(saleStateOf({})).toEqual({
    StatusId: saleStatus.Booked,
    BaseSaleId: null,
    Invoice: 'unknown',
    LegInvoiced: 'unknown',
    WorkEntered: 'unknown',
    ReportOut: 'unknown',
    SaleProducts: [],
    Paid: 0,
  })
  const known = saleStateOf({ Invoice: null, LegInvoiced: false, WorkEntered: true, ReportOut: null as never })
  expect(known).toMatchObject({ Invoice: null, LegInvoiced: false, WorkEntered: true, ReportOut: false })
  expect(saleStateOf({ Invoice: { InvoiceNo: null } }).Invoice).toBeNull()
  expect([lineStateOf({}), lineStateOf({ StatusId: null }), lineStateOf(cancelled)]).toEqual([
    ordered,
    ordered,
    cancelled,
  ])
})

test('the status of a sale at its edges: no lines, charges alone, lines collected without tubes', () => {
  const of = (some: Partial<Parameters<typeof deriveSaleStatus>[0]>) =>
    deriveSaleStatus({ accessioned: false, lines: [ordered], samples: [], ...some })
  expect(of({ lines: [] })).toBe(saleStatus.Booked)
  expect(of({ lines: [], accessioned: true })).toBe(saleStatus.Accessioned)
  expect(of({ lines: [cancelled], accessioned: true })).toBe(saleStatus.Cancelled)
  const collected = { StatusId: lineStatus.Collected }
  expect(of({ lines: [collected] })).toBe(saleStatus.Collected)
  expect(of({ lines: [collected, ordered] })).toBe(saleStatus.PartlyCollected)
  // a charge is not collected and delays no status
  expect(of({ lines: [collected, { ...ordered, isCharge: true }] })).toBe(saleStatus.Collected)
  expect(of({ lines: [{ ...ordered, isCharge: true }] })).toBe(saleStatus.Booked)
  // tubes decide, where there are any
  const tubes = [sampleStatus.Collected, sampleStatus.ToBeCollected]
  expect(of({ samples: tubes, lines: [collected] })).toBe(saleStatus.PartlyCollected)
  expect(of({ samples: tubes.slice(0, 1), lines: [ordered] })).toBe(saleStatus.Collected)
  expect(of({ samples: tubes.slice(1), lines: [collected] })).toBe(saleStatus.Booked)
})

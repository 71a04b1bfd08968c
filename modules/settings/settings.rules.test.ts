// What the network may set, the suggestions while typing, and what cannot be changed.
import { expect, test } from 'vitest'
import { yes } from '../../core/refusal.ts'
import { currencies, locales, zones } from './known.rules.ts'
import type { Settings } from './settings.model.ts'
import { mayBecome, mayMove, settingErrors } from './settings.rules.ts'

test('every suggestion is accepted', () => {
  for (const [TimeZone] of zones()) expect(settingErrors({ TimeZone })).toEqual({})
  for (const [Currency] of currencies()) expect(settingErrors({ Currency })).toEqual({})
  for (const [Locale] of locales()) expect(settingErrors({ Locale })).toEqual({})
})

test('every suggestion has its name', () => {
  expect(new Map(zones()).get('Asia/Kolkata')).toBe('GMT+05:30')
  expect(new Map(currencies()).get('INR')).toBe('₹ Indian Rupee')
  expect(new Map(currencies()).has('JPY')).toBe(false)
  expect(new Map(locales()).get('en-IN')).toBe('English (India) 12,34,567.5')
})

test('an address is one that a phone can open; an empty one has no format error', () => {
  for (const PublicAddress of ['https://lab.example.org', 'http://10.0.0.5:3000/', 'https://a.example/lab'])
    expect(settingErrors({ PublicAddress })).toEqual({})
  for (const PublicAddress of [
    'lab.example.org',
    'ftp://lab.example.org',
    'https://lab example',
    'https://a/?x',
    'https://u@a',
  ])
    expect(settingErrors({ PublicAddress })).toHaveProperty('PublicAddress')
  expect(settingErrors({ TimeZone: '', Currency: null, Locale: ' ' })).toEqual({})
})

const stored: Settings = {
  SettingsId: 1,
  Name: 'Nivara',
  PublicAddress: null,
  TimeZone: 'Asia/Kolkata',
  YearStartMonth: 4,
  Currency: 'INR',
  Locale: 'en-IN',
  CommissionLimit: 500,
  MatchFeePercent: 5,
  MatchDepositFeePercent: 0,
  MatchChargeLimit: 1000,
  BankOpeningLimit: 0,
  DeskWriteOffLimit: 0,
  AccountsWriteOffLimit: 0,
  DeskDiscountLimit: 0,
  DeskCreditLimit: 0,
  DeskCancelLimit: 5000,
  CashNotes: null,
  DifferenceLimit: 500,
  CashOnTile: false,
  DeskRefundLimit: null,
  AccountsRefundLimit: null,
  DeskTakeBackLimit: null,
  AccountsTakeBackLimit: null,
  DeskPaidOutLimit: null,
  AccountsPaidOutLimit: null,
  DeskOwnBillLimit: 0,
  AccountsOwnBillLimit: 20000,
  AccountsInsurerLimit: 20000,
  ManagerWriteOffLimit: 200000,
  ManagerInsurerLimit: 200000,
  AccountsDeductedLimit: 20000,
  ManagerDeductedLimit: 200000,
  OpeningCreditLimit: 0,
  AccountsTaxLimit: 20000,
  ReportSignatory: null,
  BillSignatory: null,
  WorksheetSignatory: null,
  HasWork: true,
  DeskDraws: true,
  IdentifyAtDraw: false,
  RoundBills: false,
  TdsRates: [],
  GstLimits: [],
  PurchaseDifferenceLimit: 500,
}
test('after the first bill or payment zone and currency cannot be changed, and everything else can', () => {
  expect(mayBecome(stored, { TimeZone: 'Asia/Dubai' })).toMatchObject({ at: 'TimeZone', code: 'days-kept' })
  expect(mayBecome(stored, { Currency: 'AED' })).toMatchObject({ at: 'Currency', code: 'amounts-kept' })
  expect(mayBecome(stored, { ...stored, Name: 'Other', YearStartMonth: 1, Locale: 'en-US' })).toEqual(yes)
  expect(mayBecome({ ...stored, HasWork: false }, { TimeZone: 'Asia/Dubai', Currency: 'AED' })).toEqual(yes)
  expect(mayMove('Locale', stored)).toEqual(yes)
})

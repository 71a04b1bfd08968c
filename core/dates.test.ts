// The network's clock: display, days as instants, typed dates, ages, financial years.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  ageAt,
  birthDateOfAge,
  dayOf,
  defaultReportDate,
  endOfDay,
  financialYear,
  formatAge,
  finishDates,
  formatDate,
  formatDateTime,
  isDayAlone,
  parseDate,
  parseDateTime,
  startOfDay,
} from './dates.ts'

const now = '2026-11-21T04:00:00.000Z'
const moment = fc.date({
  min: new Date('1950-01-01T00:00:00Z'),
  max: new Date('2090-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const zones = fc.constantFrom('Asia/Kolkata', 'UTC', 'America/New_York', 'Pacific/Auckland')

test('FND-445 OPS-323 dates show as dd-MMM-yyyy hh:mm with AM or PM in the zone of the network', () => {
  expect(formatDateTime(now)).toBe('21-Nov-2026 09:30 AM')
  expect(formatDateTime('2022-03-05T09:00:00Z')).toBe('05-Mar-2022 02:30 PM')
  expect(formatDateTime('2022-03-04T18:30:00Z')).toBe('05-Mar-2022 12:00 AM')
  expect(formatDateTime(now, 'America/New_York')).toBe('20-Nov-2026 11:00 PM')
  expect(formatDate('2022-03-04T18:30:00Z')).toBe('05-Mar-2022')
  expect(formatDate('1990-02-03', 'America/New_York')).toBe('03-Feb-1990')
  expect([null, undefined, '', 'soon'].map((value) => formatDateTime(value))).toEqual(['', '', '', ''])
})

describe('days', () => {
  test('FND-153 FND-154 a day runs from its first to its last instant in the zone', () => {
    expect(startOfDay('2026-11-16')).toBe('2026-11-15T18:30:00.000Z')
    expect(endOfDay('2026-11-21')).toBe('2026-11-21T18:29:59.999Z')
    expect(startOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-08T05:00:00.000Z')
    expect(endOfDay('2026-03-08', 'America/New_York')).toBe('2026-03-09T03:59:59.999Z')
  })

  test('every moment lies inside its own day, and days follow each other without gap', () => {
    fc.assert(
      fc.property(moment, zones, (at, zone) => {
        const day = dayOf(at, zone)
        expect(startOfDay(at, zone) <= at.toISOString() && at.toISOString() <= endOfDay(at, zone)).toBe(true)
        expect(dayOf(startOfDay(day, zone), zone)).toBe(day)
        expect(Date.parse(startOfDay(addDays(day, 1), zone)) - Date.parse(endOfDay(day, zone))).toBe(1)
      }),
    )
  })
})

describe('typed dates', () => {
  test.each([
    ['21-11-2026 9:30', '2026-11-21T04:00:00.000Z'],
    ['21-nov-2026 09:30 am', '2026-11-21T04:00:00.000Z'],
    ['21 November 2026 9:30pm', '2026-11-21T16:00:00.000Z'],
    ['21/11/26', '2026-11-20T18:30:00.000Z'],
    // a birth year from 21 years ahead on
    ['21/11/46', '2046-11-20T18:30:00.000Z'],
    ['21/11/47', '1947-11-20T18:30:00.000Z'],
    ['21.11', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21', '2026-11-20T18:30:00.000Z'],
    ['2026-11-21T09:30', '2026-11-21T04:00:00.000Z'],
    ['2026-11-21T04:00:00Z', '2026-11-21T04:00:00.000Z'],
    ['today', '2026-11-20T18:30:00.000Z'],
    ['T+1', '2026-11-21T18:30:00.000Z'],
    ['t-1 4pm', '2026-11-20T10:30:00.000Z'],
    ['now', now],
    ['3/4/51', '1951-04-02T18:30:00.000Z'],
    ['12', '2026-11-11T18:30:00.000Z'],
    ['12 9:30', '2026-11-12T04:00:00.000Z'],
    ['12 4pm', '2026-11-12T10:30:00.000Z'],
    ['2211', '2026-11-21T18:30:00.000Z'],
    ['221126', '2026-11-21T18:30:00.000Z'],
    ['22112026 9:30', '2026-11-22T04:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(parseDateTime(text, { now })).toBe(expected)
  })

  test.each([
    '',
    '31-02-2026',
    '21-xyz-2026',
    '21-11-2026 25:00',
    '21-11-2026 13 pm',
    '21-11-2026 9',
    'tomorrowish',
    '2026-13-01',
    '32',
    '0',
    '3113',
    '221326',
    '211',
  ])('%s is not a date', (text) => {
    expect(parseDateTime(text, { now })).toBeNull()
  })

  test.each(['5', '12', 'March 7', '2026-02-31', '2026-13-01T10:00:00Z'])('%s is not shown as a date', (text) => {
    expect(formatDateTime(text)).toBe('')
    expect(formatDate(text)).toBe('')
  })

  test('a date alone is a day', () => {
    expect(parseDate('5-3-90', { now })).toBe('1990-03-05')
    expect(parseDate('nonsense', { now })).toBeNull()
  })

  test('a typed time is recognised, a day alone has no time', () => {
    for (const text of ['21-11-2026', '21', '2111', '211126', 't-1', 'today', '21-nov', '21 11 '])
      expect([text, isDayAlone(text, { now })]).toEqual([text, true])
    for (const text of ['21-11-2026 9:45', '21 9:45', '211126 4pm', 'now', 't-1 4pm', '2026-11-21T04:00:00Z', 'x', ''])
      expect([text, isDayAlone(text, { now })]).toEqual([text, false])
  })

  test('a displayed date can be typed again', () => {
    fc.assert(
      fc.property(moment, zones, (at, zone) => {
        const shown = formatDateTime(at, zone)
        expect(formatDateTime(parseDateTime(shown, { now, zone }), zone)).toBe(shown)
      }),
    )
  })
})

test('the financial year starts in April unless the network sets another month', () => {
  expect(financialYear('2026-11-21')).toEqual({ label: '26-27', firstDay: '2026-04-01', lastDay: '2027-03-31' })
  expect(financialYear('2027-03-31T18:29:59.999Z').label).toBe('26-27')
  expect(financialYear('2027-03-31T18:30:00.000Z').label).toBe('27-28')
  expect(financialYear('2099-05-01').label).toBe('99-00')
  expect(financialYear('2026-11-21', 'UTC', 1)).toEqual({ label: '26', firstDay: '2026-01-01', lastDay: '2026-12-31' })
})

describe('age', () => {
  test('FND-272 the age is in whole years, and in days lived', () => {
    expect(ageAt('1995-12-25', now)).toEqual({ years: 30, days: 11289 })
    expect(ageAt('2026-11-21', now)).toEqual({ years: 0, days: 0 })
    expect(ageAt('2026-11-22', now)).toBeNull()
    expect(ageAt(null, now)).toBeNull()
    expect(ageAt('2004-02-29', '2026-02-28')?.years).toBe(21)
    expect(ageAt('2004-02-29', '2026-03-01')?.years).toBe(22)
  })

  test('FND-274 an age sets the birth date to that many years back, and gives the same age again', () => {
    expect(birthDateOfAge(40, now)).toBe('1986-11-21')
    fc.assert(
      fc.property(moment, fc.integer({ min: 0, max: 120 }), (at, years) => {
        expect(ageAt(birthDateOfAge(years, at), at)?.years).toBe(years)
      }),
    )
  })
})

test('OPS-165 OPS-166 the report is due at 18:00, on the next day when sold at 16:00 or later', () => {
  expect(defaultReportDate('2026-11-21T10:29:00Z')).toBe('2026-11-21T12:30:00.000Z')
  expect(defaultReportDate('2026-11-21T10:30:00Z')).toBe('2026-11-22T12:30:00.000Z')
  expect(defaultReportDate('2026-12-31T10:30:00Z')).toBe('2027-01-01T12:30:00.000Z')
})

test('FND-254 fields ending in Date without a UTC marker are sent as ISO UTC', () => {
  const sale = {
    SaleDate: '2022-03-05T09:07',
    CollectionDate: '2022-03-05T03:37:00.000Z',
    ReportDate: '2022-03-05T09:07:00+05:30',
    EffectiveFromDate: '2022-03-05',
    TillDate: null,
    Remarks: '2022-03-05T09:07',
    UpdateDate: 'later',
    Invoice: { InvoiceDate: new Date('2022-03-05T03:37:00Z') },
    Rows: [{ Date: '2022-03-05 09:07:30' }],
  }
  expect(finishDates(sale)).toEqual({
    SaleDate: '2022-03-05T03:37:00.000Z',
    CollectionDate: '2022-03-05T03:37:00.000Z',
    ReportDate: '2022-03-05T03:37:00.000Z',
    EffectiveFromDate: '2022-03-04T18:30:00.000Z',
    TillDate: null,
    Remarks: '2022-03-05T09:07',
    UpdateDate: 'later',
    Invoice: { InvoiceDate: '2022-03-05T03:37:00.000Z' },
    Rows: [{ Date: '2022-03-05T03:37:30.000Z' }],
  })
})

describe('the age as displayed', () => {
  const at = '2026-11-21T06:30:00Z'
  test.each([
    ['1980-11-21', '46 years', '46 y'],
    ['1980-11-22', '45 years', '45 y'],
    ['2024-11-21', '2 years', '2 y'],
    ['2024-11-22', '1 y 11 m', '1 y 11 m'],
    ['2025-08-21', '1 y 3 m', '1 y 3 m'],
    ['2025-11-21', '1 y', '1 y'],
    ['2025-11-22', '11 m', '11 m'],
    ['2026-09-21', '2 m', '2 m'],
    ['2026-09-22', '60 d', '60 d'],
    ['2026-11-17', '4 d', '4 d'],
    ['2026-11-21', '0 d', '0 d'],
    ['2026-11-22', '', ''],
  ])('born %s: %s, short %s', (born, long, short) => {
    expect(formatAge(born, at)).toBe(long)
    expect(formatAge(born, at, { short: true })).toBe(short)
  })

  test('without a birth date there is no age', () => {
    expect(formatAge(null, at)).toBe('')
    expect(formatAge('soon', at)).toBe('')
  })

  test('half past midnight in India is already the birthday, five past six in the evening in UTC', () => {
    expect(formatAge('1980-11-21', '2026-11-20T19:00:00Z')).toBe('46 years')
    expect(formatAge('1980-11-21', '2026-11-20T18:29:59Z')).toBe('45 years')
    expect(formatAge('1980-11-21', '2026-11-20T19:00:00Z', { zone: 'UTC' })).toBe('45 years')
  })
})

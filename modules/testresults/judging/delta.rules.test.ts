// The delta check: its limits, its window, and when there is none.
import { describe, expect, test } from 'vitest'
import { deltaCheck, deltaText, differing, isComparable, limitText } from './delta.rules.ts'

describe('delta check', () => {
  const at = (Result: string, Date: string) => ({ Result, Date })
  const before = at('5.1', '2026-11-01T00:00:00Z')

  test('difference, percent and any change beyond the limit, inside the window', () => {
    const abs = { type: 'abs', limit: 2, windowDays: 7 } as const
    expect(deltaCheck(before, at('3.1', '2026-11-05T00:00:00Z'), abs)).toBe(false)
    expect(deltaCheck(before, at('3.0', '2026-11-05T00:00:00Z'), abs)).toBe(true)
    expect(deltaCheck(before, at('3.0', '2026-11-09T00:00:00Z'), abs)).toBe(false)
    const pct = { type: 'pct', limit: 50, windowDays: 90 } as const
    expect(deltaCheck(at('10', before.Date), at('15', '2026-11-05T00:00:00Z'), pct)).toBe(false)
    expect(deltaCheck(at('10', before.Date), at('15.1', '2026-11-05T00:00:00Z'), pct)).toBe(true)
    expect(deltaCheck(at('0', before.Date), at('1', '2026-11-05T00:00:00Z'), pct)).toBe(true)
    const any = { type: 'any', limit: 0, windowDays: 36500 } as const
    expect(deltaCheck(at('A', before.Date), at('B', '2036-11-05T00:00:00Z'), any)).toBe(true)
    expect(deltaCheck(at('A', before.Date), at('A', '2036-11-05T00:00:00Z'), any)).toBe(false)
  })

  test('an earlier result that is no exact number cannot be compared, inside the window only', () => {
    const abs = { type: 'abs', limit: 2, windowDays: 7 } as const
    const now = at('3.0', '2026-11-05T00:00:00Z')
    expect(isComparable(before, now, abs)).toBe(true)
    expect(isComparable(at('<5', before.Date), now, abs)).toBe(false)
    expect(isComparable(before, at('>10', now.Date), abs)).toBe(false)
    expect(isComparable(at('<5', before.Date), at('3.0', '2026-11-09T00:00:00Z'), abs)).toBe(true)
    expect(isComparable(at('<5', before.Date), now, null)).toBe(true)
    expect(isComparable(at('<5', before.Date), now, { type: 'any', limit: 0, windowDays: 7 })).toBe(true)
  })

  test('a limit is shown in its own unit, with its days', () => {
    expect(limitText({ type: 'abs', limit: 2, windowDays: 1 })).toBe('limit 2 within 1 day')
    expect(limitText({ type: 'pct', limit: 20, windowDays: 90 })).toBe('limit 20 % within 90 days')
    expect(limitText({ type: 'any', limit: 0, windowDays: 30 })).toBe('it does not change within 30 days')
  })

  test('there is no delta without an earlier result, limits or a number', () => {
    const abs = { type: 'abs', limit: 2, windowDays: 7 } as const
    const now = at('9', '2026-11-02T00:00:00Z')
    expect([
      deltaCheck(null, now, abs),
      deltaCheck(before, now, null),
      deltaCheck(at('<5', before.Date), now, abs),
      deltaCheck(at('', before.Date), now, abs),
    ]).toEqual([false, false, false, false])
    const any = { type: 'any', limit: 0, windowDays: 7 } as const
    for (const nothing of ['', ' ']) {
      expect(deltaCheck(at(nothing, before.Date), now, any)).toBe(false)
      expect(deltaCheck(before, at(nothing, now.Date), any)).toBe(false)
    }
  })

  test('the window of the delta check ends with its last day and does not look ahead', () => {
    const check = { type: 'abs', limit: 2, windowDays: 7 } as const
    const on = (Date: string) =>
      deltaCheck({ Result: '5.1', Date: '2026-11-08T00:00:00Z' }, { Result: '9', Date }, check)
    expect(on('2026-11-15T00:00:00Z')).toBe(true)
    expect(on('2026-11-15T00:00:01Z')).toBe(false)
    expect(on('2026-11-08T00:00:00Z')).toBe(true)
    expect(on('2026-11-07T23:59:59Z')).toBe(false)
  })

  test('what cannot be compared counts from the first to the last moment of the window', () => {
    const check = { type: 'abs', limit: 2, windowDays: 7 } as const
    const on = (Date: string) =>
      isComparable({ Result: '<5', Date: '2026-11-08T00:00:00Z' }, { Result: '9', Date }, check)
    expect([on('2026-11-08T00:00:00Z'), on('2026-11-08T06:00:00Z'), on('2026-11-15T00:00:00Z')]).toEqual([
      false,
      false,
      false,
    ])
    expect([on('2026-11-07T23:59:59Z'), on('2026-11-15T00:00:01Z')]).toEqual([true, true])
    const now = at('9', '2026-11-02T00:00:00Z')
    expect(isComparable(at('', before.Date), now, check)).toBe(true)
    expect(isComparable({ Result: null, Date: before.Date }, now, check)).toBe(true)
  })

  test('a percent is of the earlier value, a change from 0 is any change', () => {
    const pct = { type: 'pct', limit: 50, windowDays: 7 } as const
    const later = '2026-11-02T00:00:00Z'
    expect(deltaCheck(at('0', before.Date), at('0.5', later), pct)).toBe(true)
    expect(deltaCheck(at('0', before.Date), at('0', later), pct)).toBe(false)
    expect(deltaCheck(at('-10', before.Date), at('-16', later), pct)).toBe(true)
  })
})

test('a value differs from the one drawn before it and from the one drawn after it, by its own tube', () => {
  const near = (IsEarlier: boolean, Date: string, Result = '10') => ({
    AccessionNo: IsEarlier ? 'before' : 'after',
    Result,
    UnitOfMeasure: null,
    InstrumentId: null,
    Instrument: null,
    Date,
    IsEarlier,
    IsSeen: false,
  })
  const row = {
    DeltaCheck: { type: 'pct', limit: 50, windowDays: 7 } as const,
    UnitOfMeasure: null,
    CollectionDate: '2026-11-10T00:00:00Z',
    // another tube of the sale was drawn long before
    Sale: { CollectionDate: '2026-10-01T00:00:00Z' },
    Neighbours: [near(true, '2026-11-04T00:00:00Z'), near(false, '2026-11-16T00:00:00Z')],
  }
  const found = (value: string | null, some: Partial<typeof row> = {}) =>
    differing({ ...row, ...some }, value).map(({ AccessionNo }) => AccessionNo)
  // 16 is 60 % more than the 10 before it; the 10 after it is 37.5 % less than 16
  expect(found('16')).toEqual(['before'])
  // 6 is 40 % less than the 10 before it; the 10 after it is 67 % more than 6
  expect(found('6')).toEqual(['after'])
  expect(found('30')).toEqual(['before', 'after'])
  expect(found('10')).toEqual([])
  expect([found(null), found(' ')]).toEqual([[], []])
  // a tube without a time of its own was drawn with its sale
  const Neighbours = [near(true, '2026-09-30T00:00:00Z')]
  const asSale = { CollectionDate: null, Neighbours } as unknown as Partial<typeof row>
  expect(found('30', asSale)).toEqual(['before'])
})

test('a neighbouring value in another unit, or of another analyser, says so beside its limit', () => {
  const other = {
    AccessionNo: 'NCL1',
    Result: '5.1',
    UnitOfMeasure: 'mmol/L',
    InstrumentId: 1,
    Instrument: 'cobas',
    Date: '2026-11-01T00:00:00Z',
    IsEarlier: true,
    IsSeen: false,
  }
  const says = (some: Partial<typeof other> & { readonly Result?: string }, value = '9', InstrumentId = 1) => {
    const near = { ...other, ...some }
    const row = {
      DeltaCheck: { type: 'abs', limit: 2, windowDays: 7 } as const,
      UnitOfMeasure: 'mmol/L',
      InstrumentId,
      CollectionDate: '2026-11-02T00:00:00Z',
      Sale: { CollectionDate: '2026-11-02T00:00:00Z' },
      Neighbours: [near],
    }
    return deltaText(row, near, value)
  }
  expect(says({})).toBe('limit 2 within 7 days')
  expect(says({}, '6')).toBeNull()
  expect(says({}, '9', 2)).toBe('measured on cobas, another analyser; limit 2 within 7 days')
  expect(says({}, '6', 2)).toBeNull()
  expect(says({ UnitOfMeasure: 'mg/dL' }, '6')).toBe('in mg/dL, which is not compared')
  expect(says({ UnitOfMeasure: 'mg/dL', Date: '2026-10-01T00:00:00Z' }, '6')).toBeNull()
  expect(says({ UnitOfMeasure: 'mg/dL', IsEarlier: false, Date: '2026-11-03T00:00:00Z' })).not.toBeNull()
  expect(says({}, ' ')).toBeNull()
})

// The delta check: its limits, its window, and when there is none.
import { describe, expect, test } from 'vitest'
import { deltaCheck, deltaText, isComparable, limitText } from './delta.rules.ts'

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

// What a typed text becomes: read, judged by the person's interval, with its calculated results.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { asApproved, asEntered, asWorkItem, isCurrent, judge, judgeSale } from './entry.rules.ts'
import { readEntry } from './typed.rules.ts'
import { followersOf, staleFormulas, statusOfCalculated } from './follow.rules.ts'
import { anInterval, aRow, eAg } from './entry.fixture.ts'
import type { ResultRow } from '../testresults.model.ts'

describe('reading an entry', () => {
  test('OPS-200 type 30 takes numbers: another text leaves the old value and gives the refusal', () => {
    const row = aRow({ Result: '5' })
    expect(readEntry(row, 'abc')).toEqual({ Result: '5', refused: '"abc" is not a number' })
    expect(readEntry(row, '<5')).toEqual({ Result: '5', refused: '"<5" is not a number' })
    expect(readEntry(aRow(), '1e5').Result).toBeNull()
    expect(readEntry(row, ' 5.2 ')).toEqual({ Result: '5.2' })
    expect(readEntry(row, '')).toEqual({ Result: null })
  })

  test('`.5` and `+0.5` are stored as 0.5', () => {
    expect([readEntry(aRow(), '.5'), readEntry(aRow(), '+0.5')]).toEqual([{ Result: '0.5' }, { Result: '0.5' }])
  })

  test('a number below 0 is taken where a bound of the element is below 0, or none of its ranges has a bound', () => {
    const refused =
      '"-4.1" is below 0. Check the value; if Sodium can be negative, enter a bound below 0 in its reference ranges'
    const bounded = (LowValue: number | null): ResultRow =>
      aRow({ Element: 'Sodium', Result: '5', Measurements: [anInterval({ LowValue, HighValue: 145 })] })
    expect(readEntry(bounded(0), '-4.1')).toEqual({ Result: '5', refused })
    expect(readEntry(bounded(null), '-4.1')).toEqual({ Result: '5', refused })
    expect(readEntry({ ...bounded(0), resultTypeId: 34 }, '<-4.1').Result).toBe('5')
    expect(readEntry(bounded(-2), '-4.1')).toEqual({ Result: '-4.1' })
    expect(readEntry(aRow({ Measurements: [] }), '-4.1')).toEqual({ Result: '-4.1' })
    expect(readEntry(bounded(0), '-0.0')).toEqual({ Result: '0.0' })
  })

  test('more decimals than declared are rounded half up with a message; trailing zeros get none', () => {
    expect(readEntry(aRow(), '5.25')).toEqual({ Result: '5.3', rounded: { from: '5.25', to: '5.3' } })
    expect(readEntry(aRow(), '5.20')).toEqual({ Result: '5.2' })
    expect(readEntry(aRow({ DecimalPlaces: null }), '5.2556')).toEqual({ Result: '5.2556' })
  })

  test('type 34 also takes limits, whose bound is not rounded; type 33 a possible value in any case; text stays text', () => {
    expect(readEntry(aRow({ resultTypeId: 34 }), '< 0.04')).toEqual({ Result: '<0.04' })
    expect(readEntry(aRow({ resultTypeId: 34, Result: '4' }), 'low')).toMatchObject({
      Result: '4',
      refused: expect.stringMatching(/low/),
    })
    const choice = aRow({ resultTypeId: 33, PossibleValues: 'Negative|Positive', Result: 'Negative' })
    expect(readEntry(choice, 'positive')).toEqual({ Result: 'Positive' })
    expect(readEntry(choice, 'maybe')).toEqual({
      Result: 'Negative',
      refused: '"maybe" is not one of its possible values',
    })
    expect(readEntry(aRow({ resultTypeId: 31 }), ' free text ')).toEqual({ Result: 'free text' })
    expect(readEntry(aRow({ resultTypeId: 35 }), 'x'.repeat(20_001)).refused).toBe('Longer than 20000 characters')
  })

  test('a stored number has the declared decimals, and reading it again does not change it', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 4 }), (text, DecimalPlaces) => {
        const row = aRow({ DecimalPlaces, Result: '5' })
        const { Result } = readEntry(row, text)
        if (Result === null) return
        expect(Number.isFinite(Number(Result))).toBe(true)
        expect(Result.split('.')[1]?.length ?? 0).toBeLessThanOrEqual(DecimalPlaces)
        expect(readEntry(row, Result)).toEqual({ Result })
      }),
    )
  })
})

describe('judging', () => {
  test('a newborn is judged by the interval of days', () => {
    const Measurements = [
      anInterval({ LowValue: 3.5, HighValue: 5.1 }),
      anInterval({
        ElementMeasurementId: 2,
        MinAge: null,
        MaxAge: null,
        MinAgeDays: 0,
        MaxAgeDays: 28,
        LowValue: 3.7,
        HighValue: 5.9,
      }),
    ]
    expect(judge(aRow({ Measurements, PatientAge: 0, AgeDays: 0 }), '5.5')).toMatchObject({
      Flag: 'N',
      Range: { ElementMeasurementId: 2 },
    })
    expect(judge(aRow({ Measurements, PatientAge: 0, AgeDays: 29 }), '5.5')).toMatchObject({
      Flag: 'H',
      Range: { ElementMeasurementId: 1 },
    })
  })

  test('`.5`, `+0.5` and `0.5` have one flag, one interval and one delta', () => {
    const row = aRow({
      PreviousResult: '5.0',
      PreviousDate: '2026-11-21T00:00:00Z',
      DeltaCheck: { type: 'abs', limit: 1, windowDays: 30 },
    })
    const [first, ...others] = ['0.5', '.5', '+0.5'].map((text) => ({ ...judge(row, text), Result: null }))
    expect(first).toMatchObject({ Flag: 'LL', IsDelta: true })
    for (const other of others) expect(other).toEqual(first)
  })

  test('a value that was just entered has no call, no review and no approval, whatever the one before had', () => {
    const called = {
      CalledTo: 'Dr Sawant',
      CalledRole: null,
      CalledPhone: null,
      CalledAt: '',
      CalledBy: '',
      ReadBack: true,
      Remarks: null,
    }
    const row = aRow({ Result: '6.9', Flag: 'HH', StatusId: 152, CriticalCall: called, EnteredById: 4 })
    expect(asEntered(row, judge(row, '7.4'), 151, { UserId: 3 })).toMatchObject({
      Result: '7.4',
      Flag: 'HH',
      StatusId: 151,
      CriticalCalled: false,
      EnteredById: 3,
    })
  })

  test('a formula is calculated from entered values, and stale once an input has changed', () => {
    const rows = [aRow({ Result: '6.1', StatusId: 151 }), { ...eAg, Result: '128', StatusId: 153 }]
    expect(isCurrent(rows[1] as ResultRow, judgeSale(rows, new Map()).get(2))).toBe(true)
    const after = judgeSale(rows, new Map([[1, '12.5']]))
    expect(after.get(2)?.Result).toBe('312')
    expect(isCurrent(rows[1] as ResultRow, after.get(2))).toBe(false)
  })
})

describe('the effect of a changed value', () => {
  const input = aRow({ Result: '6.1', StatusId: 151 })
  const after = (StatusId: number, value: string | null) =>
    followersOf([input, { ...eAg, Result: '128', StatusId }], new Map([[1, value]]))

  test('an approved formula takes the new value and is entered again; a waiting one is pending', () => {
    expect(after(153, '12.5').open).toMatchObject([
      { row: { WorkItemId: 2 }, judged: { Result: '312' }, StatusId: 151 },
    ])
    expect(after(153, null).open).toMatchObject([{ judged: { Result: null }, StatusId: 150 }])
    expect(after(151, '6.1').open).toEqual([])
  })

  test('a released one is listed separately, a held or not performed one is not changed', () => {
    expect(after(154, '12.5')).toMatchObject({ open: [], out: [{ row: { WorkItemId: 2 }, judged: { Result: '312' } }] })
    expect(after(154, '6.1').out).toEqual([])
    for (const status of [156, 157]) expect(after(status, '12.5')).toEqual({ open: [], out: [] })
  })

  test('after any entry an open formula equals what its inputs give', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(150, 151, 152, 153, 155, 158),
        fc.option(fc.integer({ min: 1, max: 200 })),
        (StatusId, number) => {
          const value = number === null ? null : (number / 10).toFixed(1)
          const rows = [input, { ...eAg, Result: '128', StatusId }]
          const { open } = followersOf(rows, new Map([[1, value]]))
          const now = rows.map((row) => {
            const changed = open.find((one) => one.row.WorkItemId === row.WorkItemId)
            if (changed)
              return {
                ...row,
                Result: changed.judged.Result,
                NotCalculated: changed.judged.NotCalculated,
                StatusId: changed.StatusId,
              }
            return row.WorkItemId === 1 ? { ...row, Result: value } : row
          })
          expect(staleFormulas(now, judgeSale(now, new Map()))).toEqual([])
        },
      ),
    )
  })
})

test('a formula is approved after its inputs or together with them', () => {
  const rows = [aRow({ Result: '6.1', StatusId: 151 }), { ...eAg, Result: '128', StatusId: 151 }]
  const formula = rows[1] as ResultRow
  expect(asApproved(formula, rows, new Set()).OpenInputs).toEqual(['Potassium'])
  expect(asApproved(formula, rows, new Set([1])).OpenInputs).toEqual([])
  expect(asApproved(formula, [{ ...(rows[0] as ResultRow), StatusId: 154 }, formula], new Set()).OpenInputs).toEqual([])
})

describe('the facts of a judgement', () => {
  const own = anInterval({ ElementMeasurementId: 7, InstrumentId: 5, LowValue: 4, HighValue: 4.4 })

  test('the interval is that of the instrument of the tube', () => {
    const Measurements = [anInterval(), own]
    expect(judge(aRow({ Measurements, InstrumentId: 5 }), '4.6')).toMatchObject({
      Flag: 'H',
      Range: { ElementMeasurementId: 7 },
    })
    expect(judge(aRow({ Measurements, InstrumentId: 6 }), '4.6')).toMatchObject({
      Flag: 'N',
      Range: { ElementMeasurementId: 1 },
    })
  })

  test('a number without an interval is marked; a text, an empty result and one with an interval are not', () => {
    expect(judge(aRow({ Measurements: [] }), '4.6').NoRange).toBe(true)
    expect(judge(aRow({ Measurements: [] }), '').NoRange).toBe(false)
    expect(judge(aRow({ Measurements: [], resultTypeId: 35 }), 'clear').NoRange).toBe(false)
    expect(judge(aRow(), '4.6').NoRange).toBe(false)
  })

  test('a jump or a missing interval of the value just entered counts at once, that of the one before does not', () => {
    const delta = {
      PreviousResult: '5.0',
      PreviousDate: '2026-11-21T00:00:00Z',
      DeltaCheck: { type: 'abs', limit: 1, windowDays: 30 },
    } as const
    const entered = (row: ResultRow, text: string) => asEntered(row, judge(row, text), 151, { UserId: 3 })
    expect(entered(aRow(delta), '3.6')).toMatchObject({ IsDelta: true, NoRange: false })
    expect(entered(aRow({ ...delta, IsDelta: true, Result: '3.6' }), '4.9')).toMatchObject({ IsDelta: false })
    expect(entered(aRow({ Measurements: [] }), '3.6')).toMatchObject({ NoRange: true })
    expect(entered(aRow({ NoRange: true }), '3.6')).toMatchObject({ NoRange: false })
  })

  test('a call about the current result does not count for its amendment', () => {
    const call = {
      CalledTo: 'Dr Sawant',
      CalledRole: null,
      CalledPhone: null,
      CalledAt: '',
      CalledBy: '',
      ReadBack: true,
      Remarks: null,
    }
    const Amendment = { EnteredById: 3, Flag: 'HH', Result: '7.4', CriticalCall: null } as unknown as NonNullable<
      ResultRow['Amendment']
    >
    const out = aRow({ StatusId: 154, Result: '6.9', Flag: 'HH', CriticalCall: call, Amendment })
    expect(asWorkItem(out)).toMatchObject({ CriticalCalled: true, Amendment: { CriticalCalled: false } })
    expect(asWorkItem({ ...out, CriticalCall: null, Amendment: { ...Amendment, CriticalCall: call } })).toMatchObject({
      CriticalCalled: false,
      Amendment: { CriticalCalled: true },
    })
  })
  test('an amendment keeps the value where it is judged as before; with another flag or interval it does not', () => {
    const row = aRow({ StatusId: 154, Result: '6.9', Flag: 'N', NotCalculated: null })
    const same = { EnteredById: 3, Result: '6.9', NotCalculated: null, Flag: 'N', NoRange: false, ReviewNeeded: false }
    const keeps = (some: object) => {
      const Amendment = { ...same, ...some } as unknown as NonNullable<ResultRow['Amendment']>
      return asWorkItem({ ...row, NoRange: false, ReviewNeeded: false, Amendment }).Amendment?.KeepsValue
    }
    expect(keeps({ Comments: 'Checked again' })).toBe(true)
    for (const other of [{ Result: '7.0' }, { Flag: 'HH' }, { NoRange: true }, { ReviewNeeded: true }])
      expect(keeps(other)).toBe(false)
  })

  test('a result that cannot be calculated is entered with its reason, one that waits is pending', () => {
    const calculated = judge(eAg, '128')
    expect(statusOfCalculated(calculated)).toBe(151)
    expect(statusOfCalculated({ ...calculated, Result: null, NotCalculated: 'Division by zero' })).toBe(151)
    expect(statusOfCalculated({ ...calculated, Result: null })).toBe(150)
  })
})

// The interval that applies and the flag against it, by example and by property.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { pregnancyOf } from './draw.rules.ts'
import { man, row } from './ranges.fixture.ts'
import { candidateRanges, chooseRange, flagOf, noInterval, roundResult } from './ranges.rules.ts'
import type { Measured, Measurement } from './ranges.rules.ts'

describe('choosing the interval', () => {
  const rows = [
    row(1),
    row(2, { MinAge: 18, MaxAge: 60 }),
    row(3, { GenderId: 1 }),
    row(4, { GenderId: 2, MinAge: 18, MaxAge: 60 }),
    row(5, { InstrumentId: 1 }),
    row(6, { MinAge: 0, MaxAge: 0, MinAgeDays: 0, MaxAgeDays: 7 }),
    row(7, { MinAge: 0, MaxAge: 0 }),
    row(8, { MinAgeDays: 0, MaxAgeDays: 1000 }),
  ]
  const chosen = (who: Partial<Measured>, from = rows) => chooseRange(from, { ...man, ...who })?.ElementMeasurementId

  test('the instrument counts before the sex, the sex before the age span', () => {
    expect(chosen({})).toBe(5)
    expect(chosen({ instrumentId: 9 })).toBe(3)
    expect(chosen({ instrumentId: 9, genderId: 2 })).toBe(4)
    expect(chosen({ instrumentId: 9, genderId: 3 })).toBe(2)
    expect(chosen({ instrumentId: 9, genderId: null, ageYears: 70 })).toBe(1)
  })

  test('day rows win over year rows in the first two years, and never later', () => {
    const anyone = { instrumentId: null, genderId: null }
    expect(chosen({ ...anyone, ageYears: 0, ageDays: 7 })).toBe(6)
    expect(chosen({ ...anyone, ageYears: 0, ageDays: 8 })).toBe(8)
    expect(chosen({ ...anyone, ageYears: 2, ageDays: 740 })).toBe(1)
    expect(chosen({ ...anyone, ageYears: 0, ageDays: 30 }, rows.slice(0, 7))).toBe(7)
    const second = [row(9, { MinAgeDays: 8, MaxAgeDays: 28 })]
    expect([7, 8, 28, 29].map((ageDays) => chosen({ ...anyone, ageYears: 0, ageDays }, second))).toEqual([
      undefined,
      9,
      9,
      undefined,
    ])
  })

  test('hour rows win over day rows, and only where the time of birth is known', () => {
    const newborn = { instrumentId: null, genderId: null, ageYears: 0, ageDays: 1 }
    const hours = [...rows, row(9, { MinAgeHours: 0, MaxAgeHours: 23 }), row(10, { MinAgeHours: 24, MaxAgeHours: 47 })]
    expect([23, 24, 47, 48].map((ageHours) => chosen({ ...newborn, ageHours }, hours))).toEqual([9, 10, 10, 6])
    expect(chosen({ ...newborn, ageHours: null }, hours)).toBe(6)
    expect(chosen(newborn, hours)).toBe(6)
  })

  test('pregnant or not: by what is stated; where it is not and another row would hold, none', () => {
    const woman = { instrumentId: null, genderId: 2, ageYears: 30 }
    const curve = [row(1, { GenderId: 2, Pregnancy: 'yes' }), row(2, { Pregnancy: 'no' })]
    expect(chosen({ ...woman, pregnancy: 'yes' }, curve)).toBe(1)
    expect(chosen({ ...woman, pregnancy: 'no' }, curve)).toBe(2)
    expect(chosen({ ...woman, pregnancy: null }, curve)).toBeUndefined()
    expect(chosen({ ...woman, pregnancy: null }, [row(3)])).toBe(3)
    expect(chosen({ ...woman, pregnancy: 'yes' }, [row(3), row(4, { Pregnancy: 'yes' })])).toBe(4)
  })

  test('of a pregnant patient the row for pregnancy counts before that of the sex and of the instrument', () => {
    const rows = [
      row(1, { Pregnancy: 'yes' }),
      row(2, { GenderId: 2 }),
      row(3, { InstrumentId: 1, GenderId: 1 }),
      row(4, { InstrumentId: 1, GenderId: 2, MinAge: 40 }),
      row(5, { Pregnancy: 'no' }),
    ]
    const woman = { genderId: 2, ageYears: 30 }
    expect(chosen({ ...woman, pregnancy: 'yes' }, rows)).toBe(1)
    expect(chosen({ ...woman, ageYears: 45, pregnancy: 'yes' }, rows)).toBe(1)
    expect(chosen({ ...woman, pregnancy: 'no' }, rows)).toBe(2)
    expect(chosen({ ...woman, ageYears: 45, pregnancy: 'no' }, rows)).toBe(4)
    expect(chosen({}, rows)).toBe(3)
    expect(chosen({ ...woman, pregnancy: null }, rows)).toBeUndefined()
  })

  test('sex and age rule a pregnancy out; else it is as stated', () => {
    const woman = { genderId: 2, ageYears: 30 }
    expect([pregnancyOf(null, woman), pregnancyOf('yes', woman), pregnancyOf('no', woman)]).toEqual([null, 'yes', 'no'])
    expect(pregnancyOf('yes', { genderId: 1, ageYears: 30 })).toBe('no')
    expect([9, 10, 60, 61].map((ageYears) => pregnancyOf(null, { genderId: 2, ageYears }))).toEqual([
      ...['no', null, null, 'no'],
    ])
    expect(pregnancyOf(null, { genderId: null, ageYears: null })).toBeNull()
  })

  test('no row, no interval; an unknown age fits only where every age does', () => {
    expect(chooseRange([row(1, { MinAge: 18, MaxAge: 120 })], { ...man, ageYears: 17 })).toBeNull()
    expect(chooseRange([row(1, { MinAge: 18, MaxAge: 120 })], { ...man, ageYears: null, ageDays: null })).toBeNull()
    expect(chooseRange([row(1)], { ...man, ageYears: null, ageDays: null })?.ElementMeasurementId).toBe(1)
  })

  const someRow = fc.record({
    ElementMeasurementId: fc.integer({ min: 1, max: 10_000 }),
    InstrumentId: fc.constantFrom(null, 1, 2),
    GenderId: fc.constantFrom(null, 1, 2),
    MinAge: fc.constantFrom(null, 0, 1, 18),
    MaxAge: fc.constantFrom(null, 0, 17, 60, 120),
    MinAgeDays: fc.constantFrom(null, 0, 8),
    MaxAgeDays: fc.constantFrom(null, 7, 30, 800),
  })
  const rowsOf = fc
    .uniqueArray(someRow, { selector: (some) => some.ElementMeasurementId, maxLength: 12 })
    .map((some) => some.map((values) => row(values.ElementMeasurementId, values)))
  const person = fc
    .record({
      instrumentId: fc.constantFrom(null, 1, 2),
      genderId: fc.constantFrom(null, 1, 2, 3),
      ageDays: fc.integer({ min: 0, max: 40_000 }),
      pregnancy: fc.constantFrom('yes' as const, 'no' as const, null),
    })
    .map((who) => ({ ...who, ageYears: Math.floor(who.ageDays / 365.25) }))

  test('the choice is a candidate, there is one whenever there are candidates, and the order of rows does not matter', () => {
    fc.assert(
      fc.property(rowsOf, person, (measurements, who) => {
        const candidates = candidateRanges(measurements, who)
        const choice = chooseRange(measurements, who)
        expect(choice === null).toBe(candidates.length === 0)
        expect(chooseRange([...measurements].reverse(), who)).toEqual(choice)
        if (!choice) return
        expect(candidates).toContain(choice)
        if (candidates.some((other) => other.InstrumentId !== null)) expect(choice.InstrumentId).toBe(who.instrumentId)
        const same = candidates.filter((other) => other.InstrumentId === choice.InstrumentId)
        if (same.some((other) => other.GenderId !== null)) expect(choice.GenderId).toBe(who.genderId)
      }),
    )
  })
})

describe('the flag', () => {
  const potassium = row(1, { LowValue: 3.5, HighValue: 5.1, CriticallyLowValue: 2.5, CriticallyHighValue: 6.5 })
  const numeric = { ResultTypeId: 30, DecimalPlaces: 1 }
  const flag = (result: string, range: Measurement | null = potassium, element = numeric) =>
    flagOf(result, range, element).Flag

  test('bounds are normal, critical bounds are critical, rounding comes first', () => {
    expect(
      ['2.4', '2.5', '2.6', '3.4', '3.5', '4', '5.1', '5.2', '6.4', '6.5', '9'].map((result) => flag(result)),
    ).toEqual(['LL', 'LL', 'L', 'L', 'N', 'N', 'N', 'H', 'H', 'HH', 'HH'])
    expect(flag('3.45')).toBe('N')
    expect(flag('3.449')).toBe('L')
    expect(flag('5.149')).toBe('N')
    expect(flag('6.45')).toBe('HH')
    expect(flagOf('6.5', potassium, numeric)).toEqual({ Flag: 'HH', Critical: true, ReviewNeeded: false, Note: null })
  })

  test('without a row there is no flag: it is printed so and goes to review', () => {
    expect(flagOf('4', null, numeric)).toEqual({
      Flag: null,
      Critical: false,
      ReviewNeeded: true,
      Note: 'Interval not established for this age/sex',
    })
    expect(noInterval).toBe('Interval not established for this age/sex')
  })

  test('a row without bounds, no result, and text have no flag', () => {
    expect(flag('4', row(1))).toBeNull()
    expect(flag('')).toBeNull()
    for (const ResultTypeId of [31, 35, 36, 37])
      expect(flagOf('growth', null, { ResultTypeId, DecimalPlaces: 0 })).toMatchObject({
        Flag: null,
        ReviewNeeded: false,
      })
  })

  test('where a row has critical bounds alone, what is not critical has no flag and needs a person', () => {
    const newborn = row(1, { CriticallyHighValue: 15 })
    expect(['14.9', '15', '<3', '>20'].map((result) => flag(result, newborn))).toEqual([null, 'HH', null, 'HH'])
    expect(flagOf('14.9', newborn, numeric)).toEqual({
      Flag: null,
      Critical: false,
      ReviewNeeded: true,
      Note: 'Interval not established for this age/sex',
    })
    // one ordinary bound is enough
    expect(flag('14.9', row(1, { HighValue: 16, CriticallyHighValue: 20 }))).toBe('N')
  })

  test('chosen values are compared without blanks and in any case; what cannot be chosen is not normal', () => {
    const element = { ResultTypeId: 33, DecimalPlaces: null, AbnormalValues: ['Weakly positive ', ' Positive'] }
    const range = row(1, { PossibleValues: 'Negative | Weakly positive | Positive' })
    const flags = (...texts: string[]) => texts.map((text) => flagOf(text, range, element).Flag)
    expect(flags('Positive', 'positive', 'Weakly positive', 'Negative', 'negative ')).toEqual(['A', 'A', 'A', 'N', 'N'])
    expect(flagOf('Positiv', range, element)).toMatchObject({ Flag: null, ReviewNeeded: true })
  })

  test('a chosen value is abnormal when the element says so', () => {
    const choice = { ResultTypeId: 33, DecimalPlaces: 0, AbnormalValues: ['1+', '2+'] }
    expect(flagOf('2+', null, choice).Flag).toBe('A')
    expect(flagOf('Nil', null, choice).Flag).toBe('N')
    expect(flagOf('O', null, { ...choice, AbnormalValues: [] }).Flag).toBeNull()
  })

  test('results below or above a limit are flagged only as far as it is certain', () => {
    const limited = { ResultTypeId: 34, DecimalPlaces: 1 }
    const ferritin = row(1, { LowValue: 30, HighValue: 400 })
    const crp = row(1, { HighValue: 5 })
    const troponin = row(1, { HighValue: 34.2, CriticallyHighValue: 100 })
    expect(flag('<5', ferritin, limited)).toBe('L')
    expect(flag('<30', ferritin, limited)).toBe('L')
    expect(flagOf('<40', ferritin, limited)).toMatchObject({ Flag: null, ReviewNeeded: true })
    expect(flag('>2000', ferritin, limited)).toBe('H')
    expect(flag('>400', ferritin, limited)).toBe('H')
    expect(flag('<5', crp, limited)).toBe('N')
    expect(flag('<0.3', crp, limited)).toBe('N')
    expect(flag('> 100', troponin, limited)).toBe('HH')
    expect(flagOf('>50', troponin, limited)).toMatchObject({ Flag: 'H', ReviewNeeded: true })
    expect(flag('<=2.5', potassium, limited)).toBe('LL')
    expect(flag('4.2', potassium, limited)).toBe('N')
  })

  const bound = fc.integer({ min: 0, max: 1000 })
  const range = fc
    .tuple(bound, bound, bound, bound, fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }))
    .map(([a, b, c, d, kept]) => {
      const [critLow = 0, low = 0, high = 0, critHigh = 0] = [a, b, c, d]
        .sort((x, y) => x - y)
        .map((value, index) => value + index)
      const keep = (value: number, index: number) => (kept[index] ? value / 10 : null)
      return row(1, {
        CriticallyLowValue: keep(critLow, 0),
        LowValue: keep(low, 1),
        HighValue: keep(high, 2),
        CriticallyHighValue: keep(critHigh, 3),
      })
    })
  const order = ['LL', 'L', 'N', 'H', 'HH']

  test('a higher value never has a lower flag, and the bounds themselves are normal', () => {
    fc.assert(
      fc.property(range, bound, bound, (holds, a, b) => {
        if (
          [holds.LowValue, holds.HighValue, holds.CriticallyLowValue, holds.CriticallyHighValue].every(
            (value) => value === null,
          )
        )
          return
        const [low, high] = [Math.min(a, b) / 10, Math.max(a, b) / 10]
        // between critical bounds alone there is no flag
        const place = (value: number): number => order.indexOf(flag(String(value), holds) ?? 'N')
        expect(place(low)).toBeLessThanOrEqual(place(high))
        if (holds.LowValue !== null) expect(flag(String(holds.LowValue), holds)).toBe('N')
        if (holds.HighValue !== null) expect(flag(String(holds.HighValue), holds)).toBe('N')
        if (holds.CriticallyLowValue !== null) expect(flag(String(holds.CriticallyLowValue), holds)).toBe('LL')
        if (holds.CriticallyHighValue !== null) expect(flag(String(holds.CriticallyHighValue), holds)).toBe('HH')
      }),
    )
  })

  test('a value below a limit has the flag of the limit, or none was given', () => {
    fc.assert(
      fc.property(range, bound, fc.integer({ min: 1, max: 500 }), (holds, limit, less) => {
        const flagged = flagOf(`<${limit / 10}`, holds, { ResultTypeId: 34, DecimalPlaces: 1 })
        if (flagged.Flag === null || flagged.ReviewNeeded) return
        expect(flag(String((limit - less) / 10), holds)).toBe(flagged.Flag)
      }),
    )
  })
})

test('results are rounded half up to the decimals of the element', () => {
  expect([
    roundResult(2.345, 2),
    roundResult(1.005, 2),
    roundResult(-0.04, 1),
    roundResult(7, 0),
    roundResult(86.25, 1),
    roundResult(5, null),
  ]).toEqual(['2.35', '1.01', '0.0', '7', '86.3', '5'])
})

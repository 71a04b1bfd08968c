// What holds of the ranges of an element while a state of the patient is not known.
import { describe, expect, test } from 'vitest'
import { man, row } from './ranges.fixture.ts'
import { chooseRange, meanwhile, type Measured } from './ranges.rules.ts'

describe('while a state is not known', () => {
  const woman: Measured = { ...man, genderId: 2, pregnancy: null, cyclePhase: null }
  const rows = [
    row(1, { LowValue: 1, HighValue: 9, CriticallyHighValue: 20 }),
    row(2, { CyclePhase: 'luteal', LowValue: 2, HighValue: 8, CriticallyLowValue: 1, CriticallyHighValue: 15 }),
    row(3, { CyclePhase: 'mid-cycle', CriticallyHighValue: 30 }),
    row(4, { GenderId: 1, CriticallyHighValue: 5 }),
  ]
  test('the strictest critical bounds of the ranges that may hold are called about, and no ordinary one', () => {
    expect(meanwhile(rows, woman)).toMatchObject({
      ElementMeasurementId: null,
      LowValue: null,
      HighValue: null,
      CriticallyLowValue: 1,
      CriticallyHighValue: 15,
    })
  })
  test('known, or without a critical bound, there is none', () => {
    expect(meanwhile(rows, { ...woman, cyclePhase: 'mid-cycle' })).toBeNull()
    expect(meanwhile(rows, { ...man, cyclePhase: 'none' })).toBeNull()
    const without = rows.map((one) => ({ ...one, CriticallyLowValue: null, CriticallyHighValue: null }))
    expect(meanwhile(without, woman)).toBeNull()
  })
  test('of the weeks of a pregnancy too, where they are not known', () => {
    const pregnant: Measured = { ...woman, pregnancy: 'yes', weeks: null }
    const byWeek = [
      row(1, { LowValue: 1, HighValue: 9, CriticallyHighValue: 5 }),
      row(2, { Pregnancy: 'yes', MaxWeeks: 13, CriticallyHighValue: 20 }),
      row(3, { Pregnancy: 'yes', MinWeeks: 14, MaxWeeks: 27, CriticallyLowValue: 2, CriticallyHighValue: 15 }),
      row(4, { Pregnancy: 'yes', MinWeeks: 28, CriticallyHighValue: 30 }),
    ]
    expect(chooseRange(byWeek, pregnant)).toBeNull()
    expect(meanwhile(byWeek, pregnant)).toMatchObject({ CriticallyLowValue: 2, CriticallyHighValue: 15 })
    expect([13, 14, 27, 28].map((weeks) => chooseRange(byWeek, { ...pregnant, weeks })?.ElementMeasurementId)).toEqual([
      2, 3, 3, 4,
    ])
    expect(meanwhile(byWeek, { ...pregnant, weeks: 30 })).toBeNull()
    // one for any week holds where none names it
    const some = [row(5, { Pregnancy: 'yes' }), row(6, { Pregnancy: 'yes', MinWeeks: 20, MaxWeeks: 24 })]
    expect([19, 20].map((weeks) => chooseRange(some, { ...pregnant, weeks })?.ElementMeasurementId)).toEqual([5, 6])
  })
  test('of a range from before, treatment counts before the phase, and that before fasting', () => {
    const apart = [row(1, { Fasting: 'yes' }), row(2, { CyclePhase: 'luteal' }), row(3, { Treatment: 'yes' })]
    const who = { ...man, genderId: 2, fasting: 'yes', cyclePhase: 'luteal', treatment: 'yes' } as const
    expect(chooseRange(apart, who)?.ElementMeasurementId).toBe(3)
    expect(chooseRange(apart.slice(0, 2), who)?.ElementMeasurementId).toBe(2)
  })
})

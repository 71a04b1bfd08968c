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
  test('of a range from before, treatment counts before the phase, and that before fasting', () => {
    const apart = [row(1, { Fasting: 'yes' }), row(2, { CyclePhase: 'luteal' }), row(3, { Treatment: 'yes' })]
    const who = { ...man, genderId: 2, fasting: 'yes', cyclePhase: 'luteal', treatment: 'yes' } as const
    expect(chooseRange(apart, who)?.ElementMeasurementId).toBe(3)
    expect(chooseRange(apart.slice(0, 2), who)?.ElementMeasurementId).toBe(2)
  })
})

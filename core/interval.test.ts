// How intervals, their classes and units are written.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classAt, intervalText, intervalWords, unitText } from './interval.ts'

const ldl = 'Optimal < 100; near-optimal 100 - 129; borderline 130 - 159; high 160 - 189; very high >= 190'

test('an interval has an en dash and printed signs, and no sign is separated from its number', () => {
  expect(['13.0 - 17.0', '60-89', '>= 190', '<= 5', 'near-optimal'].map(intervalText)).toEqual([
    '13.0–17.0',
    '60–89',
    '≥\u00a0190',
    '≤\u00a05',
    'near-optimal',
  ])
})
test('classes: the column shows the bounds of the desirable one, the line below shows them all', () => {
  const words = intervalWords(ldl, null, 99)
  expect(words).toMatchObject({ Short: '<\u00a0100', Note: null, Desirable: 0, Whole: true })
  expect(words.Classes.map((one) => one.Text)).toEqual([
    'Optimal <\u00a0100',
    'near-optimal 100–129',
    'borderline 130–159',
    'high 160–189',
    'very high ≥\u00a0190',
  ])
  expect([99, 100, 129.5, 160, 190, 400].map((value) => classAt(words, value))).toEqual([0, 1, 1, 3, 4, 4])
})
test('classes from high to low, a desirable one in the middle, one that excludes its bound, and a gap', () => {
  const egfr = intervalWords('G1 >= 90; G2 60-89; G3a 45-59; G3b 30-44; G4 15-29; G5 < 15', 90, null)
  expect([egfr.Short, egfr.Desirable, classAt(egfr, 46), classAt(egfr, 59.5), classAt(egfr, 14.9)]).toEqual([
    '≥\u00a090',
    0,
    2,
    2,
    5,
  ])
  const vitamin = intervalWords(
    'Deficient < 20; insufficient 20 - 29; sufficient 30 - 100; possible toxicity > 100',
    30,
    100,
  )
  expect([vitamin.Short, vitamin.Desirable, classAt(vitamin, 100), classAt(vitamin, 101)]).toEqual(['30–100', 2, 2, 3])
  const glucose = intervalWords('70 - 139; >= 200 with symptoms suggests diabetes', 70, 139)
  expect([glucose.Short, glucose.Whole, classAt(glucose, 150), classAt(glucose, 210)]).toEqual([
    '70–139',
    false,
    undefined,
    1,
  ])
  const crp = intervalWords('Low risk < 1; average 1 - 3; high > 3', null, 3)
  expect([crp.Short, crp.Desirable, classAt(crp, 3), classAt(crp, 3.1)]).toEqual(['≤\u00a03', undefined, 1, 2])
})
test('a text that is not a list of classes is shown unchanged, below its bounds', () => {
  const phases = 'Follicular 3.5 - 12.5; mid-cycle 4.7 - 21.5; luteal 1.7 - 7.7'
  expect(intervalWords(phases, null, null)).toMatchObject({ Short: '', Note: intervalText(phases), Classes: [] })
  expect(intervalWords('0.270 - 4.200; pregnancy: use trimester-specific range', 0.27, 4.2)).toMatchObject({
    Short: '0.270–4.200',
    Note: '0.270–4.200; pregnancy: use trimester-specific range',
  })
  expect(intervalWords('0.85 - 1.15 (not on anticoagulant)', 0.85, 1.15)).toMatchObject({
    Short: '0.85–1.15',
    Note: '0.85–1.15 (not on anticoagulant)',
  })
  expect(intervalWords('Morning (6 - 10 am) 6.02 - 18.40', 6.02, 18.4).Short).toBe('6.02–18.40')
  expect(intervalWords('Non-smoker < 3.8; smoker < 5.5; decision limit 5.0', null, 5).Short).toBe('≤\u00a05')
  expect(intervalWords('Not seen', null, null)).toMatchObject({ Short: 'Not seen', Note: null })
  expect(intervalWords('13.0 - 17.0', 13, 17)).toMatchObject({ Short: '13.0–17.0', Note: null })
  expect(intervalWords(null, 60, null).Short).toBe('≥\u00a060')
  expect(intervalWords('-', null, null).Short).toBe('')
})
test('a value is in one class at most, and always in one where the classes have no gap', () => {
  const words = intervalWords(ldl, null, 99)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1000, noNaN: true }), (value) => {
      const at = classAt(words, value)
      expect(at).toBeDefined()
      const { From, Till } = words.Classes[at ?? 0] ?? {}
      expect(value).toBeGreaterThanOrEqual(From ?? 0)
      expect(value).toBeLessThan((Till ?? Infinity) + 1)
    }),
  )
})
test('powers of a unit are raised; a dash and a container are not units', () => {
  expect(['mg/dL', '10^6/µL', '-', '{slide}', null].map(unitText)).toEqual(['mg/dL', '10⁶/µL', '', '', ''])
})

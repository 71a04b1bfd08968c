// Which two ranges meet in one patient, and which third range answers it.
import { expect, test } from 'vitest'
import { gender } from '../../lists/items.model.ts'
import { bothStateErrors } from './both-states.rules.ts'

type Range = Parameters<typeof bothStateErrors>[0][number]
const places = (...rows: readonly Range[]): readonly string[] => Object.keys(bothStateErrors(rows))
const luteal: Range = { CyclePhase: 'luteal' }
const treated: Range = { Treatment: 'yes' }

test('a phase and a treatment meet; a range that names both, or says who is not treated, answers it', () => {
  expect(places(luteal, treated)).toEqual(['ElementMeasurements.1.Treatment'])
  expect(places(treated, luteal)).toEqual(['ElementMeasurements.1.CyclePhase'])
  expect(bothStateErrors([luteal, treated])).toEqual({
    'ElementMeasurements.1.Treatment': [
      'One patient may be of both: Luteal phase; On treatment. Add a range that names both',
    ],
  })
  expect(places(luteal, treated, { ...luteal, ...treated })).toEqual([])
  expect(places({ ...luteal, Treatment: 'no' }, treated)).toEqual([])
  // one that is closer in each state, and one for whatever state
  expect(places(luteal, { ...luteal, ...treated }, {})).toEqual([])
})

test('ranges of other people do not meet: of another sex, age or instrument, or in pregnancy', () => {
  expect(places({ ...luteal, GenderId: gender.Female }, { ...treated, GenderId: gender.Male })).toEqual([])
  expect(places({ ...luteal, MaxAge: 40 }, { ...treated, MinAge: 41 })).toEqual([])
  expect(places({ ...luteal, MaxAge: 40 }, { ...treated, MinAge: 40 })).toHaveLength(1)
  expect(places({ Fasting: 'yes', MaxAgeHours: 24 }, { ...treated, MinAgeDays: 2, MaxAgeDays: 28 })).toEqual([])
  expect(places({ Fasting: 'yes', MaxAgeDays: 28 }, { ...treated, MinAge: 0, MaxAge: 0 })).toHaveLength(1)
  expect(places({ ...luteal, InstrumentId: 1 }, { ...treated, InstrumentId: 2 })).toEqual([])
  expect(places(luteal, { Pregnancy: 'yes', Treatment: 'yes' })).toEqual([])
  // a man has no cycle
  expect(places({ Fasting: 'yes', GenderId: gender.Male }, luteal)).toEqual([])
  // one for pregnancy is before all others
  expect(places({ Fasting: 'yes' }, { Pregnancy: 'yes' })).toEqual([])
})

test('ranges for other weeks of a pregnancy do not meet; for the same ones a third answers what holds in both', () => {
  const [early, late] = [
    { Pregnancy: 'yes', MaxWeeks: 13 },
    { Pregnancy: 'yes', MinWeeks: 14 },
  ] as const
  expect(places(early, late)).toEqual([])
  expect(places({ ...early, Fasting: 'yes' }, { ...late, Treatment: 'yes' })).toEqual([])
  const fasting = { Pregnancy: 'yes', Fasting: 'yes' } as const
  expect(places(early, fasting)).toEqual(['ElementMeasurements.1.Fasting'])
  expect(places(fasting, early)).toEqual(['ElementMeasurements.1.MinWeeks'])
  expect(places(early, fasting, { ...early, ...fasting })).toEqual([])
  expect(places(early, fasting, { ...early, ...fasting, MaxWeeks: 12 })).toHaveLength(1)
})

test('a third range that is not for all whom both are for leaves the question open', () => {
  const both = { ...luteal, ...treated }
  expect(places(luteal, treated, { ...both, MaxAge: 30 })).toHaveLength(1)
  expect(places(luteal, treated, { ...both, GenderId: gender.Female })).toHaveLength(1)
  expect(places({ ...luteal, GenderId: gender.Female }, treated, { ...both, GenderId: gender.Female })).toEqual([])
  expect(places(luteal, treated, { ...both, Fasting: 'yes' })).toHaveLength(1)
})

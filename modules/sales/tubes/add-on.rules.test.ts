// A product added to a sale uses an existing tube, while its volume and its stability allow.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { sampleStatus, sampleStatuses } from '../../lists/items.model.ts'
import { drawsOf, mayAddOn, together, type TubeThere } from './add-on.rules.ts'
import type { ElementToSample } from './sampling.rules.ts'

const now = new Date('2026-11-22T10:00:00Z')
const hoursAgo = (hours: number): string => new Date(now.getTime() - hours * 3_600_000).toISOString()
const element = (ElementId: number, StdVolume: number, some: Partial<ElementToSample> = {}): ElementToSample => ({
  ElementId,
  PerformingLabId: 2,
  route: [2],
  specimens: [{ SpecimenId: 1, StdVolume, TemperatureId: 61, StableHours: null }],
  SampleTimePoint: null,
  formulaInputs: [],
  LabInstrumentId: ElementId,
  TestId: ElementId,
  ...some,
})
const tube = (some: Partial<TubeThere> = {}): TubeThere => ({
  Barcode: 'A-01',
  StatusId: sampleStatus.Delivered,
  CollectionDate: hoursAgo(1),
  isReplaced: false,
  draws: drawsOf([element(1, 2)], 1),
  ...some,
})
const serum = { SpecimenId: 1 }
const why = (there: TubeThere, ...elements: ElementToSample[]) => reasonOf(mayAddOn(there, elements, serum, 4, now))

test('as much as is left in the tube; elements that share a draw need no more', () => {
  expect(why(tube(), element(2, 2))).toBeUndefined()
  expect(why(tube(), element(2, 2.1))).toBe('A-01 has 2 left and 2.1 is needed')
  expect(why(tube(), element(2, 1), element(3, 1.5))).toBe('A-01 has 2 left and 2.5 is needed')
  // of the same instrument: the larger counts
  expect(why(tube(), element(2, 4, { LabInstrumentId: 1 }))).toBeUndefined()
  expect(why(tube(), element(9, 50, { formulaInputs: [1] }))).toBeUndefined()
  // without a volume it needs none, of any specimen
  expect(why(tube({ draws: drawsOf([element(1, 4)], 1) }), { ...element(2, 9), specimens: [] })).toBeUndefined()
  expect(why(tube({ draws: drawsOf([element(1, 4)], 1) }), element(2, 0.1))).toBe('A-01 has 0 left and 0.1 is needed')
  // overfull already: an element that needs no more volume still goes on it
  expect(why(tube({ draws: drawsOf([element(1, 5)], 1) }), element(2, 5, { LabInstrumentId: 1 }))).toBeUndefined()
})

test('a tube is usable as long as the first of its new elements is stable; one not collected yet has no limit', () => {
  const stable = (hours: number) =>
    element(2, 1, { specimens: [{ SpecimenId: 1, StdVolume: 1, TemperatureId: 61, StableHours: hours }] })
  expect(why(tube({ CollectionDate: hoursAgo(4) }), stable(4))).toBeUndefined()
  expect(why(tube({ CollectionDate: hoursAgo(30) }), stable(24))).toBe(
    'A-01 was collected 30 h ago and is stable for 24 h',
  )
  expect(why(tube({ CollectionDate: null, StatusId: sampleStatus.ToBeCollected }), stable(1))).toBeUndefined()
  expect(why(tube({ CollectionDate: hoursAgo(4.1) }), stable(4))).toBe(
    'A-01 was collected 4 h ago and is stable for 4 h',
  )
  // the first of them; an unset stability does not limit
  expect(why(tube({ CollectionDate: hoursAgo(5) }), stable(24), element(3, 1), stable(4))).toContain('stable for 4 h')
  // of another specimen, or never set
  expect(why(tube({ CollectionDate: hoursAgo(999) }), element(2, 1))).toBeUndefined()
})

test('a lost, rejected, discarded or recollected tube is not used', () => {
  for (const { id } of Object.values(sampleStatuses.items))
    expect([id, mayAddOn(tube({ StatusId: id }), [element(2, 1)], serum, 4, now).ok]).toEqual([
      id,
      [115, 116, 117, 120, 121].includes(id),
    ])
  expect(why(tube({ isReplaced: true }), element(2, 1))).toBe('A-01 was recollected')
  expect(why(tube({ StatusId: sampleStatus.Rejected }), element(2, 1))).toBe('A-01 is "Received - rejected"')
})

test('no series of additions overfills a tube, and elements that fit at once fit one by one', () => {
  const anElement = fc.record({ id: fc.integer({ min: 1, max: 6 }), volume: fc.constantFrom(0, 0.5, 1, 2, 3) })
  fc.assert(
    fc.property(fc.array(anElement, { maxLength: 10 }), fc.constantFrom(2, 4, 6), (wanted, holds) => {
      let there = tube({ draws: new Map() })
      const elements = wanted.map(({ id, volume }) => element(id, volume))
      const fitsAtOnce = mayAddOn(there, elements, serum, holds, now).ok
      for (const one of elements) {
        const may = mayAddOn(there, [one], serum, holds, now).ok
        if (fitsAtOnce) expect(may).toBe(true)
        if (may) there = { ...there, draws: together(there.draws, drawsOf([one], 1)) }
        expect([...there.draws.values()].reduce((sum, volume) => sum + volume, 0)).toBeLessThanOrEqual(holds)
      }
    }),
  )
})

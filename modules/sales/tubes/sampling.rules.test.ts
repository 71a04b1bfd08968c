// Tubes: every element in one, alike together, no tube overfull.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { planSamples } from './sampling.rules.ts'
import type { ElementToSample } from './sampling.rules.ts'

const serum = { SpecimenId: 1, StdVolume: 1, TemperatureId: 61 }
const edta = { SpecimenId: 3, StdVolume: 2, TemperatureId: 60 }
const element = (ElementId: number, some: Partial<ElementToSample> = {}): ElementToSample => ({
  ElementId,
  PerformingLabId: 2,
  route: [2],
  specimens: [serum],
  SampleTimePoint: null,
  formulaInputs: [],
  LabInstrumentId: 5,
  TestId: 1,
  ...some,
})
const tubes = (elements: ElementToSample[]) =>
  planSamples(elements, 4).map((sample) => sample.elements.map((one) => one.ElementId))

describe('planning samples', () => {
  test('one for each specimen, time point and performing lab', () => {
    const plan = planSamples(
      [
        element(1),
        element(2),
        element(3, { specimens: [edta] }),
        element(4, { SampleTimePoint: 'PP2' }),
        element(5, { PerformingLabId: 4 }),
      ],
      4,
    )
    expect(
      plan.map((sample) => [
        sample.number,
        sample.SpecimenId,
        sample.SampleTimePoint,
        sample.PerformingLabId,
        sample.elements.length,
      ]),
    ).toEqual([
      [1, 1, null, 2, 2],
      [2, 3, null, 2, 1],
      [3, 1, 'PP2', 2, 1],
      [4, 1, null, 4, 1],
    ])
  })

  test('elements of one instrument share a draw, a further tube is used when the volume does not fit', () => {
    const bigDraw = (id: number, LabInstrumentId: number) =>
      element(id, { LabInstrumentId, specimens: [{ ...serum, StdVolume: 2 }] })
    expect(tubes([bigDraw(1, 5), bigDraw(2, 5), bigDraw(3, 6), bigDraw(4, 7)])).toEqual([[1, 2, 3], [4]])
    expect(tubes([element(1, { specimens: [{ ...serum, StdVolume: 20 }] })])).toEqual([[1]])
    expect(
      tubes(
        [1, 2, 3].map((id) =>
          element(id, { LabInstrumentId: null, TestId: id, specimens: [{ ...serum, StdVolume: 2 }] }),
        ),
      ),
    ).toEqual([[1, 2], [3]])
  })

  test('formulas use the sample of their first input', () => {
    const plan = planSamples(
      [
        element(9, { formulaInputs: [8] }),
        element(8, { formulaInputs: [2, 1] }),
        element(1),
        element(2, { specimens: [edta] }),
      ],
      4,
    )
    expect(plan.find((sample) => sample.SpecimenId === 3)?.elements.map((one) => one.ElementId)).toEqual([2, 9, 8])
    expect(plan.find((sample) => sample.SpecimenId === 3)?.elements.at(-1)?.LabInstrumentId).toBeNull()
    expect(tubes([element(9, { formulaInputs: [77] })])).toEqual([[9]])
    expect(
      tubes([element(8, { formulaInputs: [9] }), element(9, { formulaInputs: [8] })])
        .flat()
        .sort(),
    ).toEqual([8, 9])
  })

  test('of several specimens the one that is collected anyway', () => {
    expect(planSamples([element(1, { specimens: [edta] }), element(2, { specimens: [serum, edta] })], 4)).toHaveLength(
      1,
    )
    expect(planSamples([element(2, { specimens: [serum, edta] })], 4)[0]?.SpecimenId).toBe(1)
    expect(planSamples([element(1, { specimens: [] })], 4)).toEqual([])
  })

  test('every element is in exactly one tube of its kind, and no tube of several draws is overfull', () => {
    const anElement = fc.record({
      PerformingLabId: fc.constantFrom(2, 3),
      SampleTimePoint: fc.constantFrom(null, 'PP2'),
      LabInstrumentId: fc.constantFrom(null, 5, 6, 7),
      TestId: fc.integer({ min: 1, max: 4 }),
      formulaInputs: fc.oneof(
        fc.constant([]),
        fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 2 }),
      ),
      specimens: fc.uniqueArray(
        fc.record({
          SpecimenId: fc.integer({ min: 1, max: 3 }),
          StdVolume: fc.constantFrom(null, 0.5, 1, 2.7, 20),
          TemperatureId: fc.constant(60),
        }),
        {
          minLength: 1,
          maxLength: 2,
          selector: (choice) => choice.SpecimenId,
        },
      ),
    })
    fc.assert(
      fc.property(fc.array(anElement, { maxLength: 12 }), (parts) => {
        const elements = parts.map((some, index) => element(index + 1, some))
        const plan = planSamples(elements, 4)
        expect(plan.flatMap((sample) => sample.elements.map((one) => one.ElementId)).sort((a, b) => a - b)).toEqual(
          elements.map((one) => one.ElementId),
        )
        expect(plan.map((sample) => sample.number)).toEqual(plan.map((_, index) => index + 1))
        for (const sample of plan) {
          const here = elements.filter(
            (one) =>
              one.formulaInputs.length === 0 && sample.elements.some((placed) => placed.ElementId === one.ElementId),
          )
          for (const one of here) {
            expect([one.PerformingLabId, one.SampleTimePoint]).toEqual([sample.PerformingLabId, sample.SampleTimePoint])
            expect(one.specimens.map((choice) => choice.SpecimenId)).toContain(sample.SpecimenId)
          }
          const volumeOf = (one: ElementToSample) =>
            one.specimens.find((choice) => choice.SpecimenId === sample.SpecimenId)?.StdVolume ?? 0
          const draws = new Set(
            here.filter((one) => volumeOf(one) > 0).map((one) => `${one.LabInstrumentId ?? `t${one.TestId}`}`),
          )
          if (draws.size > 1) expect(sample.volume).toBeLessThanOrEqual(4 + 1e-9)
        }
      }),
    )
  })
})

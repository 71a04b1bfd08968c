// The source of a value: typed, calculated, reported from outside, unchanged; its sign apart from its number.
import { expect, test } from 'vitest'
import { workItemStatus } from '../../lists/items.model.ts'
import { measuredOf, sourceOf, sourceWords } from './source.rules.ts'

const row: Parameters<typeof sourceOf>[0] = {
  Result: null,
  Formula: null,
  StatusId: workItemStatus.Pending,
  Source: null,
  LabInstrumentId: 5,
  MeasuredAt: null,
  OutsideLab: null,
}
const earlier = '2026-11-01T04:00:00.000Z'
const measured = { ...row, Result: '4.1', Source: 'analyser' as const, MeasuredAt: earlier }

test('a limited result has its sign apart from its number, and words have neither', () => {
  expect(
    ['<0.5', '<=2', '≤2', '>100', '≥ 60', '>=60', '.5', '-3.20', 'Reactive', null].map((text) => measuredOf(text)),
  ).toEqual([
    { comparator: '<', number: '0.5' },
    { comparator: '<=', number: '2' },
    { comparator: '<=', number: '2' },
    { comparator: '>', number: '100' },
    { comparator: '>=', number: '60' },
    { comparator: '>=', number: '60' },
    { comparator: null, number: '0.5' },
    { comparator: null, number: '-3.20' },
    { comparator: null, number: null },
    { comparator: null, number: null },
  ])
})

test('each source has its words', () => {
  expect(sourceWords).toEqual({
    person: 'Entered by hand',
    analyser: 'Sent by the analyser',
    formula: 'Calculated',
    'outside lab': 'Measured by an outside laboratory',
    rule: 'Set by a rule',
  })
})

test('a typed value is from a person on the planned instrument, now', () => {
  const typed = { Source: 'person', LabInstrumentId: 5, MeasuredAt: null }
  expect(sourceOf(row, { Result: '4.1' })).toEqual(typed)
  // over a value of the analyser
  expect(sourceOf(measured, { Result: '4.2' })).toEqual(typed)
})

test('a value that is judged again retains place and time of measurement', () => {
  expect(sourceOf(measured, { Result: '4.1' })).toEqual({ Source: 'analyser', LabInstrumentId: 5, MeasuredAt: earlier })
})

test('a calculated value is from its formula, at the moment of its calculation', () => {
  const formula = { ...row, Formula: '{1} * 2' }
  const calculated = { ...formula, Result: '8', Source: 'formula' as const, LabInstrumentId: null, MeasuredAt: earlier }
  const now = { Source: 'formula', LabInstrumentId: null, MeasuredAt: null }
  expect(sourceOf(formula, { Result: '8' })).toEqual(now)
  expect(sourceOf(calculated, { Result: '10' })).toEqual(now)
  expect(sourceOf(calculated, { Result: '8' })).toEqual({ ...now, MeasuredAt: earlier })
})

test('a referred value is from an outside laboratory, even when it is corrected; after a repeat it is measured here', () => {
  const outside = { Source: 'outside lab', LabInstrumentId: null, MeasuredAt: null }
  expect(sourceOf({ ...row, StatusId: workItemStatus.ReferredOut }, { Result: '3' })).toEqual(outside)
  expect(sourceOf({ ...row, Result: '3', Source: 'outside lab', LabInstrumentId: null }, { Result: '4' })).toEqual(
    outside,
  )
  const repeated = { ...row, StatusId: workItemStatus.Repeat }
  expect(sourceOf(repeated, { Result: '3' })).toMatchObject({ Source: 'person' })
  // where the performing lab is outside, it measures the repeat, too
  expect(sourceOf({ ...repeated, OutsideLab: 'Reference' }, { Result: '3' })).toEqual(outside)
})

// From which day changed ranges hold, and who agrees to them.
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { fromErrors, judgesOtherwise, mayChangeRanges, mayLoosen, type Days } from './in-force.rules.ts'

const days: Days = { from: null, today: '2026-04-01', comingFrom: null }
const said = (change: Partial<Days>, after = {}, before: object | null = {}) =>
  fromErrors(before, after, { ...days, ...change })
const wrong = (text: string) => ({ RangesFrom: [text] })

test('a day that has passed is refused, today and a later one are not', () => {
  expect(said({ from: '2026-03-31' })).toEqual(wrong('This day has passed: choose today or a later day'))
  for (const from of ['2026-04-01', '2026-04-02', null]) expect(said({ from })).toEqual({})
})
test('none hold before those that are to come', () => {
  const text = 'Ranges hold from 10-Apr-2026 already: choose that day or a later one'
  const comingFrom = '2026-04-10'
  for (const from of [null, '2026-04-09']) expect(said({ from, comingFrom })).toEqual(wrong(text))
  for (const from of ['2026-04-10', '2026-04-11']) expect(said({ from, comingFrom })).toEqual({})
})
test.each(['UnitOfMeasure', 'Ucum'])('with another %s they change at once', (name) => {
  const [before, after] = [{ [name]: 'mg/dL' }, { [name]: 'mmol/L' }]
  expect(said({ from: '2026-04-02' }, after, before)).toEqual(
    wrong('The unit changes at once: choose today, so that its ranges do'),
  )
  for (const from of [null, '2026-04-01']) expect(said({ from }, after, before)).toEqual({})
  expect(said({ from: '2026-04-02' }, { [name]: ' mg/dL ' }, before)).toEqual({})
  expect(said({ from: '2026-04-02' }, after, null)).toEqual({})
})
const atOnce = wrong(
  'Formula, decimal places, delta check, abnormal and critical values change at once: choose today, or save them on ' +
    'their own',
)
test.each([
  [{ AbnormalValues: 'Reactive' }, { AbnormalValues: 'Reactive, Weak' }],
  [{ CriticalValues: 'Seen' }, { CriticalValues: 'Seen, Many' }],
  [{ Formula: '{1} * 2' }, { Formula: '{1} * 3' }],
  [{ DecimalPlaces: 1 }, { DecimalPlaces: 2 }],
  [{ ResultTypeId: 30 }, { ResultTypeId: 34 }],
  [
    { DeltaCheck: { type: 'percent', limit: 20, windowDays: 30 } },
    { DeltaCheck: { type: 'percent', limit: 20, windowDays: 31 } },
  ],
  [{ DeltaCheck: null }, { DeltaCheck: { type: 'percent', limit: 20, windowDays: 30 } }],
])('%o judges otherwise than %o, and at once', (before, after) => {
  expect(judgesOtherwise(before, after)).toBe(true)
  expect(judgesOtherwise(before, before)).toBe(false)
  expect(said({ from: '2026-04-02' }, after, before)).toEqual(atOnce)
  expect(said({ from: '2026-04-01' }, after, before)).toEqual({})
})
test('another unit reads otherwise, one that is filled in or taken out does not', () => {
  for (const name of ['UnitOfMeasure', 'Ucum']) {
    expect(judgesOtherwise({ [name]: 'mg/dL' }, { [name]: 'mmol/L' })).toBe(true)
    expect(judgesOtherwise({ [name]: '' }, { [name]: 'mmol/L' })).toBe(false)
    expect(judgesOtherwise({ [name]: 'mg/dL' }, { [name]: null })).toBe(false)
  }
})
test('blanks, nothing and the order of a delta check judge as before', () => {
  expect(judgesOtherwise({ AbnormalValues: 'Reactive' }, { AbnormalValues: ' Reactive' })).toBe(false)
  expect(judgesOtherwise({}, { AbnormalValues: '', DeltaCheck: null })).toBe(false)
  expect(
    judgesOtherwise(
      { DeltaCheck: { type: 'percent', limit: 20, windowDays: 30 } },
      { DeltaCheck: { windowDays: 30, limit: 20, type: 'percent' } },
    ),
  ).toBe(false)
})
test('a pathologist agrees once results are released', () => {
  expect(mayChangeRanges(false, null).ok).toBe(true)
  const needs = { kind: 'interval', by: [role.Pathologist] }
  expect(mayChangeRanges(true, null)).toMatchObject({ code: 'ranges-agreed', needs })
  expect(mayChangeRanges(true, null)).toMatchObject({
    reason: expect.stringContaining('from that moment on'),
  })
  expect(mayChangeRanges(true, '2026-04-02')).toMatchObject({
    reason: expect.stringContaining('from 02-Apr-2026 on'),
  })
  // it is listed by a name of its own: no range changes
  const loosened = { kind: 'loosened', by: [role.Pathologist] }
  expect([mayLoosen(false).ok, mayLoosen(true)]).toEqual([true, expect.objectContaining({ needs: loosened })])
})

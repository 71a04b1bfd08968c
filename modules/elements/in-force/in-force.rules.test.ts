// From which day changed ranges hold, and who agrees to them.
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { fromErrors, judgesOtherwise, mayChangeRanges, type Days } from './in-force.rules.ts'

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
test.each(['AbnormalValues', 'CriticalValues'])('other %s judge otherwise, and at once', (name) => {
  const [before, after] = [{ [name]: 'Reactive' }, { [name]: 'Reactive, Weak' }]
  expect(judgesOtherwise(before, after)).toBe(true)
  expect(judgesOtherwise(before, { [name]: ' Reactive' })).toBe(false)
  expect(judgesOtherwise({}, { [name]: '' })).toBe(false)
  expect(said({ from: '2026-04-02' }, after, before)).toEqual(
    wrong('Abnormal and critical values change at once: choose today, or save them on their own'),
  )
  expect(said({ from: '2026-04-01' }, after, before)).toEqual({})
})
test('a pathologist agrees once results are released', () => {
  expect(mayChangeRanges(false, null).ok).toBe(true)
  const needs = { kind: 'interval', by: [role.Pathologist] }
  expect(mayChangeRanges(true, null)).toMatchObject({ code: 'ranges-agreed', needs })
  expect(mayChangeRanges(true, null)).toMatchObject({
    reason: expect.stringContaining('from that moment on') as string,
  })
  expect(mayChangeRanges(true, '2026-04-02')).toMatchObject({
    reason: expect.stringContaining('from 02-Apr-2026 on') as string,
  })
})

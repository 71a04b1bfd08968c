// What the bench may do with a result, and why not.
import { expect, test } from 'vitest'
import { mayEnter, mayRepeat, mayHold, mayNotPerform } from './bench.rules.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { anItem, technologist, pathologist } from './work-item.fixture.ts'

test('nothing is entered of a tube that is not here', () => {
  const item = anItem({ StatusId: workItemStatus.OnHold, Result: null })
  expect(mayEnter(item, technologist).ok).toBe(true)
  expect(mayEnter({ ...item, TubeAwaited: true }, technologist)).toMatchObject({ ok: false, code: 'no-tube' })
})

test('OPS-196 an approved result is repeated by a pathologist only, a released one not at all', () => {
  expect(mayRepeat(anItem({ StatusId: 153 }), technologist, 168).ok).toBe(false)
  expect(mayRepeat(anItem({ StatusId: 153 }), pathologist, 168).ok).toBe(true)
  expect(mayRepeat(anItem({ StatusId: 154 }), pathologist, 168).ok).toBe(false)
})

test('OPS-198 a result with a formula is not entered', () => {
  expect(mayEnter(anItem({ Formula: '{1} + 1' }), technologist)).toEqual({
    ok: false,
    reason: 'Potassium: the result is calculated by its formula',
  })
})

test('an approved result is neither held nor not performed', () => {
  for (const StatusId of [153, 154, 159]) {
    expect(mayNotPerform(anItem({ StatusId }), pathologist, 168).ok).toBe(false)
    expect(mayHold(anItem({ StatusId }), pathologist, 168).ok).toBe(false)
  }
  expect(mayNotPerform(anItem({ StatusId: 152 }), pathologist, 168).ok).toBe(true)
  expect(mayHold(anItem({ StatusId: 152 }), pathologist, 168).ok).toBe(true)
})

// The cut-offs of a laboratory, in the day of the network.
import { expect, test } from 'vitest'
import { cutOffAt } from './cut-off.rules.ts'

/** A moment in India. */
const at = (text: string): Date => new Date(`${text}:00+05:30`)

test('the last cut-off is due for a quarter of an hour', () => {
  const times = '11:00, 17:30'
  expect(cutOffAt(times, at('2026-11-21T10:59'))).toBeUndefined()
  for (const now of ['11:00', '11:01', '11:15'])
    expect(cutOffAt(times, at(`2026-11-21T${now}`))).toEqual(at('2026-11-21T11:00'))
  expect(cutOffAt(times, new Date(at('2026-11-21T11:15').getTime() + 1))).toBeUndefined()
  expect(cutOffAt(times, at('2026-11-21T17:30'))).toEqual(at('2026-11-21T17:30'))
  expect(cutOffAt('11:00,11:10', at('2026-11-21T11:12'))).toEqual(at('2026-11-21T11:10'))
})

test('midnight belongs to the day that begins, and a cut-off before it is still due after it', () => {
  expect(cutOffAt('00:00', at('2026-11-21T00:00'))).toEqual(at('2026-11-21T00:00'))
  expect(cutOffAt('00:00', at('2026-11-20T23:59'))).toBeUndefined()
  expect(cutOffAt('23:55', at('2026-11-21T00:05'))).toEqual(at('2026-11-20T23:55'))
})

test('without cut-offs no shipment is dispatched automatically', () => {
  for (const times of [null, '', ' ']) expect(cutOffAt(times, at('2026-11-21T11:00'))).toBeUndefined()
})

// Why a report is not sent by e-mail, and when a letter is tried again.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { mayHaveGone, waitAfter } from '../../../server/letter.ts'
import { longestWait, maySend, type Standing } from './letter.rules.ts'

const fit: Standing = {
  isSuperseded: false,
  isCancelled: false,
  isWanted: true,
  isActive: true,
  isParty: true,
  hasAddress: true,
  hours: longestWait,
}
test.each<[Partial<Standing>, string | undefined]>([
  [{}, undefined],
  [{ isSuperseded: true }, 'A later version replaced it'],
  [{ isCancelled: true }, 'The sale is cancelled'],
  [{ isParty: false }, 'The recipient is no longer the patient, doctor or another party of the sale'],
  [{ isActive: false }, 'The recipient is no longer active'],
  [{ isWanted: false }, 'Reports by e-mail are no longer wanted'],
  [{ hasAddress: false }, 'The e-mail address was removed'],
  [{ hours: longestWait + 0.01 }, 'The mail server was unreachable for three days'],
])('%j: %s', (change, why) => {
  expect(reasonOf(maySend({ ...fit, ...change }))).toBe(why)
})

test('a letter is tried again later each time, at most an hour', () => {
  expect([1, 2, 5, 6, 7, 5000].map(waitAfter)).toEqual([2, 4, 32, 60, 60, 60])
  expect(longestWait).toBe(72)
})

test('only a letter that was handed over without an answer may have been sent', () => {
  expect(mayHaveGone({ isHandedOver: true })).toBe(true)
  expect(mayHaveGone({ isHandedOver: true, responseCode: 451 })).toBe(false)
  expect(mayHaveGone({ isHandedOver: false })).toBe(false)
  expect(mayHaveGone({})).toBe(false)
})

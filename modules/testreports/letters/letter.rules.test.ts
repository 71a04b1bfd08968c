// Why a report is not sent by e-mail, and when a letter is tried again.
import { expect, test } from 'vitest'
import { reasonOf } from '../../../core/refusal.ts'
import { mayHaveGone, refusedForGood, waitAfter } from '../../../server/letter.ts'
import { longestWait, maySend, type Standing } from './letter.rules.ts'

const fit: Standing = {
  isSuperseded: false,
  isCancelled: false,
  isWanted: true,
  isActive: true,
  isParty: true,
  hasAddress: true,
  Hours: longestWait,
}
test.each<[Partial<Standing>, string | undefined]>([
  [{}, undefined],
  [{ isSuperseded: true }, 'A later version replaced it'],
  [{ isCancelled: true }, 'The sale is cancelled'],
  [{ isParty: false }, 'The recipient is no longer the patient, doctor or another party of the sale'],
  [{ isActive: false }, 'The recipient is no longer active'],
  [{ isWanted: false }, 'Reports by e-mail are no longer wanted'],
  [{ hasAddress: false }, 'The e-mail address was removed'],
  [{ Hours: longestWait + 0.01 }, 'The mail server was unreachable for three days'],
])('%j: %s', (change, why) => {
  expect(reasonOf(maySend({ ...fit, ...change }))).toBe(why)
})

test('a letter is tried again later each time, at most an hour', () => {
  expect([1, 2, 5, 6, 7, 5000].map(waitAfter)).toEqual([2, 4, 32, 60, 60, 60])
  expect(longestWait).toBe(72)
})

test('a mailbox that is not there and a letter that is too large are refused for good; a sender or a policy is mended', () => {
  const refused = (error: object) => refusedForGood(Object.assign(new Error('no'), error))
  const rcpt = { code: 'EENVELOPE', command: 'RCPT TO' }
  expect(refused({ ...rcpt, responseCode: 550, response: '550 5.1.1 no such user' })).toContain(
    'address for good (550)',
  )
  expect(refused({ code: 'EENVELOPE', command: 'API' })).toContain('address for good.')
  expect(refused({ code: 'EMESSAGE', command: 'DATA', responseCode: 552 })).toContain('letter for good (552)')
  expect(refused({ code: 'EMESSAGE', command: 'MAIL FROM' })).toContain('letter for good')
  for (const later of [
    { ...rcpt, responseCode: 450 },
    { ...rcpt, responseCode: 550, response: '550 5.7.1 relaying denied' },
    { code: 'EENVELOPE', command: 'MAIL FROM', responseCode: 553 },
    { code: 'EMESSAGE', command: 'DATA' },
    { code: 'ETIMEDOUT' },
  ])
    expect(refused(later)).toBeUndefined()
})

test('only a letter that was handed over without an answer may have been sent', () => {
  expect(mayHaveGone({ isHandedOver: true })).toBe(true)
  expect(mayHaveGone({ isHandedOver: true, responseCode: 451 })).toBe(false)
  expect(mayHaveGone({ isHandedOver: false })).toBe(false)
  expect(mayHaveGone({})).toBe(false)
})

// Who may change recorded money, and which days it may have.
import { describe, expect, test } from 'vitest'
import {
  checkMoneyDay,
  mayChangeMoney,
  mayCorrectWords,
  checkBooks,
  checkClearedDay,
  isCounted,
  mayClear,
  waitsToClear,
} from './transactions.rules.ts'

const now = new Date('2026-11-20T08:00:00Z')

test('its holder or role id 2 or lower changes recorded money, and no one once the batch is closed', () => {
  const held = { ownerId: 7, closed: false }
  expect(mayChangeMoney(held, { UserId: 7, RoleId: 5 }).ok).toBe(true)
  expect(mayChangeMoney(held, { UserId: 8, RoleId: 3 }).ok).toBe(false)
  expect(mayChangeMoney(held, { UserId: 8, RoleId: 2 }).ok).toBe(true)
  expect(mayChangeMoney({ ...held, ownerId: null }, { UserId: 8, RoleId: 7 }).ok).toBe(true)
  expect(mayChangeMoney({ ...held, closed: true }, { UserId: 7, RoleId: 1 }).ok).toBe(false)
  expect([mayCorrectWords({ closed: false }).ok, mayCorrectWords({ closed: true }).ok]).toEqual([true, false])
})

test('money has a day of the last year, not a future one', () => {
  const reason = (date: string) => {
    const answer = checkMoneyDay(date, now)
    return answer.ok ? null : answer.reason
  }
  expect(reason('2026-11-20T18:29:00Z')).toBeNull()
  expect(reason('2026-11-20T18:30:00Z')).toBe('Date cannot be in the future')
  expect(reason('2025-11-20T08:00:00Z')).toBeNull()
  expect(reason('2025-11-18T18:30:00Z')).toBeNull()
  expect(reason('2025-11-18T18:29:59Z')).toBe('Date cannot be more than a year back')
  expect(reason('1950-01-01T00:00:00Z')).toBe('Date cannot be more than a year back')
})

describe('cheques', () => {
  test('a received one waits to clear; one that we give does not', () => {
    expect(waitsToClear({ PaymentModeId: 44, Kind: 'Receipt' })).toBe(true)
    expect(waitsToClear({ PaymentModeId: 44, Kind: 'Refund' })).toBe(false)
    expect(waitsToClear({ PaymentModeId: 40, Kind: 'Receipt' })).toBe(false)
    expect(waitsToClear({ PaymentModeId: null, Kind: 'Receipt' })).toBe(false)
  })
  test.each([
    [undefined, true],
    [null, true],
    ['Cleared', true],
    ['Waiting', false],
    ['Bounced', false],
  ])('of %s it counts: %s', (Clearing, counts) => {
    expect(isCounted({ Clearing })).toBe(counts)
  })
  test('accounts staff or a manager mark it once', () => {
    const said = (cheque: Parameters<typeof mayClear>[0], RoleId: number) => {
      const decision = mayClear(cheque, { RoleId })
      return decision.ok ? 'yes' : decision.code
    }
    expect([1, 2, 7].map((role) => said({ Clearing: 'Waiting' }, role))).toEqual(['yes', 'yes', 'yes'])
    expect([3, 5, 8, 11].map((role) => said({ Clearing: 'Waiting' }, role))).toEqual(Array(4).fill('accounts-only'))
    expect(said({ Clearing: null }, 1)).toBe('no-cheque')
    expect(said({ Clearing: 'Waiting', IsCancelled: true }, 1)).toBe('taken-back')
    expect([said({ Clearing: 'Cleared' }, 1), said({ Clearing: 'Bounced' }, 1)]).toEqual(['cleared', 'cleared'])
  })
  test('it clears on a day between its receipt and today', () => {
    const now = new Date('2026-11-23T06:00:00Z')
    const at = (day: string) => checkClearedDay(`${day}T06:00:00Z`, '2026-11-20T06:00:00Z', now).ok
    expect(['2026-11-19', '2026-11-20', '2026-11-23', '2026-11-24'].map(at)).toEqual([false, true, true, false])
  })
})

test('a day in closed books is refused, the day after is not', () => {
  expect(checkBooks('2026-10-31', '2026-10-31', 'Date')).toEqual({
    ok: false,
    reason: 'The books are closed up to 31-Oct-2026. Use a later day',
    at: 'Date',
    code: 'books-closed',
  })
  expect(checkBooks('2026-11-01', '2026-10-31', 'Date').ok).toBe(true)
  expect(checkBooks('2020-01-01', null, 'Date').ok).toBe(true)
})

// Who may touch recorded money, and which day it may bear.
import { expect, test } from 'vitest'
import { checkMoneyDay, mayChangeMoney, mayCorrectWords } from './transactions.rules.ts'

const now = new Date('2026-11-20T08:00:00Z')

test('recorded money is changed by who holds it or by role id 2 or lower, and by nobody once the batch is closed', () => {
  const held = { ownerId: 7, closed: false }
  expect(mayChangeMoney(held, { UserId: 7, RoleId: 5 }).ok).toBe(true)
  expect(mayChangeMoney(held, { UserId: 8, RoleId: 3 }).ok).toBe(false)
  expect(mayChangeMoney(held, { UserId: 8, RoleId: 2 }).ok).toBe(true)
  expect(mayChangeMoney({ ...held, ownerId: null }, { UserId: 8, RoleId: 7 }).ok).toBe(true)
  expect(mayChangeMoney({ ...held, closed: true }, { UserId: 7, RoleId: 1 }).ok).toBe(false)
  expect([mayCorrectWords({ closed: false }).ok, mayCorrectWords({ closed: true }).ok]).toEqual([true, false])
})

test('money bears a day of the last year, not one to come', () => {
  const reason = (date: string) => {
    const answer = checkMoneyDay(date, now)
    return answer.ok ? null : answer.reason
  }
  expect(reason('2026-11-20T18:29:00Z')).toBeNull()
  expect(reason('2026-11-20T18:30:00Z')).toBe('Date can not be in the future')
  expect(reason('2025-11-20T08:00:00Z')).toBeNull()
  expect(reason('2025-11-18T18:30:00Z')).toBeNull()
  expect(reason('2025-11-18T18:29:59Z')).toBe('Date can not be more than a year back')
  expect(reason('1950-01-01T00:00:00Z')).toBe('Date can not be more than a year back')
})

// What a rule takes, what a trial comes to, and when it may be switched on.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { boundsErrors, maySwitchOff, maySwitchOn, mayStop, mayVerify, trialOf, trialText } from './verify.rules.ts'

const normal = { Element: 'Sodium', Result: '140', Flag: 'N' as const, IsDelta: false, NoRange: false }
const open = { LowValue: null, HighValue: null }
const pathologist = { RoleId: role.Pathologist }

describe('a rule', () => {
  test('without bounds takes what is ordinary, and nothing else', () => {
    expect(mayVerify(normal, open).ok).toBe(true)
    for (const part of [{ IsDelta: true }, { NoRange: true }, { Flag: null }])
      expect(mayVerify({ ...normal, ...part }, open).ok).toBe(false)
    for (const Flag of ['L', 'H', 'LL', 'HH', 'A'] as const) expect(mayVerify({ ...normal, Flag }, open).ok).toBe(false)
  })
  test('with bounds takes what is on them and nothing beyond', () => {
    const bounds = { LowValue: 138, HighValue: 142 }
    for (const Result of ['138', '142', '140.0']) expect(mayVerify({ ...normal, Result }, bounds).ok).toBe(true)
    expect(reasonOf(mayVerify({ ...normal, Result: '137.9' }, bounds))).toBe('Sodium: below the bounds of the rule')
    expect(reasonOf(mayVerify({ ...normal, Result: '142.1' }, bounds))).toBe('Sodium: above the bounds of the rule')
    expect(mayVerify({ ...normal, Result: '<140' }, bounds).ok).toBe(false)
    expect(mayVerify({ ...normal, Result: '<140' }, open).ok).toBe(true)
    expect(mayVerify({ ...normal, Result: '200' }, { ...open, LowValue: 138 }).ok).toBe(true)
  })
})

test('a trial counts past results, those it would verify, and of those the ones that were changed afterwards', () => {
  const past = [
    { ...normal, WasChanged: false },
    { ...normal, WasChanged: true },
    { ...normal, Flag: 'H' as const, WasChanged: true },
    { ...normal, Result: '150', WasChanged: false },
  ]
  expect(trialOf(past, { LowValue: null, HighValue: 145 })).toEqual({ Results: 4, Verified: 2, Misses: 1 })
  expect(trialText({ Results: 4, Verified: 2, Misses: 1 })).toBe(
    '4 past results: 2 would be verified (50 %), 1 of them were changed afterwards',
  )
  expect(trialText(trialOf([], open))).toBe('There are no past results to try it on')
})

test('it is switched on by a pathologist only, and only when this very version was tried on something', () => {
  const tried = { IsActive: false, RuleVersion: 2, DryRunVersion: 2, DryRunResults: 5 }
  expect(maySwitchOn(tried, pathologist).ok).toBe(true)
  expect(maySwitchOn(tried, { RoleId: role.Administrator }).ok).toBe(false)
  for (const part of [{ DryRunVersion: 1 }, { DryRunVersion: null }, { DryRunResults: 0 }])
    expect(maySwitchOn({ ...tried, ...part }, pathologist)).toMatchObject({ ok: false, code: 'untried' })
  expect(maySwitchOn({ ...tried, IsActive: true }, pathologist).ok).toBe(false)
  expect(maySwitchOff({ ...tried, IsActive: true }, pathologist).ok).toBe(true)
  expect(maySwitchOff(tried, pathologist).ok).toBe(false)
  expect(maySwitchOff({ ...tried, IsActive: true }, { RoleId: role.Technologist }).ok).toBe(false)
  expect([mayStop(2, pathologist).ok, mayStop(0, pathologist).ok]).toEqual([true, false])
  expect(mayStop(2, { RoleId: role.Administrator }).ok).toBe(false)
})

test('bounds stand the right way round', () => {
  expect(boundsErrors({ LowValue: 5, HighValue: 4 })).toEqual({ HighValue: ['At most can not be below At least'] })
  for (const bounds of [{ LowValue: 5, HighValue: 5 }, { LowValue: 5, HighValue: null }, {}])
    expect(boundsErrors(bounds)).toEqual({})
})

// Which results a rule takes, the outcome of a trial, and when a rule may be switched on.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { role } from '../../core/user.ts'
import { boundsErrors, maySwitchOff, maySwitchOn, mayStop, mayVerify, trialOf, trialText } from './verify.rules.ts'
import type { PastInput } from './verify.rules.ts'

const normal = {
  Element: 'Sodium',
  Result: '140',
  Flag: 'N' as const,
  IsDelta: false,
  NoRange: false,
  ReviewRequired: false,
}
const open = { LowValue: null, HighValue: null }
const pathologist = { RoleId: role.Pathologist }

describe('a rule', () => {
  test('without bounds takes only ordinary results', () => {
    expect(mayVerify(normal, open).ok).toBe(true)
    for (const part of [{ IsDelta: true }, { NoRange: true }, { Flag: null }, { ReviewRequired: true }])
      expect(mayVerify({ ...normal, ...part }, open).ok).toBe(false)
    for (const Flag of ['L', 'H', 'LL', 'HH', 'A'] as const) expect(mayVerify({ ...normal, Flag }, open).ok).toBe(false)
  })
  test('with bounds takes results on them and none beyond', () => {
    const bounds = { LowValue: 138, HighValue: 142 }
    for (const Result of ['138', '142', '140.0']) expect(mayVerify({ ...normal, Result }, bounds).ok).toBe(true)
    expect(reasonOf(mayVerify({ ...normal, Result: '137.9' }, bounds))).toBe('Sodium: below the bounds of the rule')
    expect(reasonOf(mayVerify({ ...normal, Result: '142.1' }, bounds))).toBe('Sodium: above the bounds of the rule')
    expect(mayVerify({ ...normal, Result: '<140' }, bounds).ok).toBe(false)
    expect(mayVerify({ ...normal, Result: '<140' }, open).ok).toBe(true)
    expect(mayVerify({ ...normal, Result: '200' }, { ...open, LowValue: 138 }).ok).toBe(true)
    expect(mayVerify({ ...normal, Result: '1' }, { ...open, LowValue: 138 }).ok).toBe(false)
    expect(mayVerify({ ...normal, Result: '1' }, { ...open, HighValue: 142 }).ok).toBe(true)
    for (const one of [{ LowValue: 138 }, { HighValue: 142 }])
      expect(reasonOf(mayVerify({ ...normal, Result: '>140' }, { ...open, ...one }))).toBe(
        'Sodium: no exact number to compare with the bounds of the rule',
      )
  })
  test('gives the reason why it leaves a result to a person', () => {
    const left = (part: Partial<typeof normal> | { Flag: 'H' | 'HH' | null }) =>
      reasonOf(mayVerify({ ...normal, ...part }, open))
    expect(left({ Flag: 'HH' })).toBe('Sodium: critical value')
    expect(left({ Flag: 'H' })).toBe('Sodium: high, outside its interval')
    expect(left({ Flag: null })).toBe('Sodium: no reference interval shows that it is normal')
    expect(left({ NoRange: true })).toBe('Sodium: no reference interval shows that it is normal')
    expect(left({ IsDelta: true })).toBe('Sodium: differs from another value of the patient by more than its limit')
  })
})

test('a trial counts past results, those it would verify, and how many of those were changed afterwards', () => {
  const past = [
    { ...normal, WasChanged: false },
    { ...normal, WasChanged: true },
    { ...normal, Flag: 'H' as const, WasChanged: true },
    { ...normal, Result: '150', WasChanged: false },
  ]
  expect(trialOf(past, { LowValue: null, HighValue: 145 })).toEqual({
    Results: 4,
    Verified: 2,
    Misses: 1,
    Waiting: 0,
  })
  expect(trialText({ Results: 4, Verified: 2, Misses: 1 })).toBe(
    '4 past results: 2 would be verified (50 %), 1 of them was changed afterwards',
  )
  // 0 and 100 % only for none and all
  expect(trialText({ Results: 1000, Verified: 999, Misses: 0 })).toContain(
    '999 would be verified (99 %), 0 of them were',
  )
  expect(trialText({ Results: 1000, Verified: 1, Misses: 0 })).toContain('(1 %)')
  expect(trialText({ Results: 3, Verified: 3, Misses: 0 })).toContain('(100 %)')
  expect(trialText({ Results: 3, Verified: 0, Misses: 0 })).toContain('(0 %)')
  expect(trialText(trialOf([], open))).toBe('There are no past results to try it on')
})

test('a trial counts a calculated result only with inputs that were signed before or taken by their own rules', () => {
  const input: PastInput = { ...normal, IsHeld: false, IsLookedAt: false, IsSigned: false, Rule: open }
  const waits = (...Inputs: readonly PastInput[]) =>
    trialOf([{ ...normal, WasChanged: true, Inputs }], open).Waiting === 1
  expect(waits()).toBe(false)
  expect(waits(input, { ...input, Flag: 'H' as const, IsSigned: true })).toBe(false)
  for (const part of [
    { IsHeld: true, IsSigned: true },
    { IsLookedAt: true, IsSigned: true },
    { Flag: 'HH' as const, IsSigned: true },
    { Flag: 'H' as const },
    { ReviewRequired: true },
    { Rule: null },
    { Rule: { LowValue: 141, HighValue: null } },
  ])
    expect([part, waits(input, { ...input, ...part })]).toEqual([part, true])
  expect(trialOf([{ ...normal, WasChanged: true, Inputs: [{ ...input, IsHeld: true }] }], open)).toMatchObject({
    Verified: 0,
    Misses: 0,
  })
  expect(trialText({ Results: 4, Verified: 2, Misses: 0, Waiting: 1 })).toBe(
    '4 past results: 2 would be verified (50 %), 0 of them were changed afterwards; ' +
      '1 more would wait for its inputs',
  )
})

test('only a pathologist switches it on, and only when this version was tried on past results', () => {
  const tried = { IsActive: false, RuleVersion: 2, DryRunVersion: 2, DryRunResults: 5 }
  expect(maySwitchOn(tried, pathologist).ok).toBe(true)
  expect(maySwitchOn(tried, { RoleId: role.Administrator }).ok).toBe(false)
  for (const part of [{ DryRunVersion: 1 }, { DryRunVersion: null }, { DryRunResults: 0 }])
    expect(maySwitchOn({ ...tried, ...part }, pathologist)).toMatchObject({ ok: false, code: 'untried' })
  expect(reasonOf(maySwitchOn({ ...tried, DryRunVersion: 1 }, pathologist))).toBe(
    'Try this version of the rule on past results first',
  )
  expect(maySwitchOn({ ...tried, DryRunResults: 1 }, pathologist).ok).toBe(true)
  for (const DryRunResults of [0, null])
    expect(reasonOf(maySwitchOn({ ...tried, DryRunResults }, pathologist))).toBe(
      'There were no past results to try it on',
    )
  expect(reasonOf(maySwitchOn({ ...tried, IsActive: true }, pathologist))).toBe('This rule is on already')
  expect(reasonOf(maySwitchOn(tried, { RoleId: role.QualityManager }))).toBe(
    'Only a pathologist can switch rules on and off',
  )
  expect(maySwitchOn({ ...tried, IsOutdated: true }, pathologist)).toMatchObject({ ok: false, code: 'untried' })
  expect(maySwitchOff({ ...tried, IsActive: true }, pathologist).ok).toBe(true)
  expect(reasonOf(maySwitchOff(tried, pathologist))).toBe('This rule is off already')
  expect(maySwitchOff({ ...tried, IsActive: true }, { RoleId: role.Technologist }).ok).toBe(false)
  expect([mayStop(2, pathologist).ok, mayStop(1, pathologist).ok]).toEqual([true, true])
  expect(reasonOf(mayStop(0, pathologist))).toBe('No rule of this laboratory is on')
  expect(mayStop(2, { RoleId: role.Administrator }).ok).toBe(false)
})

test('bounds must be in order', () => {
  expect(boundsErrors({ LowValue: 5, HighValue: 4 })).toEqual({ HighValue: ['At most cannot be below At least'] })
  for (const bounds of [{ LowValue: 5, HighValue: 5 }, { LowValue: 5, HighValue: null }, {}])
    expect(boundsErrors(bounds)).toEqual({})
})

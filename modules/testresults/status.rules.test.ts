// The life of a work item from end to end: which status follows which, who may move it, and when a reason is needed.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { mayEnter, mayNote, mayRepeat, mayHold, mayNotPerform } from './bench.rules.ts'
import { mayReview, mayApprove, mayRelease, mayAmend } from './signatory.rules.ts'
import { mayMove } from './status.rules.ts'
import { reasonNeeded, type ResultUser } from './work-item.rules.ts'
import { anItem, technologist, pathologist, administrator, two, criticalAmendment } from './work-item.fixture.ts'

describe('OPS-196 life of a work item', () => {
  test('pending, entered, approved, released', () => {
    expect(mayEnter(anItem({ StatusId: 150, Result: null }), technologist).ok).toBe(true)
    expect(mayApprove(anItem(), pathologist, two).ok).toBe(true)
    expect(mayRelease([anItem({ StatusId: 153 })], pathologist, { walkIn: false, Outstanding: 100 }).ok).toBe(true)
    expect(mayAmend(anItem({ StatusId: 154 }), pathologist, 173).ok).toBe(true)
  })

  test('a technologist and an administrator cannot sign, other roles have no acts', () => {
    for (const user of [technologist, administrator, { UserId: 2, RoleId: 2 }]) {
      expect(mayReview(anItem(), user).ok).toBe(false)
      expect(mayApprove(anItem(), user, two).ok).toBe(false)
      expect(mayRelease([anItem({ StatusId: 153 })], user, { walkIn: false, Outstanding: 0 }).ok).toBe(false)
      expect(mayAmend(anItem({ StatusId: 154 }), user, 173).ok).toBe(false)
    }
    for (const RoleId of [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]) {
      expect(mayEnter(anItem(), { UserId: 9, RoleId }).ok).toBe(false)
      expect(mayRepeat(anItem(), { UserId: 9, RoleId }, 168).ok).toBe(false)
    }
  })

  test('repeat, hold, not performed and amend need a reason', () => {
    expect(reasonNeeded).toEqual([155, 156, 157, 159])
    const missing = { ok: false, reason: 'Reason is required' }
    expect(mayRepeat(anItem(), technologist)).toEqual(missing)
    expect(mayHold(anItem(), technologist, null)).toEqual(missing)
    expect(mayNotPerform(anItem(), technologist)).toEqual(missing)
    expect(mayAmend(anItem({ StatusId: 154 }), pathologist)).toEqual(missing)
    const picked = (StatusId: number, item = anItem()) => reasonOf(mayMove(item, StatusId, pathologist, two))
    expect(picked(154)).toBe('Use the Release button to release a result')
    expect(picked(159)).toBe('Use the Amend button to amend a result')
    expect(picked(153)).toBeUndefined()
    expect(picked(153, anItem({ StatusId: 154, Amendment: criticalAmendment }))).toBe(
      'Use the Approve button to approve an amendment',
    )
    expect(picked(150)).toBe('Potassium: only a held, repeated, referred or not performed result can become pending')
    for (const [StatusId, user] of [
      [155, technologist],
      [156, technologist],
      [157, technologist],
    ] as const) {
      expect(mayMove(anItem(), StatusId, user, two).ok).toBe(false)
      expect(mayMove(anItem(), StatusId, user, { ...two, ReasonId: 168 }).ok).toBe(true)
    }
  })

  // which statuses may follow, by the role that may set them; release and amend have buttons of their own
  const moves: Readonly<Record<number, readonly [technologist: readonly number[], pathologist: readonly number[]]>> = {
    150: [
      [151, 156, 157, 158],
      [151, 156, 157, 158],
    ],
    151: [
      [155, 156, 157],
      [152, 153, 155, 156, 157],
    ],
    152: [
      [151, 155, 156, 157],
      [151, 153, 155, 156, 157],
    ],
    153: [[], [155]],
    154: [[], []],
    155: [
      [150, 151, 156, 157, 158],
      [150, 151, 156, 157, 158],
    ],
    156: [
      [151, 157, 158],
      [151, 157, 158],
    ],
    157: [[150], [150]],
    158: [
      [150, 151, 157],
      [150, 151, 157],
    ],
    159: [[], []],
  }
  test.each(Object.entries(moves))('from %s only these statuses follow', (from, [byTechnologist, byPathologist]) => {
    const item = anItem({ StatusId: Number(from), EnteredById: 9 })
    const all = Object.keys(moves).map(Number)
    const may = (user: ResultUser) =>
      all.filter((to) => to !== item.StatusId && mayMove(item, to, user, { ...two, ReasonId: 168 }).ok)
    expect([may(technologist), may(pathologist), may(administrator)]).toEqual([byTechnologist, byPathologist, []])
  })

  test('a held work item becomes pending while it has no result; with one it is entered again', () => {
    expect(mayMove(anItem({ StatusId: 156, Result: null }), 150, technologist, two).ok).toBe(true)
    expect(mayMove(anItem({ StatusId: 156 }), 150, technologist, two)).toMatchObject({ ok: false, code: 'has-result' })
    expect(mayMove(anItem({ StatusId: 156 }), 151, technologist, two).ok).toBe(true)
  })

  test('after approval no result can be entered; the rules apply to every approval and release, whatever the item', () => {
    const item = fc.record({
      StatusId: fc.integer({ min: 150, max: 159 }),
      Flag: fc.constantFrom(null, 'N' as const, 'H' as const, 'LL' as const, 'HH' as const),
      ReviewRequired: fc.boolean(),
      IsDelta: fc.boolean(),
      NoRange: fc.boolean(),
      CriticalCalled: fc.boolean(),
      EnteredById: fc.constantFrom(3, 4, null),
      Result: fc.constantFrom(null, '', '4'),
    })
    fc.assert(
      fc.property(item, fc.integer({ min: 1, max: 15 }), (some, RoleId) => {
        const user = { UserId: 3, RoleId }
        if ([153, 154, 157, 159].includes(some.StatusId)) expect(mayEnter(anItem(some), user).ok).toBe(false)
        if (!mayApprove(anItem(some), user, two).ok) return
        expect(RoleId).toBe(3)
        expect(some.EnteredById).not.toBe(3)
        expect(some.Result).toBe('4')
        expect(['LL', 'HH'].includes(some.Flag ?? '') && !some.CriticalCalled).toBe(false)
        expect(some.StatusId === 152 || !(some.ReviewRequired || some.IsDelta || some.NoRange)).toBe(true)
      }),
    )
  })
})

test('the status cell cannot approve an amendment', () => {
  const item = anItem({ StatusId: 154, Amendment: { ...criticalAmendment, CriticalCalled: true } })
  expect(mayMove(item, 153, pathologist, two)).toEqual({
    ok: false,
    reason: 'Use the Approve button to approve an amendment',
  })
})

test('an element reported as not performed cannot be commented or started again', () => {
  const item = anItem({ StatusId: 157, Result: null })
  expect(mayNote(item, technologist).ok).toBe(true)
  expect(mayMove(item, 150, technologist, two).ok).toBe(true)
  expect(reasonOf(mayNote({ ...item, TestIsOut: true }, technologist))).toMatch(
    /not performed; amend another result of the report instead/,
  )
  expect(reasonOf(mayMove({ ...item, TestIsOut: true }, 150, technologist, two))).toMatch(
    /not performed; sell the test again/,
  )
})

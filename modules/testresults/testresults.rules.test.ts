// Who may do what with a result, and why not.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import {
  deltaCheck,
  mayAmend,
  mayApprove,
  mayCorrectPatient,
  mayEnter,
  mayHold,
  mayMove,
  mayNote,
  mayNotPerform,
  mayOffer,
  mayRelease,
  mayRepeat,
  mayReview,
  reasonNeeded,
  reviewReasons,
} from './testresults.rules.ts'
import type { WorkItem } from './testresults.rules.ts'

const anItem = (some: Partial<WorkItem> = {}): WorkItem => ({
  WorkItemId: 1,
  Element: 'Potassium',
  StatusId: 151,
  Result: '4.0',
  Flag: 'N',
  ReviewRequired: false,
  IsDelta: false,
  NoRange: false,
  EnteredById: 4,
  CriticalCalled: false,
  ...some,
})
const technologist = { UserId: 4, RoleId: 4 }
const pathologist = { UserId: 3, RoleId: 3 }
const administrator = { UserId: 1, RoleId: 1 }
const two = { signatories: 2 }

describe('OPS-196 life of a work item', () => {
  test('pending, entered, approved, released', () => {
    expect(mayEnter(anItem({ StatusId: 150, Result: null }), technologist).ok).toBe(true)
    expect(mayApprove(anItem(), pathologist, two).ok).toBe(true)
    expect(mayRelease([anItem({ StatusId: 153 })], pathologist, { walkIn: false, Outstanding: 100 }).ok).toBe(true)
    expect(mayAmend(anItem({ StatusId: 154 }), pathologist, 173).ok).toBe(true)
  })

  test('review comes before approval when required, critical, delta or without interval', () => {
    const cases: Partial<WorkItem>[] = [
      { ReviewRequired: true },
      { Flag: 'HH', CriticalCalled: true },
      { IsDelta: true },
      { NoRange: true, Flag: null },
    ]
    for (const some of cases) {
      expect(reviewReasons(anItem(some))).toHaveLength(1)
      expect(mayApprove(anItem(some), pathologist, two).ok).toBe(false)
      expect(mayReview(anItem(some), pathologist).ok).toBe(true)
      expect(mayApprove(anItem({ ...some, StatusId: 152 }), pathologist, two).ok).toBe(true)
    }
    expect(reviewReasons(anItem({ Flag: 'H' }))).toEqual([])
  })

  test('a critical value is not approved before the call is logged', () => {
    expect(mayApprove(anItem({ StatusId: 152, Flag: 'LL' }), pathologist, two)).toEqual({
      ok: false,
      reason: 'Potassium: log the call about the critical value first',
    })
    expect(mayApprove(anItem({ StatusId: 152, Flag: 'LL', CriticalCalled: true }), pathologist, two).ok).toBe(true)
  })

  test('four eyes, unless the lab has one signatory', () => {
    const own = anItem({ EnteredById: 3 })
    expect(mayApprove(own, pathologist, two)).toEqual({
      ok: false,
      reason: 'Potassium: entered by you, to be approved by another signatory',
    })
    expect(mayApprove(own, pathologist, { signatories: 1 }).ok).toBe(true)
  })

  test('a technologist and an administrator sign nothing, other roles do nothing', () => {
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
    for (const [StatusId, user] of [
      [155, technologist],
      [156, technologist],
      [157, technologist],
    ] as const) {
      expect(mayMove(anItem(), StatusId, user, two).ok).toBe(false)
      expect(mayMove(anItem(), StatusId, user, { ...two, ReasonId: 168 }).ok).toBe(true)
    }
  })

  test('an approved result is repeated by a pathologist only, a released one not at all', () => {
    expect(mayRepeat(anItem({ StatusId: 153 }), technologist, 168).ok).toBe(false)
    expect(mayRepeat(anItem({ StatusId: 153 }), pathologist, 168).ok).toBe(true)
    expect(mayRepeat(anItem({ StatusId: 154 }), pathologist, 168).ok).toBe(false)
  })

  test('from approval on nothing can be entered; nobody approves or releases without the rules, whatever the item', () => {
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

describe('release', () => {
  const check = { walkIn: true, Outstanding: 0 }

  test('all printed elements are approved; not calculated and not performed hold nothing up', () => {
    const approved = anItem({ StatusId: 153 })
    const waiting = anItem({ StatusId: 152, Element: 'Sodium' })
    expect(mayRelease([approved, waiting], pathologist, check)).toEqual({
      ok: false,
      reason: 'Not yet approved: Sodium',
    })
    expect(mayRelease([approved, { ...waiting, PrintOnReport: false }], pathologist, check).ok).toBe(true)
    expect(
      mayRelease([approved, { ...waiting, NotCalculated: true }, { ...waiting, StatusId: 157 }], pathologist, check).ok,
    ).toBe(true)
    expect(mayRelease([anItem({ StatusId: 154 })], pathologist, check)).toEqual({
      ok: false,
      reason: 'There is nothing to release',
    })
  })

  test('a walk-in patient has paid, or a reason is given', () => {
    const items = [anItem({ StatusId: 153 })]
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 350 })).toEqual({
      ok: false,
      reason: '₹350.00 is outstanding; give a reason to release all the same',
    })
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 350, overrideReason: 'Emergency' }).ok).toBe(
      true,
    )
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 350, overrideReason: ' ' }).ok).toBe(false)
    expect(mayRelease(items, pathologist, { walkIn: false, Outstanding: 350 }).ok).toBe(true)
  })
})

test('OPS-198 a result with a formula is not entered', () => {
  expect(mayEnter(anItem({ Formula: '{1} + 1' }), technologist)).toEqual({
    ok: false,
    reason: 'Potassium: the result is calculated by its formula',
  })
})

describe('delta check', () => {
  const at = (Result: string, Date: string) => ({ Result, Date })
  const before = at('5.1', '2026-11-01T00:00:00Z')

  test('difference, percent and any change beyond the limit, inside the window', () => {
    const abs = { type: 'abs', limit: 2, windowDays: 7 } as const
    expect(deltaCheck(before, at('3.1', '2026-11-05T00:00:00Z'), abs)).toBe(false)
    expect(deltaCheck(before, at('3.0', '2026-11-05T00:00:00Z'), abs)).toBe(true)
    expect(deltaCheck(before, at('3.0', '2026-11-09T00:00:00Z'), abs)).toBe(false)
    const pct = { type: 'pct', limit: 50, windowDays: 90 } as const
    expect(deltaCheck(at('10', before.Date), at('15', '2026-11-05T00:00:00Z'), pct)).toBe(false)
    expect(deltaCheck(at('10', before.Date), at('15.1', '2026-11-05T00:00:00Z'), pct)).toBe(true)
    expect(deltaCheck(at('0', before.Date), at('1', '2026-11-05T00:00:00Z'), pct)).toBe(true)
    const any = { type: 'any', limit: 0, windowDays: 36500 } as const
    expect(deltaCheck(at('A', before.Date), at('B', '2036-11-05T00:00:00Z'), any)).toBe(true)
    expect(deltaCheck(at('A', before.Date), at('A', '2036-11-05T00:00:00Z'), any)).toBe(false)
  })

  test('without earlier result, limits or a number there is none', () => {
    const abs = { type: 'abs', limit: 2, windowDays: 7 } as const
    const now = at('9', '2026-11-02T00:00:00Z')
    expect([
      deltaCheck(null, now, abs),
      deltaCheck(before, now, null),
      deltaCheck(at('<5', before.Date), now, abs),
      deltaCheck(at('', before.Date), now, abs),
    ]).toEqual([false, false, false, false])
  })
})

describe('what may not slip through', () => {
  const critical = { EnteredById: 4, Flag: 'HH', CriticalCalled: false } as const
  const cancelled = { ok: false, reason: 'The sale is cancelled: no report goes out for it' }

  test('a calculated result waits for what it is calculated from', () => {
    expect(mayApprove(anItem({ Formula: '{1} + 1', OpenInputs: ['Sodium', 'Chloride'] }), pathologist, two)).toEqual({
      ok: false,
      reason: 'Potassium: approve Sodium, Chloride first, it is calculated from that',
    })
    expect(mayApprove(anItem({ Formula: '{1} + 1', OpenInputs: [] }), pathologist, two).ok).toBe(true)
  })

  test('an amendment is let out by a signatory, after the call about a critical value, and by another one where two sign', () => {
    const asked = (some: object, user = pathologist, signatories = 2) =>
      mayApprove(anItem({ StatusId: 154, Amendment: { ...critical, ...some } }), user, { signatories })
    expect(asked({ CriticalCalled: true }).ok).toBe(true)
    expect(asked({ Flag: 'N' }).ok).toBe(true)
    expect(asked({})).toEqual({ ok: false, reason: 'Potassium: log the call about the amended critical value first' })
    expect(asked({ Flag: 'N', EnteredById: 3 })).toEqual({
      ok: false,
      reason: 'Potassium: amended by you, to be approved by another signatory',
    })
    expect(asked({ Flag: 'N', EnteredById: 3 }, pathologist, 1).ok).toBe(true)
    expect(asked({ Flag: 'N' }, technologist).ok).toBe(false)
  })

  test('the status cell approves no amendment', () => {
    const item = anItem({ StatusId: 154, Amendment: { ...critical, CriticalCalled: true } })
    expect(mayMove(item, 153, pathologist, two)).toEqual({
      ok: false,
      reason: 'Amendments are approved by the Approve button',
    })
  })

  test('a cancelled sale has no result released, amended or let out', () => {
    const gone = { SaleIsCancelled: true }
    expect(mayRelease([anItem({ ...gone, StatusId: 153 })], pathologist, { walkIn: false, Outstanding: 0 })).toEqual(
      cancelled,
    )
    expect(mayOffer(anItem({ ...gone, StatusId: 153 }))).toEqual(cancelled)
    expect(mayAmend(anItem({ ...gone, StatusId: 154 }), pathologist, 173)).toEqual(cancelled)
    expect(
      mayApprove(anItem({ ...gone, StatusId: 154, Amendment: { ...critical, Flag: 'N' } }), pathologist, two),
    ).toEqual(cancelled)
  })

  test('what went out as not performed is neither commented nor begun again', () => {
    const item = anItem({ StatusId: 157, Result: null })
    expect(mayNote(item, technologist).ok).toBe(true)
    expect(mayMove(item, 150, technologist, two).ok).toBe(true)
    expect(reasonOf(mayNote({ ...item, TestIsOut: true }, technologist))).toMatch(
      /not performed; amend what is beside it/,
    )
    expect(reasonOf(mayMove({ ...item, TestIsOut: true }, 150, technologist, two))).toMatch(
      /not performed; sell the test again/,
    )
  })

  test('an approved result is neither held nor not performed', () => {
    for (const StatusId of [153, 154, 159]) {
      expect(mayNotPerform(anItem({ StatusId }), pathologist, 168).ok).toBe(false)
      expect(mayHold(anItem({ StatusId }), pathologist, 168).ok).toBe(false)
    }
    expect(mayNotPerform(anItem({ StatusId: 152 }), pathologist, 168).ok).toBe(true)
    expect(mayHold(anItem({ StatusId: 152 }), pathologist, 168).ok).toBe(true)
  })

  test('the patient of a report is corrected by who entered nothing of it, and not beside an amendment that waits', () => {
    const correct = (some: Partial<WorkItem>, signatories = 2) =>
      mayCorrectPatient(
        { items: [anItem({ StatusId: 154, ...some })], isSame: false, ReasonId: 168, signatories: () => signatories },
        pathologist,
      )
    expect(correct({}).ok).toBe(true)
    expect(correct({ EnteredById: 3 })).toEqual({
      ok: false,
      reason: 'Potassium: entered by you, another signatory corrects the patient',
    })
    expect(correct({ EnteredById: 3 }, 1).ok).toBe(true)
    // nobody types what is calculated
    expect(correct({ EnteredById: 3, Formula: '{1} + 1' }).ok).toBe(true)
    expect(correct({ Amendment: critical })).toEqual({
      ok: false,
      reason: 'Potassium: an amendment waits; approve or withdraw it first',
    })
  })

  test('the window of the delta check ends with its last day and does not look ahead', () => {
    const check = { type: 'abs', limit: 2, windowDays: 7 } as const
    const on = (Date: string) =>
      deltaCheck({ Result: '5.1', Date: '2026-11-08T00:00:00Z' }, { Result: '9', Date }, check)
    expect(on('2026-11-15T00:00:00Z')).toBe(true)
    expect(on('2026-11-15T00:00:01Z')).toBe(false)
    expect(on('2026-11-08T00:00:00Z')).toBe(true)
    expect(on('2026-11-07T23:59:59Z')).toBe(false)
  })
})

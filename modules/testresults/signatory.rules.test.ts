// What a signatory may do, and the refusals: review, four eyes, calls, release, amendments, the patient of a report.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import {
  mayAmend,
  mayApprove,
  mayCorrectPatient,
  mayOffer,
  mayRelease,
  mayReview,
  mayWithdraw,
} from './signatory.rules.ts'
import { reviewReasons, type WorkItem } from './work-item.rules.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { anItem, technologist, pathologist, two, criticalAmendment } from './work-item.fixture.ts'

describe('OPS-196 review and approval', () => {
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
    expect(reviewReasons(anItem({ ReviewRequired: true, Flag: 'LL', IsDelta: true, NoRange: true }))).toEqual([
      'Always reviewed',
      'Critical value',
      'Delta check',
      'No reference interval',
    ])
    expect(reasonOf(mayApprove(anItem({ IsDelta: true, NoRange: true }), pathologist, two))).toBe(
      'Potassium: to be reviewed first (delta check, no reference interval)',
    )
  })

  test('each act needs its own status, and names it', () => {
    const said = (StatusId: number) => {
      const item = anItem({ StatusId })
      return [mayReview(item, pathologist), mayApprove(item, pathologist, two), mayOffer(item, [], pathologist)].map(
        reasonOf,
      )
    }
    const [review, approve, release] = [
      'Potassium: only an entered result can be reviewed',
      'Potassium: only an entered or reviewed result can be approved',
      'Potassium: only an approved result can be released',
    ]
    expect(said(workItemStatus.Entered)).toEqual([undefined, undefined, release])
    expect(said(workItemStatus.Reviewed)).toEqual([review, undefined, release])
    expect(said(workItemStatus.Approved)).toEqual([review, approve, undefined])
    for (const StatusId of [workItemStatus.Pending, workItemStatus.Repeat, workItemStatus.ReferredOut])
      expect(said(StatusId)).toEqual([review, approve, release])
    expect(reasonOf(mayAmend(anItem({ StatusId: workItemStatus.Approved }), pathologist, 173))).toBe(
      'Potassium: only a released result can be amended',
    )
    expect(reasonOf(mayReview(anItem(), technologist))).toBe('Only a pathologist may sign results')
  })

  test('a signatory withdraws an amendment while it waits', () => {
    const waiting = anItem({ StatusId: workItemStatus.Released, Amendment: criticalAmendment })
    expect(mayWithdraw(waiting, pathologist)).toEqual({ ok: true })
    expect(mayWithdraw(waiting, technologist).ok).toBe(false)
    expect(reasonOf(mayWithdraw({ ...waiting, Amendment: null }, pathologist))).toBe('Potassium: no amendment waits')
  })

  test('a critical value cannot be approved before the call is logged', () => {
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
      reason: 'Potassium: entered by you; another signatory must approve it',
    })
    expect(mayApprove(own, pathologist, { signatories: 1 }).ok).toBe(true)
  })
})

describe('release', () => {
  const check = { walkIn: true, Outstanding: 0 }

  test('all printed elements are approved; not calculated and not performed ones block no release', () => {
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
      code: 'nothing',
    })
  })

  test('a walk-in patient has paid, or a reason is given', () => {
    const items = [anItem({ StatusId: 153 })]
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 350 })).toEqual({
      ok: false,
      reason: '₹350.00 is outstanding; give a reason to release all the same',
      code: 'outstanding',
    })
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 350, overrideReason: 'Emergency' }).ok).toBe(
      true,
    )
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 350, overrideReason: ' ' }).ok).toBe(false)
    expect(mayRelease(items, pathologist, { walkIn: false, Outstanding: 350 }).ok).toBe(true)
    expect(mayRelease(items, pathologist, { walkIn: true, Outstanding: 0.01 })).toMatchObject({ code: 'outstanding' })
    for (const Outstanding of [0, -20])
      expect(mayRelease(items, pathologist, { walkIn: true, Outstanding }).ok).toBe(true)
  })
})

describe('what must be refused', () => {
  const cancelled = { ok: false, reason: 'The sale is cancelled, so its report cannot be issued' }

  test('a calculated result waits for its inputs', () => {
    expect(mayApprove(anItem({ Formula: '{1} + 1', OpenInputs: ['Sodium', 'Chloride'] }), pathologist, two)).toEqual({
      ok: false,
      reason: 'Potassium: approve its inputs first: Sodium, Chloride',
    })
    expect(mayApprove(anItem({ Formula: '{1} + 1', OpenInputs: [] }), pathologist, two).ok).toBe(true)
  })

  test('a signatory approves an amendment, after the call about a critical value, and another one where two sign', () => {
    const asked = (some: object, user = pathologist, signatories = 2) =>
      mayApprove(anItem({ StatusId: 154, Amendment: { ...criticalAmendment, ...some } }), user, { signatories })
    expect(asked({ CriticalCalled: true, IsReviewed: true }).ok).toBe(true)
    expect(reasonOf(asked({ CriticalCalled: true }))).toBe(
      'Potassium: its amendment is to be reviewed first (critical value)',
    )
    expect(asked({ Flag: 'N' }).ok).toBe(true)
    expect(asked({})).toEqual({ ok: false, reason: 'Potassium: log the call about the amended critical value first' })
    expect(asked({ Flag: 'N', EnteredById: 3 })).toEqual({
      ok: false,
      reason: 'Potassium: amended by you; another signatory must approve it',
    })
    expect(asked({ Flag: 'N', EnteredById: 3 }, pathologist, 1).ok).toBe(true)
    expect(asked({ Flag: 'N' }, technologist).ok).toBe(false)
  })

  test('results of a cancelled sale cannot be released or amended', () => {
    const gone = { SaleIsCancelled: true }
    expect(mayRelease([anItem({ ...gone, StatusId: 153 })], pathologist, { walkIn: false, Outstanding: 0 })).toEqual(
      cancelled,
    )
    expect(mayOffer(anItem({ ...gone, StatusId: 153 }), [], pathologist)).toEqual(cancelled)
    expect(mayAmend(anItem({ ...gone, StatusId: 154 }), pathologist, 173)).toEqual(cancelled)
    expect(
      mayApprove(anItem({ ...gone, StatusId: 154, Amendment: { ...criticalAmendment, Flag: 'N' } }), pathologist, two),
    ).toEqual(cancelled)
  })

  test('a signatory who entered no result of a report corrects its patient, and not while an amendment waits', () => {
    const correct = (some: Partial<WorkItem>, signatories = 2) =>
      mayCorrectPatient(
        { items: [anItem({ StatusId: 154, ...some })], isSame: false, ReasonId: 168, signatories: () => signatories },
        pathologist,
      )
    expect(correct({}).ok).toBe(true)
    expect(correct({ EnteredById: 3 })).toEqual({
      ok: false,
      reason: 'Potassium: entered by you; another signatory must correct the patient',
    })
    expect(correct({ EnteredById: 3 }, 1).ok).toBe(true)
    // no user enters a calculated result
    expect(correct({ EnteredById: 3, Formula: '{1} + 1' }).ok).toBe(true)
    // an unreleased result may be entered by any user
    const open = anItem({ EnteredById: 3, Element: 'Sodium' })
    const all = { items: [anItem({ StatusId: 154 }), open], isSame: false, ReasonId: 168, signatories: () => 2 }
    expect(mayCorrectPatient(all, pathologist)).toEqual({ ok: true })
    expect(reasonOf(mayCorrectPatient({ ...all, isSame: true }, pathologist))).toBe(
      'The sale is in the name of this patient already',
    )
    expect(reasonOf(mayCorrectPatient({ ...all, items: [open] }, pathologist))).toBe(
      'No report is out; change the patient in the sale',
    )
    expect(correct({ Amendment: criticalAmendment })).toEqual({
      ok: false,
      reason: 'Potassium: an amendment waits; approve or withdraw it first',
    })
  })
})

test('the number of signatories may be unknown: the user who entered is refused with that reason, another signs', () => {
  const unknown = { signatories: 'unknown' } as const
  const own = anItem({ EnteredById: pathologist.UserId })
  expect(mayApprove(own, pathologist, unknown)).toMatchObject({
    ok: false,
    reason: 'Potassium: entered by you; cannot tell whether another signatory must approve it',
  })
  expect(mayApprove(anItem(), pathologist, unknown)).toEqual({ ok: true })
  expect(mayApprove(own, pathologist, { signatories: 1 })).toEqual({ ok: true })
})

test('a reason that is still to be requested blocks no amendment, a missing one does', () => {
  const out = anItem({ StatusId: workItemStatus.Released })
  expect(mayAmend(out, pathologist, 'unknown')).toEqual({ ok: true })
  expect(mayAmend(out, pathologist, null)).toMatchObject({ ok: false, reason: 'Reason is required' })
})

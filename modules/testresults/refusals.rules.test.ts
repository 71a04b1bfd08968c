// What holds back an act on a result though its status would allow it: who signs, the tube, a withdrawal, the sale.
import { describe, expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { mayEnter, mayMeasureOn } from './bench.rules.ts'
import { goesOut } from './gate.rules.ts'
import { mayApprove, mayKeep, mayOffer, mayRelease, mayReview, mayWithdrawResult } from './signatory.rules.ts'
import { mayMove } from './status.rules.ts'
import { isUnsaid, maySign, notUnlocked, reviewReasons } from './work-item.rules.ts'
import { administrator, anItem, pathologist, technologist, two } from './work-item.fixture.ts'

const { Entered, Reviewed, Approved, Released, Amended, NotPerformed, OnHold, Pending } = workItemStatus
const paid = { walkIn: false, Outstanding: 0 }
const notSigned = 'Potassium: you do not sign for Biochemistry'
const elsewhere = { Department: 'Biochemistry', NotSignedBy: [pathologist.UserId] }

describe('who signs', () => {
  test('one who is limited to other departments signs nothing of this one', () => {
    expect(reasonOf(maySign(anItem(elsewhere), pathologist))).toBe(notSigned)
    expect(reasonOf(maySign(anItem({ NotSignedBy: [pathologist.UserId] }), pathologist))).toBe(
      'Potassium: you do not sign for its department',
    )
    expect(reasonOf(maySign(anItem({ ...elsewhere, NotSignedBy: [9] }), pathologist))).toBeUndefined()
  })

  test('a test goes out when its signatory signs for each result that goes out with it, and for no other', () => {
    const ready = anItem({ StatusId: Approved })
    const notMine = anItem({ ...elsewhere, StatusId: Approved })
    const outBefore = anItem({ ...elsewhere, StatusId: Released })
    expect(reasonOf(mayRelease([ready, outBefore], pathologist, paid))).toBeUndefined()
    expect(reasonOf(mayRelease([ready, notMine], pathologist, paid))).toBe(notSigned)
    expect(reasonOf(mayRelease([ready, { ...notMine, StatusId: NotPerformed }], pathologist, paid))).toBe(notSigned)
    expect(reasonOf(mayOffer(ready, [ready, outBefore], pathologist))).toBeUndefined()
    expect(reasonOf(mayOffer(ready, [ready, notMine], pathologist))).toBe(notSigned)
    expect(reasonOf(mayOffer(notMine, [], pathologist))).toBe(notSigned)
  })
})

describe('what speaks against its tube', () => {
  const doubtful = { TubeFaults: ['measured 49 h after the draw'] }
  const said = 'Potassium: measured 49 h after the draw; repeat it on a new tube, or keep it with a reason'

  test('it is not approved, nor released beside a sound result', () => {
    expect(reasonOf(goesOut(anItem(doubtful)))).toBe(said)
    expect(reasonOf(mayApprove(anItem(doubtful), pathologist, two))).toBe(said)
    const [sound, held] = [anItem({ StatusId: Approved }), anItem({ ...doubtful, StatusId: Approved })]
    expect(reasonOf(mayRelease([sound, held], pathologist, paid))).toBe(said)
    expect(reasonOf(mayOffer(sound, [sound, held], pathologist))).toBe(said)
    // what is out already is not asked again
    expect(reasonOf(mayRelease([sound, { ...held, StatusId: Released }], pathologist, paid))).toBeUndefined()
    expect(reasonOf(mayOffer(sound, [sound, { ...held, StatusId: Released }], pathologist))).toBeUndefined()
  })

  test('a signatory keeps it while it is measured and not out; there is nothing to keep of a sound tube', () => {
    for (const StatusId of [Entered, Reviewed, Approved])
      expect(mayKeep(anItem({ ...doubtful, StatusId }), pathologist).ok).toBe(true)
    for (const StatusId of [Pending, Released, OnHold])
      expect(mayKeep(anItem({ ...doubtful, StatusId }), pathologist).ok).toBe(false)
    for (const sound of [{}, { TubeFaults: [] }])
      expect(reasonOf(mayKeep(anItem(sound), pathologist))).toBe(
        'Potassium: nothing speaks against its tube or its instrument',
      )
    expect(mayKeep(anItem(doubtful), technologist).ok).toBe(false)
  })
})

test('another value of the patient asks for a new review of what was signed before it', () => {
  const beside = { DiffersFrom: 'NCL1' }
  const said = 'Potassium: NCL1 has another value of this patient that came after the signature; review it again'
  expect(reasonOf(goesOut(anItem(beside)))).toBe(said)
  for (const StatusId of [Entered, Reviewed, Approved]) {
    expect(mayReview(anItem({ ...beside, StatusId }), pathologist).ok).toBe(true)
    expect(mayReview(anItem({ StatusId }), pathologist).ok).toBe(StatusId === Entered)
  }
  expect(mayReview(anItem({ ...beside, StatusId: Released }), pathologist).ok).toBe(false)
})

test('an instrument that went out of service holds what it measured, until a signatory keeps it', () => {
  const item = anItem({ InstrumentFault: 'measured on cobas, since out of service: lamp' })
  expect(goesOut(item)).toEqual({
    ok: false,
    reason:
      'Potassium: measured on cobas, since out of service: lamp; repeat it on another one, or keep it with a reason',
    code: 'out-of-service',
  })
  expect(mayKeep(item, pathologist).ok).toBe(true)
})

test('an input that is not decided holds what is calculated from it', () => {
  expect(reasonOf(goesOut(anItem({ HeldInputs: ['Glucose', 'Insulin'] })))).toBe(
    'Potassium: decide about its inputs first: Glucose, Insulin',
  )
})

describe('a withdrawal', () => {
  const waiting = { EnteredById: 4, Flag: null, CriticalCalled: false, IsWithdrawal: true }

  test('of a released result that is not withdrawn and waits for no withdrawal', () => {
    const said = (some: object) =>
      reasonOf(mayWithdrawResult(anItem({ StatusId: Released, ...some }), pathologist, 173))
    expect(said({})).toBeUndefined()
    expect(said({ StatusId: Amended, IsWithdrawn: false })).toBeUndefined()
    expect(said({ StatusId: Approved })).toBe('Potassium: only a released result can be withdrawn')
    expect(said({ IsWithdrawn: true })).toBe('Potassium: it is withdrawn already')
    expect(said({ Amendment: waiting })).toBe('Potassium: its withdrawal waits for approval')
    expect(said({ Amendment: { ...waiting, IsWithdrawal: false } })).toBeUndefined()
  })

  test('is approved on a cancelled sale too, an amendment is not', () => {
    const item = anItem({ StatusId: Released, SaleIsCancelled: true, Amendment: waiting })
    expect(mayApprove(item, pathologist, two).ok).toBe(true)
    const amended = { ...item, Amendment: { ...waiting, IsWithdrawal: false } }
    expect(reasonOf(mayApprove(amended, pathologist, two))).toBe(
      'The sale is cancelled, so its report cannot be issued',
    )
  })
})

describe('a test that was not performed', () => {
  test('is listed on a report while it is sold, printed, and was on none', () => {
    const item = anItem({ StatusId: NotPerformed, Result: null })
    expect(isUnsaid(item)).toBe(true)
    expect(isUnsaid({ ...item, IsSold: true, PrintOnReport: true, GivenOut: false })).toBe(true)
    for (const some of [{ StatusId: Approved }, { GivenOut: true }, { IsSold: false }, { PrintOnReport: false }])
      expect(isUnsaid({ ...item, ...some })).toBe(false)
  })

  test('alone it is released, and a test without anything to report is not', () => {
    const item = anItem({ StatusId: NotPerformed, Result: null })
    expect(mayRelease([item], pathologist, paid).ok).toBe(true)
    expect(mayOffer(item, [item], pathologist).ok).toBe(true)
    expect(mayRelease([{ ...item, GivenOut: true }], pathologist, paid)).toMatchObject({ ok: false, code: 'nothing' })
    expect(mayOffer({ ...item, GivenOut: true }, [], pathologist).ok).toBe(false)
  })
})

test('what could not be judged by its limits is reviewed; without any interval that says it already', () => {
  expect(reviewReasons(anItem({ ReviewNeeded: true }))).toEqual(['Not judged by its limits'])
  expect(reviewReasons(anItem({ ReviewNeeded: true, NoRange: true }))).toEqual(['No reference interval'])
  expect(reviewReasons(anItem({ ReviewNeeded: false }))).toEqual([])
})

test('work on an unlocked sale is held, and says when the sale was cancelled after it', () => {
  expect(reasonOf(notUnlocked(anItem({ SaleIsUnlocked: true })))).toBe(
    'Potassium: the sale is unlocked at the counter; its work is held until it is accessioned again',
  )
  expect(reasonOf(notUnlocked(anItem({ SaleIsUnlocked: true, SaleIsCancelled: true })))).toBe(
    'Potassium: the sale was unlocked at the counter and cancelled',
  )
})

test('a calculated result comes off hold by the bench, a measured one by its entry', () => {
  const held = anItem({ StatusId: OnHold, Formula: '{10} + 1' })
  const move = (item: typeof held, user = technologist) => reasonOf(mayMove(item, Entered, user, two))
  expect(move(held)).toBeUndefined()
  expect(move(held, administrator)).toBe('Only a technologist or a pathologist may work on results')
  expect(move({ ...held, SaleIsUnlocked: true })).toContain('unlocked')
  expect(move({ ...held, StatusId: Reviewed })).toBe('Potassium: the result is calculated by its formula')
  expect(move(anItem({ StatusId: OnHold }))).toBeUndefined()
  expect(move(anItem({ StatusId: OnHold, TubeAwaited: true }))).toBe('Potassium: waiting for the recollected tube')
})

describe('instruments', () => {
  const there = { LabInstrumentId: 5, InstrumentId: 1, Name: 'cobas', Method: null }
  const on = (some: object, item = anItem()) =>
    reasonOf(mayMeasureOn(item, { there, present: 4, ...some }, technologist))

  test('a value is measured on another instrument of the lab that is in service', () => {
    expect(on({})).toBeUndefined()
    expect(on({ present: null })).toBeUndefined()
    expect(on({ present: 5 })).toBe('Potassium: it is on cobas already')
    expect(on({ there: undefined })).toBe('Potassium: this instrument does not measure it at this laboratory')
    const out = { LabInstrumentId: 5, Name: 'cobas', Reason: 'lamp' }
    expect(on({ there: undefined, out })).toBe('Potassium: cobas is out of service: lamp')
    expect(on({}, anItem({ StatusId: Approved }))).toContain('after approval')
    expect(on({}, anItem({ Formula: '{1}' }))).toContain('calculated')
  })

  test('the bench enters no value on one that is out of service', () => {
    const item = anItem({ StatusId: Pending, Result: null, InstrumentOut: 'cobas is out of service: lamp' })
    expect(mayEnter(item, technologist)).toEqual({
      ok: false,
      reason: 'Potassium: cobas is out of service: lamp',
      code: 'out-of-service',
    })
  })
})

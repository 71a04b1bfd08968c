// What the bench may do with a result, and the reasons of its refusals.
import { expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { mayChooseRun, mayEnter, mayHold, mayNote, mayNotPerform, mayReferOut, mayRepeat } from './bench.rules.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { administrator, anItem, technologist, pathologist } from './work-item.fixture.ts'
import type { ResultRun } from './beside.model.ts'
import { benchOf, type WorkItem } from './work-item.rules.ts'

test('the bench is that of the lab, or of the lab that enters for an outside lab', () => {
  expect([benchOf({ LabId: 4, KeeperId: 2 }), benchOf({ LabId: 4, KeeperId: null })]).toEqual([2, 4])
})

test('no result is entered for a tube that has not arrived', () => {
  const item = anItem({ StatusId: workItemStatus.OnHold, Result: null })
  expect(mayEnter(item, technologist).ok).toBe(true)
  expect(mayEnter({ ...item, TubeAwaited: true }, technologist)).toMatchObject({ ok: false, code: 'no-tube' })
})

test('each act names the statuses in which it is refused', () => {
  const of = (StatusId: number) => anItem({ StatusId })
  expect(reasonOf(mayEnter(of(workItemStatus.Approved), technologist))).toBe(
    'Potassium: the result can no longer be changed; request a repeat or amend it',
  )
  expect(reasonOf(mayEnter(anItem({ PaperAwaited: 'Metropolis' }), technologist))).toBe(
    'Potassium: add the report of Metropolis as a file first',
  )
  expect(reasonOf(mayEnter(anItem({ PaperAwaited: null }), technologist))).toBeUndefined()
  expect(reasonOf(mayNote(of(workItemStatus.Approved), technologist))).toBe(
    'Potassium: after approval, comments and reasons can only be amended',
  )
  expect(reasonOf(mayRepeat(of(workItemStatus.Released), pathologist, 168))).toBe(
    'Potassium: only a result that is not released can be repeated',
  )
  expect(reasonOf(mayHold(of(workItemStatus.Approved), technologist, 168))).toBe('Potassium: work on it is finished')
  expect(reasonOf(mayNotPerform(of(workItemStatus.Approved), technologist, 168))).toBe(
    'Potassium: an approved result cannot become not performed',
  )
  expect(reasonOf(mayReferOut(of(workItemStatus.Entered), technologist))).toBe('Potassium: work on it has begun')
  for (const StatusId of [workItemStatus.Pending, workItemStatus.Repeat, workItemStatus.OnHold])
    expect(mayReferOut(of(StatusId), technologist)).toEqual({ ok: true })
  expect(reasonOf(mayHold(anItem(), administrator, 168))).toBe(
    'Only a technologist or a pathologist may work on results',
  )
})

test('OPS-196 only a pathologist repeats an approved result, and no user a released one', () => {
  expect(mayRepeat(anItem({ StatusId: 153 }), technologist, 168).ok).toBe(false)
  expect(mayRepeat(anItem({ StatusId: 153 }), pathologist, 168).ok).toBe(true)
  expect(mayRepeat(anItem({ StatusId: 154 }), pathologist, 168).ok).toBe(false)
})

test('OPS-198 a result with a formula is not entered', () => {
  expect(mayEnter(anItem({ Formula: '{1} + 1' }), technologist)).toEqual({
    ok: false,
    reason: 'Potassium: the result is calculated by its formula',
  })
})

test('an approved result is neither held nor not performed', () => {
  for (const StatusId of [153, 154, 159]) {
    expect(mayNotPerform(anItem({ StatusId }), pathologist, 168).ok).toBe(false)
    expect(mayHold(anItem({ StatusId }), pathologist, 168).ok).toBe(false)
  }
  expect(mayNotPerform(anItem({ StatusId: 152 }), pathologist, 168).ok).toBe(true)
  expect(mayHold(anItem({ StatusId: 152 }), pathologist, 168).ok).toBe(true)
})

test('an earlier run can be used until its result is approved: with a reason, of the present tube, not for a calculated result', () => {
  const run = { ResultId: 1, Run: 1, IsCounting: false, IsOfTube: true } as ResultRun
  const reason = (item: Partial<WorkItem>, part: Partial<ResultRun> | undefined = {}, why: number | null = 168) =>
    reasonOf(mayChooseRun(anItem(item), part && { ...run, ...part }, technologist, why))
  for (const StatusId of [151, 152, 155]) expect(reason({ StatusId })).toBeUndefined()
  for (const StatusId of [150, 153, 154, 157, 158, 159])
    expect(reason({ StatusId })).toBe('Potassium: an approved result cannot be replaced by an earlier run')
  expect(reason({ StatusId: 156 })).toContain('on hold')
  expect(reason({ Formula: '{1} + 1' })).toContain('choose a run of its inputs instead')
  expect(reason({}, { IsCounting: true })).toContain('run 1 is in use already')
  expect(reason({}, { IsOfTube: false })).toBe('Potassium: run 1 was measured in a tube that has since been rejected')
  expect(reason({ UnitOfMeasure: 'mg/dL' }, { UnitOfMeasure: 'mg/dl ' })).toBeUndefined()
  expect(reason({ UnitOfMeasure: 'µmol/L' }, { UnitOfMeasure: 'mg/dL' })).toContain('was measured in mg/dL')
  expect(reason({}, {}, null)).toBe('Reason is required')
  expect(reasonOf(mayChooseRun(anItem(), undefined, technologist, 168))).toBe('Potassium: that run has no value')
  expect(mayChooseRun(anItem(), run, administrator, 168).ok).toBe(false)
})

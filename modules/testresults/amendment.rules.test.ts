// An amendment is reviewed for what an entered value is, once, and by a signatory.
import { expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import { workItemStatus } from '../lists/items.model.ts'
import { mayApprove, mayReview } from './signatory.rules.ts'
import { anItem, criticalAmendment, pathologist, technologist, two } from './work-item.fixture.ts'
import type { WaitingAmendment, WorkItem } from './work-item.rules.ts'

const normal: WaitingAmendment = { ...criticalAmendment, Flag: 'N' }
const waiting = (amendment: Partial<WaitingAmendment> = {}, item: Partial<WorkItem> = {}) =>
  anItem({ StatusId: workItemStatus.Released, ...item, Amendment: { ...normal, ...amendment } })

test('it is reviewed once, and again where the other value of the patient came after that', () => {
  expect(mayReview(waiting(), pathologist).ok).toBe(true)
  expect(reasonOf(mayReview(waiting({ IsReviewed: true }), pathologist))).toBe(
    'Potassium: its amendment is reviewed already',
  )
  expect(mayReview(waiting({ IsReviewed: true }, { DiffersFrom: 'BEN12' }), pathologist).ok).toBe(true)
})
test('it is reviewed by a signatory, and not of a cancelled or unlocked sale', () => {
  expect(mayReview(waiting(), technologist).ok).toBe(false)
  expect(mayReview(waiting({}, { SaleIsCancelled: true }), pathologist).ok).toBe(false)
  expect(mayReview(waiting({}, { SaleIsUnlocked: true }), pathologist).ok).toBe(false)
})
test('a withdrawal gives no value to review', () => {
  expect(reasonOf(mayReview(waiting({ IsWithdrawal: true }), pathologist))).toBe(
    'Potassium: a withdrawal gives no value to review',
  )
})
test.each([{ IsDelta: true }, { NoRange: true }, { ReviewNeeded: true }])(
  '%o asks for the review before the approval',
  (why) => {
    expect(mayApprove(waiting(), pathologist, two).ok).toBe(true)
    expect(reasonOf(mayApprove(waiting(why), pathologist, two))).toContain('its amendment is to be reviewed first')
    expect(mayApprove(waiting({ ...why, IsReviewed: true }), pathologist, two).ok).toBe(true)
    expect(mayApprove(waiting({ ...why, IsWithdrawal: true }), pathologist, two).ok).toBe(true)
  },
)

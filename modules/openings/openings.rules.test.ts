// Who reads what is sensitive, and as what it is noted: without a reason, with one, at work, and outside.
import { expect, test } from 'vitest'
import { isPortal, role } from '../../core/user.ts'
import { hoursOpen, notOpened, whyOf } from './openings.rules.ts'

const facts = { reason: null, isWork: false, isCareGiver: false }
const roles = Object.values(role)
const readers = (given: Partial<Parameters<typeof whyOf>[1]>) =>
  roles.filter((RoleId) => whyOf({ RoleId }, { ...facts, ...given }) !== undefined)
const inside = roles.filter((RoleId) => !isPortal({ RoleId }))

test('without a reason the patient and the ordering doctor read it alone', () => {
  expect(readers({}).sort()).toEqual([role.Patient, role.Doctor].sort())
  expect(whyOf({ RoleId: role.Patient }, facts)).toBe('portal')
})
test('an institution reads what it bought where it treats patients', () => {
  expect(readers({ isCareGiver: true }).sort()).toEqual([role.Patient, role.Doctor, role.Institution].sort())
})
test('inside, work and a reason open it, and each is noted as what it is', () => {
  for (const RoleId of inside) {
    expect(whyOf({ RoleId }, { ...facts, isWork: true })).toBe('work')
    expect(whyOf({ RoleId }, { ...facts, reason: 'Asked by the ward' })).toBe('reason')
    expect(whyOf({ RoleId }, { ...facts, reason: 'Asked by the ward', isWork: true })).toBe('work')
  }
})
test('outside, neither work nor a reason opens it', () => {
  expect(
    readers({ isWork: true, reason: 'Please' })
      .filter((RoleId) => !inside.includes(RoleId))
      .sort(),
  ).toEqual([role.Patient, role.Doctor].sort())
})
test('a reason is of half a day', () => {
  expect(hoursOpen).toBe(12)
})
test('the refusal asks for a reason where one helps', () => {
  expect(notOpened({ RoleId: role.FrontDesk })).toMatchObject({ ok: false, at: 'Reason', code: 'sensitive' })
  expect(notOpened({ RoleId: role.Referrer })).toEqual({
    ok: false,
    reason: 'A result of this sale is sensitive: only the patient and the ordering doctor read it here',
  })
})

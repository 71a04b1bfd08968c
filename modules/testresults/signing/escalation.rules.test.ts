// Who is notified of a critical result without a logged call, and when.
import { expect, test } from 'vitest'
import { role } from '../../../core/user.ts'
import { dueAfter } from './escalation.rules.ts'

test('pathologists after half an hour, managers after an hour, no one before', () => {
  const told = (minutes: number) => dueAfter(minutes).map(({ who }) => who)
  expect([29.9, 30, 59.9, 60].map(told)).toEqual([[], ['pathologists'], ['pathologists'], ['pathologists', 'managers']])
  expect(dueAfter(60).flatMap(({ roles }) => roles)).toEqual([
    role.Pathologist,
    role.BusinessManager,
    role.QualityManager,
  ])
})

// Who decides about a request, in words.
import { expect, test } from 'vitest'
import { managers, role, supervisors } from '../../core/user.ts'
import { decidersText, toDeciders } from './requests.rules.ts'

test('deciders are named as a value, and in a sentence', () => {
  expect(decidersText(managers)).toBe('business manager or administrator')
  expect(toDeciders(managers)).toBe('a business manager or an administrator')
  expect(toDeciders(supervisors)).toBe('accounts staff, a business manager or an administrator')
  expect(toDeciders([role.Accounts])).toBe('accounts staff')
})

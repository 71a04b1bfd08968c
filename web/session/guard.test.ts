// The guard of the home shell.
import { expect, test } from 'vitest'
import { ApiError } from '../api/api.ts'
import type { CurrentUser } from './session.ts'
import { guardOf } from './guard.ts'
import { deskSession } from './session.fixture.ts'

const user: CurrentUser = deskSession

test('an answer without a permissions list leads to the sign-in', () => {
  const { Permissions: _permissions, ...without } = user
  expect(guardOf({ data: without as CurrentUser })).toBe('login')
  expect(guardOf({ data: { ...without, Permissions: null } as unknown as CurrentUser })).toBe('login')
})
test('a refusal leads to the sign-in; an unreachable server is retried', () => {
  for (const status of [401, 403, 500])
    expect([status, guardOf({ error: new ApiError(status, 'No') })]).toEqual([status, 'login'])
  for (const status of [0, 502, 503, 504])
    expect([status, guardOf({ error: new ApiError(status, 'No') })]).toEqual([status, 'unreached'])
  expect(guardOf({})).toBe('waiting')
})
test('the answer before an error is still used', () => {
  expect(guardOf({ data: user, error: new ApiError(0, 'No') })).toBe('shell')
})
test('without a role and an entity the roles come first, and before them a password that must be changed', () => {
  expect(guardOf({ data: { ...user, Role: null } })).toBe('roles')
  expect(guardOf({ data: { ...user, Entity: null } })).toBe('roles')
  expect(guardOf({ data: { ...user, Role: null, User: { ...user.User, MustChangePassword: true } } })).toBe('profile')
})

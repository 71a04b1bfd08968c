import { expect, test } from 'vitest'
import { yes } from '../../core/refusal.ts'
import { keysChanged, mayGive, mayKeepUser, userErrors } from './users.rules.ts'

const rows = (...keys: number[]) => keys.map((RoleId) => ({ RoleId }))

test('keys that only one of two grids has, added ones first; a grid that was not sent has no changes', () => {
  expect(keysChanged('RoleId', rows(1, 2), rows(2, 3))).toEqual([3, 1])
  expect(keysChanged('RoleId', undefined, rows(5))).toEqual([5])
  expect(keysChanged('RoleId', rows(1), [])).toEqual([1])
  expect(keysChanged('RoleId', rows(1), undefined)).toEqual([])
})

test('only role 1 gives, takes and changes role 1', () => {
  for (const RoleId of [2, 3, 5, 12]) {
    expect(mayGive([1], { RoleId }).ok).toBe(false)
    expect(mayGive([4, 1], { RoleId }).ok).toBe(false)
    expect(mayGive([2, 3], { RoleId })).toEqual(yes)
    expect(mayKeepUser({ Roles: rows(5, 1) }, { RoleId }).ok).toBe(false)
    expect(mayKeepUser({ Roles: rows(2) }, { RoleId })).toEqual(yes)
  }
  expect(mayGive([1], { RoleId: 1 })).toEqual(yes)
  expect(mayKeepUser({ Roles: rows(1) }, { RoleId: 1 })).toEqual(yes)
})

test('the default entity is one of the entities, the name is one word', () => {
  const fine = { EmployerId: 1, UserName: 'a.b-c_9', Entities: [{ ClientId: 2 }], DefaultEntityId: 2 }
  expect(userErrors(fine)).toEqual({})
  expect(userErrors({ ...fine, EmployerId: null })).toEqual({ EmployerId: ['Employer is required'] })
  expect(Object.keys(userErrors({ ...fine, DefaultEntityId: 3 }))).toEqual(['DefaultEntityId'])
  expect(Object.keys(userErrors({ ...fine, Entities: [] }))).toEqual(['DefaultEntityId'])
  for (const UserName of ['a b', 'é', '', 'a@b'])
    expect(Object.keys(userErrors({ ...fine, UserName }))).toEqual(['UserName'])
})

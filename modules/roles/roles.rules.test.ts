// What may be saved of a role, and what it sees.
import { expect, test } from 'vitest'
import { reasonOf } from '../../core/refusal.ts'
import type { Permission } from './roles.model.ts'
import { keepsAdministrators, mayChangeRole, roleErrors } from './roles.rules.ts'
import { seenBy } from './sees.rules.ts'

const of = (ModuleId: Permission['ModuleId'], Permit: Permission['Permit'], more: Partial<Permission> = {}) => ({
  ModuleId,
  Permit,
  ...more,
})

test('a permission occurs once for an entity type and criteria; criteria must be readable', () => {
  const Permissions = [
    of('sales', 'read'),
    of('sales', 'read', { ClientTypeId: 13 }),
    of('sales', 'read', { Criteria: 'SaleId > 1' }),
  ]
  expect(roleErrors({ Permissions })).toEqual({})
  expect(
    Object.keys(roleErrors({ Permissions: [...Permissions, of('sales', 'read', { Criteria: ' SaleId > 1 ' })] })),
  ).toEqual(['Permissions.3.Permit'])
  expect(Object.keys(roleErrors({ Permissions: [of('sales', 'read', { Criteria: 'SaleId >' })] }))).toEqual([
    'Permissions.0.Criteria',
  ])
})

test('role 1 needs list, read and update of roles and users, without criteria; the others need none of them', () => {
  const whole = (['roles', 'users'] as const).flatMap((module) =>
    (['list', 'read', 'update'] as const).map((permit) => of(module, permit)),
  )
  expect(keepsAdministrators(1, { Permissions: whole }).ok).toBe(true)
  expect(keepsAdministrators(2, { Permissions: [] }).ok).toBe(true)
  for (const [index, one] of whole.entries())
    for (const less of [undefined, { ...one, ClientTypeId: 10 }, { ...one, Criteria: 'UserId > 1' }])
      expect(
        keepsAdministrators(1, { Permissions: whole.flatMap((kept, at) => (at === index ? (less ?? []) : kept)) }).ok,
      ).toBe(false)
  expect([mayChangeRole({ RoleId: 1 }).ok, reasonOf(mayChangeRole({ RoleId: 2 }))]).toEqual([
    true,
    'Only an administrator can change roles',
  ])
})

test('a role sees the modules it may list in their groups, with a button for each permit', () => {
  const row = (ModuleId: string, SequenceNumber: number, ParentId: string | null) => ({
    ModuleId,
    Name: ModuleId.toUpperCase(),
    SequenceNumber,
    ParentId,
  })
  const rows = [row('people', 1, null), row('work', 0, null), row('sales', 10, 'work'), row('clients', 5, 'people')]
  const permissions = [
    of('sales', 'list'),
    of('sales', 'create'),
    of('sales', 'cancel', { Criteria: 'StatusId < 95' }),
    of('sales', 'cancel', { ClientTypeId: 13 }),
    of('clients', 'read'),
  ]
  expect(seenBy(permissions, rows)).toEqual([
    { name: 'WORK', modules: [{ name: 'SALES', buttons: ['Create New', 'Cancel'], limited: true }] },
  ])
})

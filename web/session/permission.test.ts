// What the signed-in user may do.
import { expect, test } from 'vitest'
import type { PermissionEntry } from '../../core/user.ts'
import { may, statementOf } from './permission.ts'
import { mayWith } from './row-permission.ts'
import { deskSession } from './session.fixture.ts'
import type { Session } from './session.ts'

const session = (Permissions: PermissionEntry[]): Session => ({ ...deskSession, Permissions })
const entry = (
  Permit: PermissionEntry['Permit'],
  Criteria: string | null = null,
  StatementId: number | null = null,
): PermissionEntry => ({
  ModuleId: 'sales',
  Permit,
  Criteria,
  StatementId,
})

test('FND-303 a permit with criteria applies to the rows that meet them', () => {
  const desk = session([entry('cancel', 'StatusId < 95 && SellerId == user.EntityId')])
  expect(may(desk, 'sales', 'cancel')).toBe(true)
  expect(mayWith(desk, 'sales', 'cancel', { StatusId: 92, SellerId: 12 })).toBe(true)
  expect(mayWith(desk, 'sales', 'cancel', { StatusId: 95, SellerId: 12 })).toBe(false)
  expect(mayWith(desk, 'sales', 'cancel', { StatusId: 92, SellerId: 11 })).toBe(false)
})
test('FND-303 malformed criteria count as false and break nothing', () => {
  expect(mayWith(session([entry('update', 'StatusId <')]), 'sales', 'update', { StatusId: 1 })).toBe(false)
})
test('empty criteria apply to every row, and another module has no permit', () => {
  const desk = session([entry('read')])
  expect(mayWith(desk, 'sales', 'read', { SaleId: 1 })).toBe(true)
  expect(may(desk, 'clients', 'read')).toBe(false)
})
test('FND-125 the list permit supplies the statement', () => {
  expect(statementOf(session([entry('read'), entry('list', null, 1001)]), 'sales')).toBe(1001)
  expect(statementOf(session([entry('read')]), 'sales')).toBeUndefined()
})

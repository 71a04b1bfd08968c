// Roles: only administrators change rights, a change applies at once, and the last administrator cannot lose them.
import { expect, test } from 'vitest'
import { role } from '../../core/user.ts'
import { listed } from '../../server/testing/listed.ts'
import { networkForTests } from '../../server/testing/network.ts'
import { readRow } from '../../server/testing/rows.ts'
import { signedIn } from '../../server/testing/signed-in.ts'
import type { Permission } from './roles.model.ts'

const { app, admin, manager, desk } = networkForTests('admin', 'manager', 'desk')
const permissionsOf = async (id: number): Promise<Permission[]> =>
  (await admin.get(`/api/roles/${id}`)).body.Permissions
const put = (id: number, Permissions: readonly Permission[], person = admin) =>
  person.put(`/api/roles/${id}`, { Permissions })

test('roles are listed with their users and read with their permissions', async () => {
  const { rows } = await listed(admin, 1025)
  expect(rows).toHaveLength(15)
  const front = rows.find((row) => row.RoleId === role.FrontDesk)
  expect(front).toMatchObject({ RoleName: 'Front desk', Users: expect.any(Number), Permissions: expect.any(Number) })
  const { body } = await admin.get(`/api/roles/${role.FrontDesk}`)
  expect(body).toMatchObject({ RoleId: role.FrontDesk, RoleName: 'Front desk' })
  expect(body.Permissions).toHaveLength(front?.Permissions)
})

test('a permit given or taken applies at once to signed-in users and notifies them; the list of a module comes with its statement', async () => {
  const before = await permissionsOf(role.FrontDesk)
  expect((await desk.get('/api/worksheets/1')).status).toBe(403)
  const given: Permission[] = [
    { ModuleId: 'worksheets', Permit: 'list' },
    { ModuleId: 'worksheets', Permit: 'read', Criteria: 'LabId == user.EntityId' },
  ]
  expect((await put(role.FrontDesk, [...before, ...given])).status).toBe(200)
  expect((await desk.get('/api/worksheets/99999')).status).toBe(404)
  const own = (await desk.get('/api/currentUser')).body.Permissions
  expect(own.find((one) => one.ModuleId === 'worksheets' && one.Permit === 'list')).toMatchObject({
    StatementId: 1003,
  })
  const notices = (await desk.get('/api/getdata/9')).body.map((one) => one.Subject)
  expect(notices).toContain('Role changed: Front desk')
  const history = await admin.get(`/api/actions?ModuleId=roles&FormId=${role.FrontDesk}`)
  expect(history.body[0]?.Changes).toHaveProperty('Permissions')
  expect((await put(role.FrontDesk, before)).status).toBe(200)
  expect((await desk.get('/api/worksheets/99999')).status).toBe(403)
})

test('refused: unreadable criteria, a permission twice, a permit that its module does not have', async () => {
  const before = await permissionsOf(role.Logistics)
  const refused = async (...more: Permission[]) => {
    const answer = await put(role.Logistics, [...before, ...more])
    return [answer.status, Object.keys(answer.body.errors ?? {})]
  }
  const at = (name: string, index = before.length) => `Permissions.${index}.${name}`
  expect(await refused({ ModuleId: 'sales', Permit: 'print', Criteria: 'StatusId <' })).toEqual([400, [at('Criteria')]])
  const print: Permission = { ModuleId: 'sales', Permit: 'print' }
  expect(await refused(print, print)).toEqual([400, [at('Permit', before.length + 1)]])
  expect(await refused({ ModuleId: 'sales', Permit: 'reset' })).toEqual([400, [at('Permit')]])
  expect(await permissionsOf(role.Logistics)).toEqual(before)
})

test('administrators cannot give up the permits that correct all others, and no other role changes a role', async () => {
  const before = await permissionsOf(role.Administrator)
  const without = before.filter((one) => !(one.ModuleId === 'roles' && one.Permit === 'update'))
  const answer = await put(role.Administrator, without)
  expect([answer.status, answer.body.message]).toEqual([
    422,
    'Administrators need list, read and update of roles and users: no other role can restore them',
  ])
  const limited = before.map((one) =>
    one.ModuleId === 'users' && one.Permit === 'update' ? { ...one, Criteria: 'UserId > 5' } : one,
  )
  expect((await put(role.Administrator, limited)).status).toBe(422)
  expect((await put(role.FrontDesk, [], manager)).status).toBe(403)
  expect((await put(role.FrontDesk, [], desk)).status).toBe(403)
  const auditor = await signedIn(app, 'auditor', role.Auditor, 1)
  expect((await auditor.get(`/api/roles/${role.FrontDesk}`)).status).toBe(200)
  expect((await put(role.FrontDesk, [], auditor)).status).toBe(403)
  const { N } = await readRow<{ N: number }>(app, 'permissions', { RoleId: role.FrontDesk }, 'count(*)::int as n')
  expect(N).toBeGreaterThan(10)
})

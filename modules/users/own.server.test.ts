// What no user changes of themselves, whose name no one else signs under, and who is notified.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { readRows } from '../../server/testing/rows.ts'
import type { Json, Person } from '../../server/testing/signed-in.ts'

const { admin, manager, pathologist, other, technologist, app } = networkForTests(
  'admin',
  'manager',
  'pathologist',
  'other',
  'technologist',
)
const change = (by: Person, whom: Person, record: Json) => by.put(`/api/users/${whom.userId}`, record)
const heard = async (person: Person): Promise<unknown[]> =>
  (
    await readRows<{ Subject: string }>(app, 'notifications', { UserId: person.userId }, 'subject', 'notification_id')
  ).map(({ Subject }) => Subject)

test('no user gives themselves a role, a place or another signature, in any role', async () => {
  const own = async (by: Person, record: Json): Promise<unknown[]> => {
    const { status, body } = await change(by, by, record)
    return [status, body.message]
  }
  const roles = [403, 'You cannot change your own roles. Ask someone else who manages users']
  expect(await own(manager, { Roles: [2, 3, 4].map((RoleId) => ({ RoleId })), Qualification: 'MBBS' })).toEqual(roles)
  expect(await own(admin, { Roles: [1, 5].map((RoleId) => ({ RoleId })) })).toEqual(roles)
  expect(await own(manager, { Entities: [1, 2, 3, 12].map((ClientId) => ({ ClientId })) })).toEqual([
    403,
    'You cannot change your own entities. Ask someone else who manages users',
  ])
  for (const record of [{ FullName: 'Dr Vidya Rao Patil' }, { Qualification: 'MD Pathology' }])
    expect(await own(manager, record)).toEqual([
      403,
      'You cannot change your own name and signature on papers. Ask someone else who manages users',
    ])
  expect((await change(manager, manager, { Phone: '020 1234' })).status).toBe(200)
})

test('the full name of another user of the employer is refused in any spelling', async () => {
  for (const FullName of ['Dr Vidya Rao', ' dr  VIDYA\u200B rao ']) {
    const taken = await change(admin, other, { FullName })
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'Another user here has this full name. Add a middle name to distinguish them',
    ])
  }
  const made = await manager.post('/api/users/', {
    UserName: 'another',
    FullName: 'Dr Vidya Rao',
    DefaultEntityId: 2,
    Entities: [{ ClientId: 2 }],
    Roles: [{ RoleId: 5 }],
  })
  expect(made.status).toBe(409)
})

test('a user who signs reports needs a qualification, and the other signatories are notified', async () => {
  const Roles = [3, 4].map((RoleId) => ({ RoleId }))
  const without = await change(manager, technologist, { Roles })
  expect([without.status, Object.keys(without.body.errors)]).toEqual([400, ['Qualification']])
  expect((await change(manager, technologist, { Roles, Qualification: 'MD Pathology, Reg. 20417' })).status).toBe(200)
  for (const signatory of [pathologist, other])
    expect(await heard(signatory)).toContain('Suresh Patil signs reports now')
  expect((await change(manager, technologist, { Qualification: ' ' })).status).toBe(400)
})

test('a signatory is notified that another user changed their signature', async () => {
  expect((await change(manager, pathologist, { Qualification: 'MD Biochemistry' })).status).toBe(200)
  expect(await heard(pathologist)).toContain('How you sign on reports has changed')
})

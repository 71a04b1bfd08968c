// A client's own user, and resetting a forgotten password.
import { expect, test } from 'vitest'
import { networkForTests } from '../../../server/testing/network.ts'
import { listed } from '../../../server/testing/listed.ts'
import { ask, signedIn } from '../../../server/testing/signed-in.ts'
import { readRow } from '../../../server/testing/rows.ts'
import { role } from '../../../core/user.ts'
import { aPatient } from '../../sales/sales.fixture.ts'

const { app, admin, manager, desk } = networkForTests('admin', 'manager', 'desk')
const signIn = async (username: string, password: string) => {
  const answer = await ask(app, 'POST', '/api/login', { username, password })
  return [answer.status, answer.body.user?.MustChangePassword ?? null]
}

test('MDA-187 MDA-329 a patient is registered: the user is listed, signs in with the temporary password and changes it', async () => {
  const id = await aPatient(desk, { Name: 'Meena Kulkarni' })
  const answer = await manager.put(`/api/register/clients/${id}`, { UserName: 'mkulkarni' })
  expect([answer.status, answer.body.message]).toEqual([200, 'mkulkarni may sign in'])
  const password = answer.body.TemporaryPassword
  expect((await listed(admin, 1019, { Name: 'mkulkarni' })).rows).toMatchObject([{ UserName: 'mkulkarni' }])
  expect((await admin.get(`/api/clients/${id}`)).body.UserName).toBe('mkulkarni')
  const [status] = await signIn('mkulkarni', password)
  expect(status).toBe(200)
  const patient = await signedIn(app, 'mkulkarni', role.Patient, id, password)
  const first = await patient.get('/api/testreports/1')
  expect([first.status, first.body.message]).toEqual([403, 'Change your password first'])
  const again = await manager.put(`/api/register/clients/${id}`, { UserName: 'another' })
  expect([again.status, again.body.message]).toEqual([422, 'This client already has the user name mkulkarni'])
})

test('MDA-189 the user name that is offered is free, in any letter case, whatever the client is called', async () => {
  const offered = async (Name: string, person = manager) => {
    const { status, body } = await person.get(`/api/username/clients?${new URLSearchParams({ Name }).toString()}`)
    return status === 200 ? body.UserName : status
  }
  const register = async (Name: string, UserName: unknown) =>
    (await manager.put(`/api/register/clients/${await aPatient(desk, { Name })}`, { UserName })).status
  const name = 'Ravi Shankar Featherstone'
  expect(await offered(name)).toBe('rsfeathers')
  expect(await register(name, 'RSFeathers')).toBe(200)
  expect(await offered(name)).toBe('rsfeather2')
  expect(await register(name, 'rsfeather2')).toBe(200)
  expect(await offered(name)).toBe('rsfeather3')
  expect([await offered('मीना'), await offered('')]).toEqual(['', 400])
  expect(await offered(name, desk)).toBe(403)
})

test('a taken name, an invalid one, a client of the network, and a desk that may not add users are refused', async () => {
  const id = await aPatient(desk, { Name: 'Asha Rane' })
  const register = async (key: number, UserName: string, person = manager) => {
    const answer = await person.put(`/api/register/clients/${key}`, { UserName })
    return [answer.status, answer.body.message]
  }
  expect(await register(id, 'ADMIN')).toEqual([409, 'User name ADMIN is taken'])
  expect((await register(id, 'asha rane'))[0]).toBe(400)
  expect((await register(id, ' '))[0]).toBe(400)
  expect(await register(12, 'centre')).toEqual([422, "Add this organisation's staff under Users"])
  expect((await register(id, 'arane', desk))[0]).toBe(403)
  expect((await register(id, 'arane'))[0]).toBe(200)
})

test('MDA-333 MDA-334 a reset password is temporary: the old one and all sessions end, and wrong guesses before it no longer block the user', async () => {
  const { Id } = await readRow<{ Id: number }>(app, 'users', { UserName: 'labdesk' }, 'user_id as id')
  expect((await desk.get('/api/currentUser')).status).toBe(200)
  const answer = await manager.put(`/api/reset/users/${Id}`)
  expect([answer.status, answer.body.message]).toEqual([200, 'labdesk signs in with the temporary password'])
  const password = answer.body.TemporaryPassword
  expect(password).toMatch(/^[a-z2-9]{16}$/)
  expect((await desk.get('/api/currentUser')).status).toBe(401)
  expect((await signIn('labdesk', 'aliquot-demo'))[0]).toBe(401)
  expect((await signIn('labdesk', password))[0]).toBe(200)
  // the history does not contain the password
  const history = await manager.get(`/api/actions?ModuleId=users&FormId=${Id}`)
  expect(history.text).toContain('reset')
  expect(history.text).not.toContain(password)
})

test('only administrators reset an administrator, and a user without the permit resets no password', async () => {
  const { Id } = await readRow<{ Id: number }>(app, 'users', { UserName: 'admin' }, 'user_id as id')
  const refused = await manager.put(`/api/reset/users/${Id}`)
  expect([refused.status, refused.body.message]).toEqual([422, 'Only an administrator can change an administrator'])
  const own = await admin.put(`/api/reset/users/${Id}`)
  expect([own.status, own.body.message]).toEqual([422, 'Change your own password in your profile'])
  expect((await desk.put(`/api/reset/users/${Id}`)).status).toBe(401)
})

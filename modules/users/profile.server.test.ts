// The user's own profile: what is required, the current password, and the sessions that end with the save.
import { expect, test } from 'vitest'
import { networkForTests } from '../../server/testing/network.ts'
import { ask, demoPassword, signedIn } from '../../server/testing/signed-in.ts'
import { readRow, setRows } from '../../server/testing/rows.ts'

const { app, desk } = networkForTests('desk')

const newWord = 'correct horse battery'
const picture =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const profile = (changes: Record<string, unknown>) => ({
  UserName: 'labdesk',
  FullName: 'Kavita Joshi',
  Email: 'kavita@example.com',
  CurrentPassword: demoPassword,
  Password: newWord,
  Password2: newWord,
  ...changes,
})

test.each([
  ['FND-283', { UserName: '' }, { UserName: ['User Name is required'] }],
  ['FND-284', { FullName: ' ' }, { FullName: ['Full Name is required'] }],
  ['FND-285', { Email: 'abc' }, { Email: ['Invalid email address'] }],
  ['FND-285', { Email: 'a@b.c' }, { Email: ['Invalid email address'] }],
  ['FND-286', { Password: '' }, { Password: ['New Password is required'] }],
  ['FND-287', { Password2: '' }, { Password2: ['Retype Password is required'] }],
  ['FND-288', { Password2: 'something else' }, { Password2: ["Passwords don't match"] }],
  ['too short', { Password: 'short', Password2: 'short' }, { Password: ['Password must have at least 12 characters'] }],
  [
    'easy to guess',
    { Password: 'password1234', Password2: 'password1234' },
    { Password: ['This password is too easy to guess'] },
  ],
  [
    'the present password',
    { CurrentPassword: 'not the present one' },
    { CurrentPassword: ['This is not your current password'] },
  ],
])('%s: the profile with %j is refused at the field without any change', async (_id, changes, errors) => {
  const answer = await desk.put(`/api/users/${desk.userId}`, profile(changes))
  expect([answer.status, answer.body.errors]).toEqual([400, errors])
  expect((await desk.get('/api/currentUser')).status).toBe(200)
})

test("another's profile is refused", async () => {
  const other = await readRow<{ Id: number }>(app, 'users', { UserName: 'admin' }, 'user_id as id')
  expect((await desk.put(`/api/users/${other.Id}`, profile({ UserName: 'admin' }))).status).toBe(403)
})

test('a user name that is taken is refused', async () => {
  const answer = await desk.put(`/api/users/${desk.userId}`, profile({ UserName: 'ADMIN' }))
  expect([answer.status, answer.body.message]).toEqual([409, 'This user name is taken'])
})

test('FND-067 FND-069 FND-070 FND-071 FND-072 FND-351 the save changes the fields, and every session of the user ends', async () => {
  const elsewhere = await signedIn(app, 'labdesk', 5, 2)
  const saved = await desk.put(
    `/api/users/${desk.userId}`,
    profile({ UserName: 'kavita', Email: 'kj@example.com', Picture: picture }),
  )
  expect([saved.status, saved.body.message]).toEqual([200, 'Changes saved'])
  const { Changes } = await readRow<{ Changes: Record<string, unknown> }>(
    app,
    'audit',
    { ModuleId: 'users', FormId: desk.userId },
    'changes',
    'audit_id desc',
  )
  expect(Changes).toEqual({
    UserName: ['labdesk', 'kavita'],
    Email: [expect.anything(), 'kj@example.com'],
    Picture: ['…', 'changed'],
    Password: ['…', 'changed'],
  })
  expect((await desk.get('/api/currentUser')).status).toBe(401)
  expect((await elsewhere.get('/api/currentUser')).status).toBe(401)
  expect((await ask(app, 'POST', '/api/login', { username: 'kavita', password: demoPassword })).status).toBe(401)
  const again = await signedIn(app, 'kavita', 5, 2, newWord)
  expect((await again.get('/api/currentUser')).body.User).toMatchObject({
    UserName: 'kavita',
    FullName: 'Kavita Joshi',
    Email: 'kj@example.com',
    Picture: expect.stringMatching(/^data:image\//),
  })
})

test('a user who must change the password has no permission before that', async () => {
  await setRows(app, 'users', { UserName: 'technologist' }, { MustChangePassword: true })
  const technologist = await signedIn(app, 'technologist', 4, 2)
  const { body } = await technologist.get('/api/currentUser')
  expect([body.User.MustChangePassword, body.Role, body.Permissions]).toEqual([true, null, []])
  expect((await technologist.get('/api/getdata/1003')).status).toBe(403)
  expect(
    (
      await technologist.put(
        `/api/users/${technologist.userId}`,
        profile({ UserName: 'technologist', FullName: 'Suresh Patil' }),
      )
    ).status,
  ).toBe(200)
  const after = await signedIn(app, 'technologist', 4, 2, newWord)
  expect((await after.get('/api/getdata/1003')).status).toBe(200)
})

test('staff cannot change their full name, nor take a user name that the users screen refuses', async () => {
  const pathologist = await signedIn(app, 'pathologist2', 3, 2)
  const save = (changes: Record<string, unknown>) =>
    pathologist.put(
      `/api/users/${pathologist.userId}`,
      profile({ UserName: 'pathologist2', FullName: 'Dr Arjun Mehta', ...changes }),
    )
  const renamed = await save({ FullName: 'Dr Vidya Rao' })
  expect([renamed.status, renamed.body.message]).toEqual([
    403,
    'Your full name is printed on papers. Ask an administrator to change it',
  ])
  const named = await save({ UserName: 'PATHOLOGIST 2 ☃' })
  expect([named.status, named.body.errors]).toEqual([
    400,
    { UserName: ['Letters, digits, dot, dash and underscore only'] },
  ])
  expect((await pathologist.get(`/api/users/${pathologist.userId}`)).body).toMatchObject({ FullName: 'Dr Arjun Mehta' })
})

test('a portal user changes their own full name', async () => {
  const doctor = await signedIn(app, 'doctor', 12, 101)
  const saved = await doctor.put(
    `/api/users/${doctor.userId}`,
    profile({ UserName: 'doctor', FullName: 'Dr Aarti D Deshmukh' }),
  )
  expect(saved.status).toBe(200)
  const again = await signedIn(app, 'doctor', 12, 101, newWord)
  expect((await again.get('/api/currentUser')).body.User).toMatchObject({ FullName: 'Dr Aarti D Deshmukh' })
})

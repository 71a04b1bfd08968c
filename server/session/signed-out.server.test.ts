// Only the user of an ended session gets the reason.
import { expect, test } from 'vitest'
import { signedOut, type SignedOut } from '../../core/entrance/signed-out.ts'
import { sql } from '../db/db.ts'
import { networkForTests } from '../testing/network.ts'
import { readRow, setRows } from '../testing/rows.ts'
import { ask, signedIn, type Person } from '../testing/signed-in.ts'
import { hashToken } from './session.ts'

const { app, manager } = networkForTests('manager')

const said = async (person: Person) => {
  const { status, body } = await person.get('/api/getdata/1001')
  return [status, body.code, body.message]
}
const told = (why: SignedOut) => [401, why, signedOut[why]]
const aged = (person: Person, changes: Record<string, unknown>) =>
  setRows(app, 'sessions', { TokenHash: hashToken(person.token) }, changes)
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

test('FND-435 a session that ended by inactivity or age gives that reason', async () => {
  const person = await signedIn(app, 'labdesk', 5, 2)
  await aged(person, { LastSeenAt: hoursAgo(1) })
  expect(await said(person)).toEqual(told('idle'))
  await aged(person, { LastSeenAt: new Date(), createdAt: hoursAgo(13) })
  expect(await said(person)).toEqual(told('aged'))
})

test("sign-out elsewhere, too many sessions and an administrator's sign-out give different reasons", async () => {
  const left = await signedIn(app, 'labdesk', 5, 2)
  await left.post('/api/logout')
  expect(await said(left)).toEqual(told('signed-out'))
  const first = await signedIn(app, 'quality', 10, 2)
  await app.db.transaction((tx) =>
    tx.run(sql`
      insert into
        sessions (token_hash, user_id)
      select
        sha256(convert_to('full ' || n, 'utf8')),
        ${first.userId}
      from
        generate_series(1, 19) n
    `),
  )
  await aged(first, { LastSeenAt: new Date(Date.now() - 60_000) })
  const last = await signedIn(app, 'quality', 10, 2)
  expect(await said(first)).toEqual(told('replaced'))
  await manager.put(`/api/endsessions/users/${last.userId}`)
  expect(await said(last)).toEqual(told('ended'))
  const again = await signedIn(app, 'quality', 10, 2)
  await manager.put(`/api/reset/users/${again.userId}`)
  expect(await said(again)).toEqual(told('password-reset'))
})

test('a removed role and a switched-off user give their reasons', async () => {
  const person = await signedIn(app, 'technologist', 4, 2)
  await app.db.transaction((tx) =>
    tx.run(sql`
      delete from user_roles
      where
        user_id = ${person.userId}
        and role_id = 4
    `),
  )
  expect(await said(person)).toEqual(told('role-changed'))
  await setRows(app, 'users', { UserId: person.userId }, { IsActive: false })
  expect(await said(person)).toEqual(told('switched-off'))
  const logistics = await signedIn(app, 'logistics', 8, 2)
  const { body: user } = await manager.get(`/api/users/${logistics.userId}`)
  await manager.put(`/api/users/${logistics.userId}`, { ...user, IsActive: false })
  expect(await said(logistics)).toEqual(told('switched-off'))
  expect(await readRow(app, 'sessions', { TokenHash: hashToken(logistics.token) }, 'end_reason')).toEqual({
    EndReason: 'switched-off',
  })
})

test('without a token, or with an unknown one, no reason is given', async () => {
  const strangers: readonly Record<string, string>[] = [{}, { authorization: `Bearer ${'x'.repeat(43)}` }]
  for (const headers of strangers) {
    const { status, body } = await ask(app, 'GET', '/api/getdata/1001', undefined, headers)
    expect([status, body.message, body.code]).toEqual([401, 'Sign in to go on', undefined])
  }
})

// Sign-in and sign-out, the current user, role and entity.
import { roleTaken, signedInBy, whoIsSignedIn } from '../../../core/answer/account.ts'
import { integer, text } from '../../../core/model.ts'
import type { Loaded } from '../../caller.ts'
import { sql, type Tx } from '../../db/db.ts'
import { readNetwork } from '../../db/network.ts'
import { arrayOf, shown } from '../../table/shown.ts'
import { releaseLocks } from '../../door/lock.ts'
import { sessionOf } from '../../http/http.ts'
import { invalid } from '../../refusal.ts'
import { json, routeOf, type Call, type NoFields, type Route } from '../../route.ts'
import { endSession } from '../../session/ending.ts'
import { hashToken } from '../../session/session.ts'
import { chooseRole, signIn } from '../../session/sign-in.ts'
import { factorState } from '../../session/second-factor.ts'
import { preferenceRoutes } from './preferences.ts'
import { secondFactorRoutes } from './second-factor.ts'

const loginFields = { username: text('User Name'), password: text('Password') }

const placeOf = sql`
  json_build_object(
    'ClientId',
    client.client_id,
    'ClientTypeId',
    client.client_type_id,
    'ParentId',
    client.parent_id,
    'Name',
    client.name
  )
`
/** The user for the browser: roles and entities to choose from, no secrets. */
const userInfo = (tx: Tx, userId: number): Promise<Loaded> =>
  tx.one<Loaded>(sql`
    select
      ${shown('person', ['UserId', 'UserName', 'EmployerId', 'FullName', 'Phone', 'Email', 'Picture'])},
      ${arrayOf(
        sql`json_build_object('RoleId', role.role_id, 'RoleName', role.role_name, 'Description', role.description)`,
        sql`
          from
            user_roles held
            join roles role using (role_id)
          where
            held.user_id = person.user_id
        `,
        sql`role.role_id`,
      )} as "Roles",
      ${arrayOf(
        placeOf,
        sql`
          from
            user_entities place
            join clients client using (client_id)
          where
            place.user_id = person.user_id
        `,
        sql`client.client_id`,
      )} as "Entities",
      person.default_entity_id as "DefaultEntityId",
      person.must_change_password as "MustChangePassword"
    from
      users person
    where
      person.user_id = ${userId}
  `)

const login = async (call: Call<NoFields, typeof loginFields>) => {
  const { username, password } = call.body
  if (!username?.trim()) throw invalid({ username: ['User Name is required'] })
  const { token, userId } = await signIn(call.db, username, password ?? '', call)
  const [user, factor] = await Promise.all([userInfo(call.db.read, userId), factorState(call.db.read, userId)])
  const SecondFactor = factor.On ? 'asked' : factor.Demanded ? 'wanted' : null
  return { status: 200, json: { user: { ...user, SecondFactor }, token }, setToken: token }
}

const currentUser = async (call: Call) => {
  const { row, user } = sessionOf(call)
  // read from the database: a client notified of a change may reach a server that has not applied it yet
  const [known, Network] = await Promise.all([userInfo(call.db.read, row.UserId), readNetwork(call.db.read)])
  const User = { ...known, SecondFactor: row.Factor }
  if (!user) return json({ User, Role: null, Entity: null, Permissions: [], Network })
  const place = await call.db.read.one(sql`
    select
      json_build_object('RoleId', role.role_id, 'RoleName', role.role_name) as "Role",
      ${placeOf} as "Entity"
    from
      roles role,
      clients client
    where
      role.role_id = ${user.RoleId}
      and client.client_id = ${user.EntityId}
  `)
  return json({ User, ...place, Permissions: user.Permissions, Network })
}

const roleFields = { RoleId: integer('Role'), EntityId: integer('Entity') }
const chooseEntityRole = async (call: Call<NoFields, typeof roleFields>) => {
  const session = sessionOf(call)
  const token = await call.db.transaction((tx) => chooseRole(tx, session, call.body.RoleId, call.body.EntityId))
  return { status: 200, json: { message: 'Role and entity chosen', token }, setToken: token }
}

const logout = async (call: Call) => {
  if (call.token !== undefined) {
    const hash = hashToken(call.token)
    await call.db.transaction(async (tx) => {
      await releaseLocks(tx, hash)
      await endSession(tx, hash, 'signed-out')
    })
  }
  return { status: 200, json: { message: 'Signed out' }, clearToken: true }
}

const own = 'the signed-in user only'
export const accountRoutes: readonly Route[] = [
  routeOf({
    method: 'POST',
    ...signedInBy,
    access: 'public',
    scope: 'none: answers the user with this name and password',
    summary: 'Sign in',
    body: loginFields,
    // a name and a password: before sign-in no larger body is read
    bodyLimit: 8192,
    handler: login,
  }),
  routeOf({
    method: 'POST',
    path: '/login',
    answers: signedInBy.answers,
    access: 'public',
    scope: 'none: answers the user with this name and password',
    summary: 'Sign in',
    body: loginFields,
    // a name and a password: before sign-in no larger body is read
    bodyLimit: 8192,
    handler: login,
  }),
  {
    method: 'POST',
    path: 'logout',
    access: 'public',
    scope: 'the session of the token',
    summary: 'Sign out',
    openBody: true,
    bodyLimit: 8192,
    perAddress: true,
    handler: logout,
  },
  {
    method: 'GET',
    ...whoIsSignedIn,
    access: 'begun',
    scope: own,
    summary: 'User, role, entity and permissions',
    handler: currentUser,
  },
  routeOf({
    method: 'POST',
    ...roleTaken,
    access: 'signed in',
    scope: own,
    summary: 'Choose role and entity',
    body: roleFields,
    handler: chooseEntityRole,
  }),
  ...secondFactorRoutes,
  ...preferenceRoutes,
]

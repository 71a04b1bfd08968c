// Sign-in and sign-out, the current user, role and entity.
import { integer, text } from '../../../core/model.ts'
import type { Loaded } from '../../caller.ts'
import { sql, type Tx } from '../../db/db.ts'
import { readNetwork } from '../../db/network.ts'
import { arrayOf, shown } from '../../table/shown.ts'
import { releaseLocks } from '../../door/lock.ts'
import { sessionOf } from '../../http/http.ts'
import { invalid } from '../../refusal.ts'
import { json, type Call, type Route } from '../../route.ts'
import { endSession } from '../../session/ending.ts'
import { hashToken } from '../../session/session.ts'
import { chooseRole, signIn } from '../../session/sign-in.ts'
import { factorState } from '../../session/second-factor.ts'
import { preferenceRoutes } from './preferences.ts'
import { secondFactorRoutes } from './second-factor.ts'

const loginFields = { username: text('User Name'), password: text('Password') }

const placeOf = sql`
  json_build_object('ClientId', c.client_id, 'ClientTypeId', c.client_type_id, 'ParentId', c.parent_id, 'Name', c.name)
`
/** The user for the browser: roles and entities to choose from, no secrets. */
const userInfo = (tx: Tx, userId: number): Promise<Loaded> =>
  tx.one<Loaded>(sql`
    select
      ${shown('u', ['UserId', 'UserName', 'EmployerId', 'FullName', 'Phone', 'Email', 'Picture'])},
      ${arrayOf(
        sql`json_build_object('RoleId', r.role_id, 'RoleName', r.role_name, 'Description', r.description)`,
        sql`
          from
            user_roles ur
            join roles r using (role_id)
          where
            ur.user_id = u.user_id
        `,
        sql`r.role_id`,
      )} as "Roles",
      ${arrayOf(
        placeOf,
        sql`
          from
            user_entities ue
            join clients c using (client_id)
          where
            ue.user_id = u.user_id
        `,
        sql`c.client_id`,
      )} as "Entities",
      u.default_entity_id as "DefaultEntityId",
      u.must_change_password as "MustChangePassword"
    from
      users u
    where
      u.user_id = ${userId}
  `)

const login = async (call: Call) => {
  const errors: Record<string, string[]> = {}
  if (!String(call.body['username'] ?? '').trim()) errors['username'] = ['User Name is required']
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const { token, userId } = await signIn(
    call.db,
    String(call.body['username']),
    String(call.body['password'] ?? ''),
    call,
  )
  const [user, factor] = await Promise.all([userInfo(call.db.read, userId), factorState(call.db.read, userId)])
  const SecondFactor = factor.On ? 'asked' : factor.Demanded ? 'wanted' : null
  return { status: 200, json: { user: { ...user, SecondFactor }, token }, setToken: token }
}

const currentUser = async (call: Call) => {
  const { row, user } = sessionOf(call)
  // read from the database: a client notified of a change may reach a server that has not applied it yet
  const [known, Network] = await Promise.all([userInfo(call.db.read, row.user_id), readNetwork(call.db.read)])
  const User = { ...known, SecondFactor: row.factor }
  if (!user) return json({ User, Role: null, Entity: null, Permissions: [], Network })
  const place = await call.db.read.one(sql`
    select
      json_build_object('RoleId', r.role_id, 'RoleName', r.role_name) as "Role",
      ${placeOf} as "Entity"
    from
      roles r,
      clients c
    where
      r.role_id = ${user.RoleId}
      and c.client_id = ${user.EntityId}
  `)
  return json({ User, ...place, Permissions: user.Permissions, Network })
}

const chooseEntityRole = async (call: Call) => {
  const session = sessionOf(call)
  const token = await call.db.transaction((tx) => chooseRole(tx, session, call.body['RoleId'], call.body['EntityId']))
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
  {
    method: 'POST',
    path: 'login',
    access: 'public',
    scope: 'none: answers the user with this name and password',
    summary: 'Sign in',
    body: loginFields,
    // a name and a password: before sign-in no larger body is read
    bodyLimit: 8192,
    handler: login,
  },
  {
    method: 'POST',
    path: '/login',
    access: 'public',
    scope: 'none: answers the user with this name and password',
    summary: 'Sign in',
    body: loginFields,
    // a name and a password: before sign-in no larger body is read
    bodyLimit: 8192,
    handler: login,
  },
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
    path: 'currentUser',
    access: 'begun',
    scope: own,
    summary: 'User, role, entity and permissions',
    handler: currentUser,
  },
  {
    method: 'POST',
    path: 'entityrole',
    access: 'signed in',
    scope: own,
    summary: 'Choose role and entity',
    body: { RoleId: integer('Role'), EntityId: integer('Entity') },
    handler: chooseEntityRole,
  },
  ...secondFactorRoutes,
  ...preferenceRoutes,
]

// Signing in and out, the current user, role and entity, the own profile and preferences.
import { email, image, integer, json as jsonField, password, text } from '../../core/model.ts'
import { network } from '../../core/network.ts'
import { fieldError } from '../../core/validate.ts'
import { changesBetween, writeAudit } from '../door/audit.ts'
import { sql, type Tx } from '../db/db.ts'
import { sessions } from '../http/http.ts'
import { releaseLocks } from '../door/lock.ts'
import type { Caller, Loaded } from '../caller.ts'
import { provenUser } from '../session/guesses.ts'
import { hashPassword, passwordProblem } from '../session/passwords.ts'
import { checkPicture } from '../session/picture.ts'
import { conflict, invalid, notPermitted, notSignedIn, refused } from '../refusal.ts'
import { json, type Call, type Route } from '../route.ts'
import { chooseRole, endSession, endSessionsOf, hashToken, signIn, type Session } from '../session/session.ts'

const loginFields = { username: text('User Name'), password: text('Password') }

/** User as the browser knows them: roles and entities to choose from, no secrets. */
const userInfo = (tx: Tx, userId: number): Promise<Loaded> =>
  tx.one<Loaded>(sql`
    select
      u.user_id as "UserId",
      u.user_name as "UserName",
      u.employer_id as "EmployerId",
      u.full_name as "FullName",
      u.phone as "Phone",
      u.email as "Email",
      u.picture as "Picture",
      (
        select
          coalesce(
            json_agg(
              json_build_object('RoleId', r.role_id, 'RoleName', r.role_name, 'Description', r.description)
              order by
                r.role_id
            ),
            '[]'
          )
        from
          user_roles ur
          join roles r using (role_id)
        where
          ur.user_id = u.user_id
      ) as "Roles",
      (
        select
          coalesce(
            json_agg(
              json_build_object('ClientId', c.client_id, 'ClientTypeId', c.client_type_id, 'ParentId', c.parent_id, 'Name', c.name)
              order by
                c.client_id
            ),
            '[]'
          )
        from
          user_entities ue
          join clients c using (client_id)
        where
          ue.user_id = u.user_id
      ) as "Entities",
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
  return { status: 200, json: { user: await userInfo(call.db.read, userId), token }, setToken: token }
}

const sessionOf = (call: Call): Session => {
  const session = sessions.get(call)
  if (!session) throw notSignedIn()
  return session
}

const currentUser = async (call: Call) => {
  const { row, user } = sessionOf(call)
  const User = await userInfo(call.db.read, row.user_id)
  if (!user || row.must_change_password)
    return json({ User, Role: null, Entity: null, Permissions: [], Network: network })
  const place = await call.db.read.one(sql`
    select
      json_build_object('RoleId', r.role_id, 'RoleName', r.role_name) as "Role",
      json_build_object('ClientId', c.client_id, 'ClientTypeId', c.client_type_id, 'ParentId', c.parent_id, 'Name', c.name) as "Entity"
    from
      roles r,
      clients c
    where
      r.role_id = ${user.RoleId}
      and c.client_id = ${user.EntityId}
  `)
  return json({ User, ...place, Permissions: user.Permissions, Network: network })
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
      await endSession(tx, hash)
    })
  }
  return { status: 200, json: { message: 'Signed out' }, clearToken: true }
}

const profileFields = {
  UserId: integer('User Id'),
  UserName: text('User Name', { required: 'User Name is required', maxLength: 60 }),
  FullName: text('Full Name', { required: 'Full Name is required', maxLength: 120 }),
  Email: email('Email', { patternMessage: 'Invalid email address' }),
  Picture: image('Picture'),
  CurrentPassword: password('Current Password', { required: 'Current Password is required' }),
  Password: password('New Password', { required: 'New Password is required' }),
  Password2: password('Retype Password', { required: 'Retype Password is required' }),
}
export const isProfileSave = (body: Loaded): boolean => 'CurrentPassword' in body || 'Password2' in body

/** What a profile may change; who signs a report is read from here. */
type Profile = {
  UserName: string
  FullName: string
  Email: string | null
  Phone: string | null
  Picture: string | null
}
const profileOf = sql`
  select
    user_name as "UserName",
    full_name as "FullName",
    email as "Email",
    phone as "Phone",
    picture as "Picture"
  from
    users
`

const newPassword = (body: Loaded): string => {
  const word = String(body['Password'])
  if (word !== body['Password2']) throw invalid({ Password2: ["Passwords don't match"] })
  const problem = passwordProblem(word, String(body['UserName']), String(body['FullName']))
  if (problem) throw invalid({ Password: [problem] })
  return word
}

/** The own profile: current password checked, new one set, all sessions of the user end. */
export const saveProfile = async (call: Call, userId: number): Promise<{ message: string; UserId: number }> => {
  const session = sessionOf(call)
  if (session.row.user_id !== userId) throw notPermitted()
  const errors: Record<string, string[]> = {}
  for (const [name, field] of Object.entries(profileFields)) {
    const error = name === 'UserId' ? undefined : fieldError(field, call.body[name])
    if (error) errors[name] = [error]
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  const word = newPassword(call.body)
  const picture = call.body['Picture'] ? await checkPicture(String(call.body['Picture'])) : null
  // guessed at as a sign-in is, and counted with it
  if ((await provenUser(call.db, session.row.user_name, String(call.body['CurrentPassword']), call)) !== userId)
    throw invalid({ CurrentPassword: ['This is not your current password'] })
  const hash = await hashPassword(word)
  await call.db.transaction(async (tx) => {
    const name = String(call.body['UserName']).trim()
    const taken = await tx.maybe(sql`
      select
        1
      from
        users
      where
        lower(user_name) = ${name.toLowerCase()}
        and user_id <> ${userId}
    `)
    if (taken) throw conflict('This user name is taken')
    const before = await tx.one<Profile>(sql`
      ${profileOf}
      where
        user_id = ${userId}
      for update
    `)
    await tx.run(sql`
      update users
      set
        user_name = ${name},
        full_name = ${call.body['FullName']},
        email = ${call.body['Email'] || null},
        picture = ${picture},
        password_hash = ${hash},
        must_change_password = false,
        row_version = row_version + 1
      where
        user_id = ${userId}
    `)
    const after = await tx.one<Profile>(sql`
      ${profileOf}
      where
        user_id = ${userId}
    `)
    const who =
      session.user ?? ({ UserId: userId, RoleId: null, EntityId: null, requestId: call.requestId } as unknown as Caller)
    await writeAudit(tx, who, {
      module: 'users',
      formId: userId,
      action: 'profile',
      changes: {
        ...changesBetween(before, after),
        ...(before.Picture === after.Picture ? {} : { Picture: ['…', 'changed'] }),
        Password: ['…', 'changed'],
      },
    })
    await endSessionsOf(tx, userId)
  })
  return { message: 'Changes saved', UserId: userId }
}

/** What one user keeps: filters, widths and choices, not a store. */
const mostPreferences = 200
const largestPreference = 65_536
const savePreference = async (call: Call) => {
  const { row } = sessionOf(call)
  const { Name } = call.body
  const value = JSON.stringify(call.body['Value'] ?? null)
  if (Buffer.byteLength(value) > largestPreference) throw invalid({ Value: ['A preference can have 64 KB at most'] })
  await call.db.transaction(async (tx) => {
    // one after another, so that the count holds
    await tx.run(sql`
      select
        1
      from
        users
      where
        user_id = ${row.user_id}
      for update
    `)
    const { others } = await tx.one<{ others: number }>(sql`
      select
        count(*)::int as others
      from
        preferences
      where
        user_id = ${row.user_id}
        and name <> ${Name}
    `)
    if (others >= mostPreferences) throw refused(`${mostPreferences} preferences are kept already`)
    await tx.run(sql`
      insert into
        preferences (user_id, name, value)
      values
        (
          ${row.user_id},
          ${Name},
          ${value}::jsonb
        )
      on conflict (user_id, name) do update
      set
        value = excluded.value
    `)
  })
  return json({ message: 'Saved' })
}
const readPreferences = async (call: Call) => {
  const rows = await call.db.read.rows<{ Name: string; Value: unknown }>(sql`
    select
      name as "Name",
      value as "Value"
    from
      preferences
    where
      user_id = ${sessionOf(call).row.user_id}
    limit
      ${mostPreferences}
  `)
  return json(Object.fromEntries(rows.map((row) => [row.Name, row.Value])))
}

const own = 'the signed-in user only'
export const accountRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: 'login',
    access: 'public',
    scope: 'none: answers the user whose password fits',
    summary: 'Sign in',
    body: loginFields,
    // a name and a password: before anybody is known, nothing larger is read
    bodyLimit: 8192,
    handler: login,
  },
  {
    method: 'POST',
    path: '/login',
    access: 'public',
    scope: 'none: answers the user whose password fits',
    summary: 'Sign in',
    body: loginFields,
    // a name and a password: before anybody is known, nothing larger is read
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
    handler: logout,
  },
  {
    method: 'GET',
    path: 'currentUser',
    access: 'signed in',
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
  {
    method: 'GET',
    path: 'preferences',
    access: 'signed in',
    scope: own,
    summary: 'Kept filters, widths and preferences',
    handler: readPreferences,
  },
  {
    method: 'PUT',
    path: 'preferences',
    access: 'signed in',
    scope: own,
    summary: 'Keep a filter, a width or a preference',
    body: { Name: text('Name', { required: 'Name is required', maxLength: 120 }), Value: jsonField('Value') },
    handler: savePreference,
  },
]

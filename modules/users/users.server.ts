// Users on the server: those who share an entity with the caller; the employer's users for roles 1 and 2; everyone
// themselves.
import { entityType, isPrivileged, role } from '../../core/user.ts'
import { literal, raw, sql, type Sql, type Tx } from '../../server/db/db.ts'
import { shown } from '../../server/table/shown.ts'
import type { Caller } from '../../server/caller.ts'
import { moduleOf, type SaveContext } from '../../server/module.ts'
import { readOf } from '../../server/table/read-of.ts'
import { conflict, invalid, notPermitted, refused } from '../../server/refusal.ts'
import { withPictures } from '../../server/session/picture.ts'
import { endSessionsOf } from '../../server/session/ending.ts'
import { json, type Route } from '../../server/route.ts'
import { contains, isSo } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { saveModel } from '../../server/table/table.ts'
import { isFirstAdministrator, isNetworkAdministrator } from './first.server.ts'
import type { userFields } from './users.model.ts'
import { users } from './users.model.ts'
import { holderStatements, userPicks } from './holders.server.ts'
import { isProfileSave, saveProfile } from './profile.server.ts'
import { endSessions, resetFactor, resetPassword } from './reset.server.ts'
import { refuseSameName } from './names.server.ts'
import { notifyOfRoles, notifyOfSigning } from './notices.server.ts'
import {
  keysChanged,
  mandateErrors,
  mayChangeOwn,
  mayGive,
  mayKeepUser,
  mayReset,
  readAs,
  signatoryErrors,
  userErrors,
} from './users.rules.ts'
import { allRoles } from '../../core/answer/questions.ts'

/** Which users a user sees. */
const userScope = (user: Caller, alias = 'person'): Sql => {
  const person = raw(alias)
  const own = [...user.Clients]
  const near = sql`
    ${person}.user_id = ${user.UserId}
    or exists (
      select
        1
      from
        user_entities place
      where
        place.user_id = ${person}.user_id
        and place.client_id = any (${own})
    )
  `
  return isPrivileged(user)
    ? sql`
        ${near}
        or ${person}.employer_id = any (${own})
        or ${person}.employer_id = ${user.EmployerId}
        -- the first administrator of another legal entity, until they have signed in and become strangers
        or (
          ${isNetworkAdministrator(user)}
          and (
            ${person}.password_hash is null
            or ${person}.must_change_password
          )
          and ${person}.employer_id = ${person}.default_entity_id
          and exists (
            select
              1
            from
              user_roles held
            where
              held.user_id = ${person}.user_id
              and held.role_id = ${literal(role.Administrator)}
          )
        )
      `
    : near
}

const place = { model: users, table: 'users', alias: 'person', keyColumn: 'user_id' }

const list = listOf(users, {
  ...recordsOf(place),
  sort: 'UserName',
  columns: {
    Roles: `(
        select string_agg(role.role_name, ', ' order by role.role_id)
        from user_roles held
        join roles role using (role_id)
        where held.user_id = person.user_id
      )`,
    Employer: 'employer.name',
    DefaultEntity: 'entity.name',
  },
  names: `
      left join clients employer on employer.client_id = person.employer_id
      left join clients entity on entity.client_id = person.default_entity_id
    `,
  filters: {
    Name: (value: string) => sql`
      (
        ${contains('person.user_name', value)}
        or ${contains('person.full_name', value)}
      )
    `,
    IsActive: isSo('person.is_active'),
  },
  scope: (user) => userScope(user),
})

/** The employer must still have an administrator who can restore rights. */
const refuseLastAdministrator = async (tx: Tx, saved: number): Promise<void> => {
  const left = await tx.maybe(sql`
    select
      1
    from
      users person
      join user_roles held on held.user_id = person.user_id
      and held.role_id = ${literal(role.Administrator)}
    where
      person.is_active
      and person.employer_id = (
        select
          employer_id
        from
          users
        where
          user_id = ${saved}
      )
    limit
      1
  `)
  if (!left) throw refused('This is the last administrator. Add another one first')
}

const takenName = async (tx: Tx, name: string, key: number | null): Promise<boolean> =>
  (await tx.maybe(sql`
    select
      1
    from
      users
    where
      lower(user_name) = ${name.trim().toLowerCase()}
      and user_id is distinct from ${key}
  `)) !== undefined

const organisations = [entityType.LegalEntity, entityType.Lab, entityType.CollectionCentre, entityType.Institution]
/** No user gives anyone, or themselves, a place outside their own organisations, or takes one from them. */
const refusePlaces = async (tx: Tx, user: Caller, changed: readonly number[]): Promise<void> => {
  const above = await tx.maybe<{ Name: string }>(sql`
    select
      name
    from
      clients
    where
      client_id = any (${[...changed]}::int[])
      and client_type_id in (${literal(...organisations)})
      and client_id <> all (${[...user.Clients]}::int[])
    limit
      1
  `)
  if (above) throw refused(`You cannot change the users of ${above.Name}`)
}

const saveUser = async (context: SaveContext<typeof userFields>): Promise<number> => {
  const { tx, user, before, key } = context
  const record = {
    ...context.record,
    ...(key === null && user.RoleId !== role.Administrator && { EmployerId: user.EmployerId }),
  }
  const kept = { ...before, ...record }
  const errors = { ...userErrors(kept), ...mandateErrors(kept) }
  if (Object.keys(errors).length > 0) throw invalid(errors)
  if (record.Roles !== undefined || record.Qualification !== undefined) {
    const unsigned = signatoryErrors(before, kept)
    if (Object.keys(unsigned).length > 0) throw invalid(unsigned)
  }
  const given = mayGive(keysChanged('RoleId', before?.Roles, record.Roles), user)
  if (!given.ok) throw refused(given.reason)
  if (key !== null || !(await isFirstAdministrator(tx, user, kept)))
    await refusePlaces(tx, user, keysChanged('ClientId', before?.Entities, record.Entities))
  const name = kept.UserName ?? ''
  if (await takenName(tx, name, key)) throw conflict(`User name ${name} is taken`)
  // two administrators who take the role from each other wait for each other here
  if (key !== null)
    await tx.run(sql`
      select
        pg_advisory_xact_lock(hashtext ('administrators'))
    `)
  if (kept.IsActive !== false && readAs(kept.FullName) !== (before?.IsActive === true ? readAs(before.FullName) : ''))
    await refuseSameName(tx, kept, key)
  const checked = await withPictures(record, before, ['Picture', 'Signature'])
  const saved = await saveModel(place, { ...context, record: checked })
  if (key !== null) await refuseLastAdministrator(tx, saved)
  const own = mayChangeOwn(before, record, user)
  if (!own.ok) throw notPermitted(own.reason)
  if (before?.IsActive === true && record.IsActive === false) await endSessionsOf(tx, saved, 'switched-off')
  if (key !== null) await notifyOfRoles(context, saved)
  await notifyOfSigning(context, saved)
  return saved
}

const routes: readonly Route[] = [
  {
    method: 'GET',
    ...allRoles,
    access: 'role',
    scope: 'the same rows for every signed-in user',
    summary: 'Roles',
    handler: async (call) =>
      json(
        await call.db.replica.rows(sql`
          select
            ${shown('roles', ['RoleId', 'RoleName', 'Description'])}
          from
            roles
          order by
            role_id
        `),
      ),
  },
]

export const usersServer = moduleOf(users, {
  ...place,
  scope: (user) => userScope(user),
  read: readOf(
    place,
    () => sql`
      exists (
        select
          1
        from
          second_factors factor
        where
          factor.user_id = person.user_id
          and factor.confirmed_at is not null
      ) as "SecondFactor",
      (
        select
          count(*)::int
        from
          sessions session
        where
          session.user_id = person.user_id
          and session.ended_at is null
          and session.last_seen_at > now() - interval '15 minutes'
          and session.created_at > now() - interval '12 hours'
      ) as "OpenSessions"
    `,
  ),
  picks: userPicks,
  restricted: (user) => (user.RoleId === role.Administrator ? [] : ['EmployerId']),
  decide: { update: (record, user) => mayKeepUser(record, user), reset: (record, user) => mayReset(record, user) },
  save: saveUser,
  statements: [{ id: 1019, name: 'Users', module: 'users', parameters: {}, list }, ...holderStatements],
  actions: [resetPassword, resetFactor, endSessions],
  routes,
  own: {
    is: (userId, key) => userId === key,
    isSave: isProfileSave,
    save: saveProfile,
  },
})

// Users on the server: who shares an entity with the caller; the employer's users for roles 1 and 2; everybody themselves.
import { integer } from '../../core/model.ts'
import { isPrivileged } from '../../core/user.ts'
import { raw, sql, type Sql } from '../../server/db.ts'
import type { Caller, ServerModule } from '../../server/module.ts'
import { contains, type ListPlan, type Statement } from '../../server/statement.ts'
import { fieldColumns } from '../../server/table.ts'
import { userFields, users } from './users.model.ts'

/** Which users exist for a user. */
const userScope = (user: Caller, alias = 'u'): Sql => {
  const u = raw(alias)
  const own = [...user.Clients]
  const near = sql`${u}.user_id = ${user.UserId} or exists (select 1 from user_entities x where x.user_id = ${u}.user_id and x.client_id = any(${own}))`
  return isPrivileged(user) ? sql`${near} or ${u}.employer_id = any(${own}) or ${u}.employer_id = ${user.EmployerId}` : near
}

const list: ListPlan = {
  from: 'users u',
  alias: 'u',
  key: 'u.user_id',
  sort: 'UserName',
  columns: {
    UserId: 'u.user_id',
    UserName: 'u.user_name',
    FullName: 'u.full_name',
    Email: 'u.email',
    Roles:
      "(select string_agg(r.role_name, ', ' order by r.role_id) from user_roles x join roles r using (role_id) where x.user_id = u.user_id)",
    Employer: 'e.name',
    DefaultEntity: 'd.name',
    IsActive: 'u.is_active',
    EmployerId: 'u.employer_id',
  },
  names: 'left join clients e on e.client_id = u.employer_id left join clients d on d.client_id = u.default_entity_id',
  filterFields: users.filters,
  filters: {
    Name: (value: string) => sql`(${contains('u.user_name', value)} or ${contains('u.full_name', value)})`,
    IsActive: (value: string) => sql`u.is_active = ${value === 'true'}`,
  },
  scope: (user) => userScope(user),
}

const moneyHandlers = [5, 7]
const salesManager = 9
/** Active users that hold one of the roles, by name. */
const holders = (
  roles: readonly number[],
  where: Sql,
): Sql => sql`select u.user_id as "UserId", u.user_name as "UserName", u.full_name as "FullName" from users u
  where u.is_active and exists (select 1 from user_roles r where r.user_id = u.user_id and r.role_id = any(${[...roles]})) and (${where}) order by lower(u.full_name), u.user_id limit 500`

const lookups: readonly Statement[] = [
  {
    id: 108,
    name: 'Money handlers',
    parameters: {},
    query: (_values, user) =>
      holders(
        moneyHandlers,
        sql`exists (select 1 from user_entities x where x.user_id = u.user_id and x.client_id = any(${[...user.Clients]}))`,
      ),
  },
  // the role is always the sales manager's, whatever is asked for
  {
    id: 120,
    name: 'Sales managers',
    parameters: { RoleId: integer('Role', { min: salesManager, max: salesManager, range: 'Sales managers hold role 9' }) },
    query: (_values, user) => holders([salesManager], sql`u.employer_id = ${user.EmployerId}`),
  },
]

const named = (alias: string) =>
  raw(`case when ${alias}.client_id is not null then json_build_object('ClientId', ${alias}.client_id, 'Name', ${alias}.name) end`)

export const usersServer: ServerModule = {
  model: users,
  table: 'users',
  alias: 'u',
  keyColumn: 'user_id',
  scope: (user) => userScope(user),
  read: (key) =>
    sql`select u.user_id as "UserId", ${fieldColumns(userFields, 'u')}, ${named('e')} as "Employer", ${named('d')} as "DefaultEntity",
    (select coalesce(json_agg(json_build_object('RoleId', r.role_id, 'RoleName', r.role_name, 'Description', r.description) order by r.role_id), '[]') from user_roles x join roles r using (role_id) where x.user_id = u.user_id) as "Roles",
    (select coalesce(json_agg(json_build_object('ClientId', c.client_id, 'Name', c.name) order by c.client_id), '[]') from user_entities x join clients c using (client_id) where x.user_id = u.user_id) as "Entities"
    from users u left join clients e on e.client_id = u.employer_id left join clients d on d.client_id = u.default_entity_id where u.user_id = ${key}`,
  statements: [{ id: 1019, name: 'Users', module: 'users', parameters: {}, list }, ...lookups],
}

// Users by role and place: the money handlers and sales managers that fields offer, statements 108 and 120.
import { integer } from '../../core/model.ts'
import { role } from '../../core/user.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import type { Caller } from '../../server/caller.ts'
import type { Statement } from '../../server/read/statement.ts'
import { shown } from '../../server/table/shown.ts'
import { handlersOfMoney, salesManagers } from './answers.model.ts'

const moneyHandlers = [role.FrontDesk, role.Accounts]

/** Active, and has one of the roles. */
const holds = (roles: readonly number[]): Sql => sql`
  person.is_active
  and exists (
    select
      1
    from
      user_roles held
    where
      held.user_id = person.user_id
      and held.role_id in (${literal(...roles)})
  )
`
const worksNear = (user: Caller): Sql => sql`
  exists (
    select
      1
    from
      user_entities place
    where
      place.user_id = person.user_id
      and place.client_id = any (${[...user.Clients]})
  )
`
const sellsFor = (user: Caller): Sql => sql`
  ${holds([role.SalesManager])}
  and person.employer_id = ${user.EmployerId}
`
const handlesMoney = (user: Caller): Sql => sql`
  ${holds(moneyHandlers)}
  and ${worksNear(user)}
`

const namesOf = (where: Sql): Sql => sql`
  select
    ${shown('person', ['UserId', 'UserName', 'FullName'])}
  from
    users person
  where
    ${where}
  order by
    lower(person.full_name),
    person.user_id
  limit
    500
`

export const holderStatements: readonly Statement[] = [
  { ...handlersOfMoney, name: 'Money handlers', parameters: {}, query: (_values, user) => namesOf(handlesMoney(user)) },
  // the role is always the sales manager's, whatever is requested
  {
    ...salesManagers,
    name: 'Sales managers',
    parameters: {
      RoleId: integer('Role', { min: role.SalesManager, max: role.SalesManager, range: 'Sales managers hold role 9' }),
    },
    query: (_values, user) => namesOf(sellsFor(user)),
  },
]

export const userPicks = {
  salesmanager: sellsFor,
  moneyhandler: handlesMoney,
  // users who visit clients: sales managers, and any user who records their own visit
  visitor: (user: Caller) => sql`
    (
      (
        person.is_active
        and person.user_id = ${user.UserId}
      )
      or (${sellsFor(user)})
    )
  `,
  // roles are the network's own; the rules decide which of them the user may give
  role: { table: 'roles', alias: 'role', keyColumn: 'role_id', scope: () => sql`true`, where: () => sql`true` },
}

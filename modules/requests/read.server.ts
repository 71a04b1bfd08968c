// Requests as they are read: the user's own, and those that wait for their role where they work.
import { isPrivileged, isStaff, role } from '../../core/user.ts'
import type { Caller } from '../../server/caller.ts'
import { now } from '../../server/clock.ts'
import { sql, type Sql } from '../../server/db/db.ts'
import { equals, from, till } from '../../server/read/conditions.ts'
import { listOf, recordsOf } from '../../server/read/list.ts'
import { objectOf, shown } from '../../server/table/shown.ts'
import { everywhere } from './everywhere.server.ts'
import { requests } from './requests.model.ts'
import { sharedNeeds } from './requests.rules.ts'

export const place = { model: requests, table: 'requests', alias: 'request', keyColumn: 'request_id' }

/** Asked where the user works, or anywhere in their network about what the whole of it shares. */
const isCovered = (user: Caller): Sql => sql`
  (
    request.entity_id = any (${[...user.Clients]})
    or (
      request.kinds && ${[...sharedNeeds]}::text[]
      and request.entity_id in (${everywhere(user)})
    )
  )
`

/** At the places that the user covers: what their role decides; all of it for managers and auditors. */
export const requestScope = (user: Caller): Sql => sql`
  request.asked_by_id = ${user.UserId}
  or (
    ${isStaff(user)}
    and ${isCovered(user)}
    and (
      ${isPrivileged(user) || user.RoleId === role.Auditor}
      or ${user.RoleId} = any (request.role_ids)
    )
  )
`

/** The user's role decides about it, and they did not ask. */
export const decidedBy = (user: Caller): Sql => sql`
  request.asked_by_id <> ${user.UserId}
  and ${isCovered(user)}
  and ${user.RoleId} = any (request.role_ids)
`
/** Waits for this user. */
export const waitsFor = (user: Caller): Sql => sql`
  request.state = 'waiting'
  and request.expires_on > ${now().toISOString()}
  and ${decidedBy(user)}
`

/** How far it is (`request`). */
const state = `(select reached.state from request_states reached where reached.request_id = request.request_id)`

export const list = listOf(requests, {
  ...recordsOf(place),
  sort: '-AskedOn',
  columns: { AskedBy: 'asker.full_name', State: state, DecidedBy: 'decider.full_name' },
  names: sql`
    left join users asker on asker.user_id = request.asked_by_id
    left join users decider on decider.user_id = request.decided_by_id
  `,
  filters: {
    State: equals(state),
    FromDate: from('request.asked_on'),
    ToDate: till('request.asked_on'),
  },
  scope: requestScope,
})

const person = (column: Sql): Sql => sql`
  (
    select
      ${objectOf('person', ['UserId', 'FullName'])}
    from
      users person
    where
      person.user_id = ${column}
  )
`
export const read = (key: number): Sql => sql`
  select
    ${shown('request', [
      'RequestId',
      'ModuleId',
      'FormId',
      'What',
      'Why',
      'Amount',
      'Amounts',
      'Changes',
      'Reason',
      'AskedById',
      'AskedOn',
      'ExpiresOn',
      'RoleIds',
      'DecidedById',
      'DecidedOn',
      'Answer',
    ])},
    reached.state as "State",
    ${person(sql`request.asked_by_id`)} as "AskedBy",
    ${person(sql`request.decided_by_id`)} as "DecidedBy"
  from
    requests request
    join request_states reached using (request_id)
  where
    request.request_id = ${key}
`

// The network's owner: its first legal entity. A database may have several networks; settings, status and backups are
// the owner's.
import { entityType, role } from '../../core/user.ts'
import type { Caller } from '../caller.ts'
import { literal, sql, type Sql, type Tx } from './db.ts'

const owner = sql`
  (
    select
      min(client_id)
    from
      clients
    where
      client_type_id = ${literal(entityType.LegalEntity)}
  )
`
/** Whether the user is employed by the owner. */
export const isOfOwner = (user: Caller): Sql => sql`${user.EmployerId}::int = ${owner}`

/** The owner's active administrators; of a network that has none of its own, all. */
export const administrators = async (tx: Tx): Promise<number[]> => {
  const rows = await tx.rows<{ UserId: number; IsOwn: boolean }>(sql`
    select distinct
      person.user_id,
      person.employer_id = ${owner} as is_own
    from
      users person
      join user_roles held on held.user_id = person.user_id
    where
      person.is_active
      and held.role_id = ${literal(role.Administrator)}
    order by
      person.user_id
  `)
  const own = rows.filter(({ IsOwn }) => IsOwn)
  return (own.length > 0 ? own : rows).map(({ UserId }) => UserId)
}

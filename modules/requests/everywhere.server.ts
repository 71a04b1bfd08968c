// The places of a whole network, where what all of it shares is decided.
import type { Caller } from '../../server/caller.ts'
import { literal, sql, type Sql } from '../../server/db/db.ts'
import { partOfEntity } from '../clients/clients.rules.ts'
import { belowParent } from '../clients/scope.server.ts'
import { clientType } from '../lists/items.model.ts'

/** Their keys, a statement of one column: the legal entity of the user and what is below it. */
export const everywhere = (user: Caller): Sql => sql`
  select
    client.client_id
  from
    clients client
  where
    client.client_type_id in (${literal(clientType.LegalEntity, ...partOfEntity)})
    and (
      client.client_id = ${user.EmployerId}
      or ${belowParent(user.EmployerId)}
    )
`

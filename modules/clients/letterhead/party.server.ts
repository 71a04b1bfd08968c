// A party as papers print it: name, address and tax number.
import type { PrintedParty } from '../../../core/letterhead.ts'
import { literal, sql, type Tx } from '../../../server/db/db.ts'
import { clientType } from '../../lists/items.model.ts'

type Party = PrintedParty & { readonly client_id: number }
/** Whom a paper is for, with what it is taxed as. */
export const partyOf = (tx: Tx, clientId: number): Promise<Party> =>
  tx.one<Party>(sql`
    select
      c.client_id,
      c.name as "Name",
      nullif(concat_ws(', ', c.address, c.area, c.city, c.zipcode), '') as "Address",
      coalesce(c.mobile_phone, c.work_phone) as "Phone",
      coalesce(
        c.registration_key,
        -- a lab or a centre is taxed as its legal entity; an outside buyer never is
        case
          when c.client_type_id in (${literal(clientType.Lab, clientType.CollectionCentre)}) then e.registration_key
        end
      ) as "TaxId",
      c.state as "State"
    from
      clients c
      left join clients e on e.client_id = c.legal_entity_id
    where
      c.client_id = ${clientId}
  `)

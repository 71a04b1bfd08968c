// The own account that something is posted to, held until it is: its kind does not change meanwhile.
import type { Decision } from '../../core/refusal.ts'
import { sql, type Tx } from '../../server/db/db.ts'
import { obey } from '../../server/refusal.ts'
import type { AccountKind } from './ledgeraccounts.model.ts'
import { mayPostTo } from './ledgeraccounts.rules.ts'

type Held = Parameters<typeof mayPostTo>[0] & { readonly Kind: AccountKind; readonly Name: string }
/** Answers its code and name. @throws 422 where it may not be posted to in the books of the place */
export const heldAccount = async (
  tx: Tx,
  accountId: number,
  placeId: number,
  decide: (account: Held) => Decision = mayPostTo,
): Promise<string> => {
  const account = await tx.one<Held>(sql`
    select
      own.code || ' ' || own.name as name,
      own.kind,
      own.is_active,
      own.entity_id = entity.client_id as is_own,
      entity.name as entity
    from
      ledger_accounts own
      join clients place on place.client_id = ${placeId}
      join clients entity on entity.client_id = coalesce(place.legal_entity_id, place.client_id)
    where
      own.ledger_account_id = ${accountId}
    for share of
      own
  `)
  obey(decide(account))
  return account.Name
}

// The opening balance of a client: a document of one seller, in the ledger from the day that it is entered.
import { formatMoney } from '../../../core/money.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { invalid } from '../../../server/refusal.ts'
import { clientType } from '../../lists/items.model.ts'
import { holdFree } from '../../ledger/hold.server.ts'
import { postOpening } from '../../ledger/post.server.ts'

/** How much of the opening balance of `party` is settled, or used. */
export const openingSettled = (party: Sql): Sql => sql`
  (
    select
      coalesce(sum(amount), 0)
    from
      allocations
    where
      party_id = ${party}
      and (
        to_opening
        or from_opening
      )
      and undone_at is null
  )
`

/** Places that sell. */
const sellers = [clientType.LegalEntity, clientType.Lab, clientType.CollectionCentre]

/**
 * A changed opening balance (rupees) is reversed and posted again, today. The first one is owed to the nearest place
 * above the client that sells, a later one to whom it was. @throws 400 where more of it is settled than would be left
 */
export const settleOpening = async (
  tx: Tx,
  user: Caller,
  id: number,
  before: number,
  typed: number | null | undefined,
): Promise<void> => {
  if (typed === undefined || (typed ?? 0) === before) return
  await holdFree(tx, [id])
  const kept = await tx.one<{ seller_id: number; allocated: number }>(sql`
    update clients
    set
      opening_seller_id = coalesce(
        opening_seller_id,
        (
          with recursive
            up as (
              select
                parent_id as place_id,
                1 as far
              from
                clients
              where
                client_id = ${id}
              union
              select
                place.parent_id,
                up.far + 1
              from
                up
                join clients place on place.client_id = up.place_id
              where
                up.far < 20
            )
          select
            place.client_id
          from
            up
            join clients place on place.client_id = up.place_id
          where
            place.client_type_id in (${literal(...sellers)})
          order by
            up.far
          limit
            1
        ),
        ${user.EntityId}
      )
    where
      client_id = ${id}
    returning
      opening_seller_id as seller_id,
      ${openingSettled(sql`client_id`)} as allocated
  `)
  const text = `${formatMoney(kept.allocated, { symbol: true })} of the opening balance is settled: it cannot be less`
  if (kept.allocated > 0 && (before > 0 ? (typed ?? 0) < kept.allocated : (typed ?? 0) > -kept.allocated))
    throw invalid({ OpeningBalance: [text] })
  const opening = { seller_id: kept.seller_id, party_id: id }
  await postOpening(tx, { ...opening, amount: -before })
  await postOpening(tx, { ...opening, amount: typed ?? 0 })
}

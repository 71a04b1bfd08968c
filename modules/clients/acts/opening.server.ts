// The opening balance of a client: a document of one seller, in the ledger from the day that it is entered.
import { startOfDay } from '../../../core/dates.ts'
import { compareAmounts, formatMoney, lessAmounts } from '../../../core/money.ts'
import { no } from '../../../core/refusal.ts'
import { managers } from '../../../core/user.ts'
import { now } from '../../../server/clock.ts'
import type { Caller } from '../../../server/caller.ts'
import { literal, sql, type Sql, type Tx } from '../../../server/db/db.ts'
import { agreed } from '../../../server/door/second.ts'
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

type Opening = { readonly SellerId: number; readonly PartyId: number; readonly favour: number }
type Favoured = { readonly Limit: number; readonly Made: number; readonly Own: number }
/** What the openings of a place that were posted today favour clients by, and this one; what was put right is out. */
const favouredToday = (tx: Tx, { SellerId, PartyId }: Omit<Opening, 'favour'>): Promise<Favoured> =>
  tx.one<Favoured>(sql`
    with
      today as (
        select
          party_id,
          sum(debit - credit) as amount
        from
          ledger_entries
        where
          seller_id = ${SellerId}
          and account = 'opening'
          and voucher_type = 'Opening balance'
          and entry_date >= ${startOfDay(now())}
          -- that of a bank account is of the place itself
          and party_id <> seller_id
        group by
          party_id
      )
    select
      opening_credit_limit as limit,
      (
        select
          coalesce(sum(amount), 0)
        from
          today
        where
          amount > 0
      ) as made,
      (
        select
          coalesce(sum(amount), 0)
        from
          today
        where
          party_id = ${PartyId}
      ) as own
    from
      network_settings
  `)

/**
 * Money that nobody paid: a refund pays it out, and bills are settled with it. `favour`: rupees by which an opening
 * that was posted is more in favour of its client. @throws 422 beyond the limit of the day, for a manager as well
 */
const mayFavour = async (tx: Tx, user: Caller, { favour, ...of }: Opening): Promise<void> => {
  if (favour <= 0) return
  // of two at once the second sees what the first posted
  await tx.run(sql`
    select
      pg_advisory_xact_lock(hashtext ('opening'), ${of.SellerId})
  `)
  const { Limit, Made, Own } = await favouredToday(tx, of)
  // what was typed today may be put right
  if (Own <= 0 || compareAmounts(Made, Limit) <= 0) return
  const money = (sum: number): string => formatMoney(sum, { symbol: true })
  const beyond = `: one person may enter ${money(Limit)} a day at this place, and this makes it ${money(Made)}`
  const why = `${money(favour)} more in favour of the client needs a second person${Limit > 0 ? beyond : ''}`
  agreed(
    user,
    no(why, {
      at: 'OpeningBalance',
      code: 'opening-balance',
      needs: { kind: 'opening', by: managers, amount: favour },
    }),
  )
}

/** Places that sell. */
const sellers = [clientType.LegalEntity, clientType.Lab, clientType.CollectionCentre]

/**
 * A changed opening balance (rupees) is reversed and posted again, today. The first one is owed to the nearest place
 * above the client that sells, a later one to whom it was. @throws 400 where more of it is settled than would be left,
 * and 422 where it takes two persons
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
  const kept = await tx.one<{ SellerId: number; Allocated: number }>(sql`
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
  const text = `${formatMoney(kept.Allocated, { symbol: true })} of the opening balance is settled: it cannot be less`
  if (kept.Allocated > 0 && (before > 0 ? (typed ?? 0) < kept.Allocated : (typed ?? 0) > -kept.Allocated))
    throw invalid({ OpeningBalance: [text] })
  const opening = { SellerId: kept.SellerId, PartyId: id }
  await postOpening(tx, { ...opening, amount: -before })
  await postOpening(tx, { ...opening, amount: typed ?? 0 })
  await mayFavour(tx, user, { ...opening, favour: lessAmounts(before, typed) })
}

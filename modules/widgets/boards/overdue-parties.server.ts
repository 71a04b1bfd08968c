// The table of the parties that owe for longest: what each owes by its age.
import type { Caller } from '../../../server/caller.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import { clientScope, duesScope } from '../../clients/scope.server.ts'
import { sinceSummed } from '../../trialbalance/sums.server.ts'
import { sumOf, table } from './widget.server.ts'
import { partiesOverdue } from '../answers.model.ts'

/** The first moment of the day so many days ago, found once and not for each row. */
const midnight = (daysAgo: number): Sql => sql`
  (
    select
      network_midnight (network_day (now()) - ${daysAgo}::int)
  )
`
const owedIf = (where: Sql): Sql => sumOf('due.owed', where)

/** What was posted or sold since the sums of parties were kept, by party, and sales that are on no invoice. */
const changed = (user: Caller): Sql => sql`
  select
    change.party_id,
    sum(change.owed) as owed
  from
    (
      select
        entry.party_id,
        entry.debit - entry.credit as owed
      from
        ledger_entries entry
      where
        ${sinceSummed('parties_up_to')}
        and entry.account = 'party'
        and entry.referral_id is null
        and entry.seller_id = any (${[...user.Clients]})
      union all
      select
        sale.buyer_id,
        sale.net_amount
      from
        sale_facts sale
      where
        sale.is_uninvoiced
        and sale.seller_id = any (${[...user.Clients]})
    ) change
  group by
    change.party_id
`

/**
 * What each party owes, by kept sums: of a buyer the sum of its party_dues. A party of one sum and no change is found
 * by an index, the greatest first; the others are added up. Each of the two is in order, so that they are merged as far
 * as needed.
 */
const owed = (user: Caller): Sql => sql`
  (
    select
      sums.party_id,
      sums.owed
    from
      party_sums sums
    where
      sums.owed > 0
      and not sums.is_shared
      and sums.seller_id = any (${[...user.Clients]})
      and sums.party_id not in (
        select
          changed.party_id
        from
          changed
      )
    order by
      sums.owed desc,
      sums.party_id
  )
  union all
  (
    select
      part.party_id,
      sum(part.owed)::numeric(16, 2)
    from
      (
        select
          changed.party_id,
          changed.owed
        from
          changed
        union all
        select
          sums.party_id,
          sums.owed
        from
          changed
          -- by key, however many parties there are: a long list of places makes their index look dear
          cross join lateral (
            select
              known.*
            from
              party_sums known
            where
              known.party_id = changed.party_id
            offset
              0
          ) sums
        where
          not sums.is_shared
          and sums.seller_id = any (${[...user.Clients]})
        union all
        select
          sums.party_id,
          sums.owed
        from
          party_sums sums
        where
          sums.is_shared
          and sums.seller_id = any (${[...user.Clients]})
      ) part
    group by
      part.party_id
    having
      sum(part.owed) > 0
    order by
      sum(part.owed)::numeric(16, 2) desc,
      part.party_id
  )
`

export const overdueParties = table(
  partiesOverdue,
  'Overdue parties, over 7 days',
  (user, days) => sql`
    with
      changed as materialized (${changed(user)}),
      -- sorted here, so that no more parties are looked at than are shown; what each owes by age is read of those alone
      owed as (
        select
          balance.party_id,
          balance.owed
        from
          (${owed(user)}) balance
        order by
          balance.owed desc,
          balance.party_id
      ),
      shown as (
        select
          owed.party_id,
          ${raw(shortName('party'))} as party,
          by_age.*
        from
          owed
          join clients party on party.client_id = owed.party_id
          cross join lateral (
            select
              sum(due.owed) as outstanding,
              -- an opening balance is older than any day
              min(coalesce(due.since, '-infinity')) filter (
                where
                  due.owed > 0
              ) as since,
              ${owedIf(sql`due.since >= ${midnight(30)}`)} as days_30,
              ${owedIf(sql`
                due.since >= ${midnight(60)}
                and due.since < ${midnight(30)}
              `)} as days_60,
              ${owedIf(sql`
                due.since < ${midnight(60)}
                or due.since is null
              `)} as older
            from
              party_dues due
            where
              due.party_id = owed.party_id
              and ${duesScope(user)}
          ) by_age
        where
          (${clientScope(user, 'party')})
          and by_age.outstanding > 0
          and by_age.since < ${midnight(days)}
        order by
          owed.owed desc,
          owed.party_id
        limit
          12
      )
    select
      shown.party_id as "ClientId",
      shown.party as "Party",
      shown.days_30 as "Days30Dues",
      shown.days_60 as "Days60Dues",
      shown.older as "OlderDues",
      shown.outstanding as "Outstanding",
      network_day (now()) - network_day (nullif(shown.since, '-infinity')) as "OverdueDays"
    from
      shown
    order by
      shown.outstanding desc,
      shown.party_id
  `,
)

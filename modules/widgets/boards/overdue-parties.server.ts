// The table of the parties that owe for longest: what each owes by its age.
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import { shortName } from '../../../server/read/conditions.ts'
import { clientScope, duesScope } from '../../clients/scope.server.ts'
import { sumOf, table } from './widget.server.ts'

/** The first moment of the day so many days ago, found once and not for each row. */
const midnight = (daysAgo: number): Sql => sql`
  (
    select
      network_midnight (network_day (now()) - ${daysAgo}::int)
  )
`
const owedIf = (where: Sql): Sql => sumOf('due.owed', where)

export const overdueParties = table(
  2103,
  'Overdue parties, over 7 days',
  (user, days) => sql`
    with
      -- sorted here, so that no more parties are looked at than are shown
      owed as (
        select
          due.party_id,
          sum(due.owed) as outstanding,
          -- an opening balance is older than any day
          min(coalesce(due.since, '-infinity')) filter (
            where
              due.owed > 0
          ) as since
        from
          party_dues due
        where
          ${duesScope(user)}
        group by
          due.party_id
        having
          sum(due.owed) > 0
          and min(coalesce(due.since, '-infinity')) filter (
            where
              due.owed > 0
          ) < ${midnight(days)}
        order by
          sum(due.owed) desc,
          due.party_id
      ),
      shown as (
        select
          owed.*,
          ${raw(shortName('b'))} as party
        from
          owed
          join clients b on b.client_id = owed.party_id
        where
          (${clientScope(user, 'b')})
        order by
          owed.outstanding desc,
          owed.party_id
        limit
          12
      )
    select
      shown.party_id as "ClientId",
      shown.party as "Party",
      by_age.days_30 as "Days30Dues",
      by_age.days_60 as "Days60Dues",
      by_age.older as "OlderDues",
      shown.outstanding as "Outstanding",
      network_day (now()) - network_day (nullif(shown.since, '-infinity')) as "OverdueDays"
    from
      shown
      -- only of those that are shown
      cross join lateral (
        select
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
          due.party_id = shown.party_id
          and ${duesScope(user)}
      ) by_age
    order by
      shown.outstanding desc,
      shown.party_id
  `,
)

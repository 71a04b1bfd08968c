// Clients of one type by a text: by a bounded walk of the names where it is frequent, else by the trigram index.
import { literal, raw, sql, type Sql } from '../../../server/db/db.ts'
import { plannedOnce } from '../../../server/db/statements.ts'

/** One type of clients by a text: where the walk looks, how far it goes, and after how many it stops. */
type Search = {
  readonly type: number
  readonly match: Sql
  readonly walkable: Sql
  readonly walk: number
  readonly enough: number
}
/** Keys from a bounded stretch of the names; empty unless the text is frequent. */
const stretch = ({ type, match, walkable, walk, enough }: Search): Sql => sql`
  select
    client.client_id
  from
    (
      select
        *
      from
        clients party
      where
        party.client_type_id = ${type}
        and party.is_active
        and party.merged_into_id is null
      order by
        party.name_search,
        party.client_id
      limit
        ${walk}
    ) client
  where
    (
      select
        frequent
      from
        sample
    )
    and ${walkable}
    and ${match}
  limit
    ${enough}
`

/** How many rows a part before it has. */
const countOf = (part: 'hits' | 'walked'): Sql => sql`
  (
    select
      count(*)
    from
      ${raw(part)}
  )
`

/** More matches than these are not collected and sorted: the names are walked to the end instead. */
const mostCollected = 2000
type Asked = { readonly columns: Sql; readonly all: Sql; readonly order: Sql }
/**
 * All matches, planned once for every text: what the planner would guess of a text is counted here. Whole rows are
 * collected, so that the trigram index finds them.
 */
const collected = ({ match, enough }: Search, { all, order }: Asked): Sql => sql`
  hits as materialized (
    select
      *
    from
      clients client
    where
      ${countOf('walked')} < ${enough}
      and ${match}
    limit
      ${literal(mostCollected + 1)}
  ),
  found as materialized (
    select
      client.client_id
    from
      (
        select
          client.client_id,
          client.name_search
        from
          hits client
        where
          ${countOf('hits')} <= ${literal(mostCollected)}
          and ${all}
        union all
        (
          select
            client.client_id,
            client.name_search
          from
            clients client
          where
            ${countOf('hits')} > ${literal(mostCollected)}
            and ${all}
            and ${match} ${order}
        )
      ) client ${order}
  ) ${raw(plannedOnce)}
`

/** All matches, found in the way that the planner expects to be best for the text. */
const planned = ({ match, enough }: Search, { all, order }: Asked): Sql => sql`
  found as materialized (
    select
      client.client_id
    from
      clients client
    where
      ${countOf('walked')} < ${enough}
      and ${all}
      and ${match} ${order}
  )
`

/**
 * Walks the names of one type as far as that pays, else collects all matches. `isPlannedOnce`: one plan serves every
 * text, for users who see all whom the walk sees.
 */
export const byWalk = (search: Search, asked: Asked, isPlannedOnce: boolean): Sql => {
  const { type, match, enough } = search
  return sql`
    with
      sample as materialized (
        select
          count(*) > 1 as frequent
        from
          clients client tablesample system (0.1) repeatable (1)
        where
          client.client_type_id = ${type}
          and ${match}
      ),
      walked as materialized (${stretch(search)}),
      ${isPlannedOnce ? collected(search, asked) : planned(search, asked)}
    select
      ${asked.columns}
    from
      (
        select
          client_id
        from
          walked
        where
          ${countOf('walked')} >= ${enough}
        union all
        select
          client_id
        from
          found
      ) k
      cross join lateral (
        select
          *
        from
          clients party
        where
          party.client_id = k.client_id
        offset
          0
      ) client ${asked.order}
  `
}

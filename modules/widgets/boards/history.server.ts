// Past figures of the dashboard: the bars of 14 days, and the same weekday of last week.
import { currencySign } from '../../../core/money.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import { after } from '../sums/spans.server.ts'

export const today = sql`network_midnight (network_day (now()))`
/** The earliest moment of the bars. */
export const since = sql`now() - interval '14 days'`
const lastWeek = sql`to_char(now() at time zone network_zone () - interval '7 days', 'Dy DD-Mon')`

/** What a figure counts: money has two decimals, things have none, a share in percent has what it needs. */
export type Measure = 'money' | 'percent' | 'count'
const measured = (measure: Measure): Sql => sql`
  ${measure === 'money' ? currencySign() : measure === 'percent' ? '%' : null}::text as "Unit",
  ${measure === 'percent' ? null : measure === 'money' ? 2 : 0}::int as "Decimals"
`
type Source = (from: Sql, till: Sql) => Sql

/** The totals of the last 14 days, today last. */
export const trend = (value: Sql, source: Source): Sql => sql`
  (
    select
      json_agg(
        day.total
        order by
          day.back desc
      )
    from
      (
        select
          back,
          (
            select
              ${value} ${source(
                sql`${today} - make_interval(days => back)`,
                sql`${today} - make_interval(days => back - 1) - interval '1 microsecond'`,
              )}
          )::float8 as total
        from
          generate_series(0, 13) back
      ) day
  )
`
/** Today's figure, against the same weekday of last week until the same time of day. */
export const daily = (value: Sql, source: Source, measure: Measure): Sql => sql`
  select
    (
      select
        ${value} ${source(today, sql`now()`)}
    )::float8 as "Total",
    (
      select
        ${value} ${source(sql`${today} - interval '7 days'`, sql`now() - interval '7 days'`)}
    )::float8 as "Previous",
    ${lastWeek} as "PreviousLabel",
    ${measured(measure)},
    ${trend(value, source)} as "Trend"
`
/** The days of a figure of today: 0 to 13 back, 14 for today until now, 15 for a week ago until then. */
const daysOfToday = sql`
  select
    back as key,
    ${today} - make_interval(days => back) as low,
    ${today} - make_interval(days => back - 1) as high
  from
    generate_series(0, 13) back
  union all
  select
    14 + week,
    ${today} - make_interval(days => 7 * week),
    ${after(sql`now() - make_interval(days => 7 * week)`)}
  from
    generate_series(0, 1) week
`
/** The same as `daily`, of `found`: rows of `key` and what is added up, some for each of the spans that it is given. */
export const dailySum = (value: string, found: (spans: Sql) => Sql, measure: Measure): Sql => sql`
  with
    total as materialized (
      select
        span.key,
        (coalesce(sum(found.${raw(value)}), 0))::float8 as total
      from
        generate_series(0, 15) span (key)
        left join (${found(daysOfToday)}) found on found.key = span.key
      group by
        span.key
    )
  select
    max(total) filter (
      where
        key = 14
    ) as "Total",
    max(total) filter (
      where
        key = 15
    ) as "Previous",
    ${lastWeek} as "PreviousLabel",
    ${measured(measure)},
    json_agg(
      total
      order by
        key desc
    ) filter (
      where
        key < 14
    ) as "Trend"
  from
    total
`
/** The figure of the last seven days, against the seven before. */
export const weekly = (value: Sql, source: Source, measure: Measure, fallIsGood = false): Sql => sql`
  select
    (
      select
        ${value} ${source(sql`now() - interval '7 days'`, sql`now()`)}
    )::float8 as "Total",
    (
      select
        ${value} ${source(sql`now() - interval '14 days'`, sql`now() - interval '7 days'`)}
    )::float8 as "Previous",
    'the week before' as "PreviousLabel",
    ${measured(measure)},
    ${fallIsGood}::boolean as "FallIsGood",
    ${trend(value, source)} as "Trend"
`
/**
 * The present figure, and the figure at this time of each of the last 14 days. `total` selects the present one;
 * `moves` selects each change (`at`, `change`) after `since`, so that no older row is read. Null when there is nothing
 * to count.
 */
export const stock = (total: Sql, moves: Sql, measure: Measure, fallIsGood = true): Sql =>
  stockOf(
    total,
    sql`
      select
        floor(
          extract(
            epoch
            from
              now() - m.at
          ) / 86400
        ) as age,
        sum(m.change) as change
      from
        (${moves}) m
      where
        m.at <= now()
      group by
        1
    `,
    measure,
    fallIsGood,
  )
/** The last 14 times 24 hours, 0 until now. */
export const daysOfStock = sql`
  select
    back as key,
    ${after(sql`now() - make_interval(hours => 24 * (back + 1))`)} as low,
    ${after(sql`now() - make_interval(hours => 24 * back)`)} as high
  from
    generate_series(0, 13) back
`
/** The same of `moved`: rows of `age`, whole days ago, 0 within the last 24 hours, and `change`. */
export const stockOf = (total: Sql, moved: Sql, measure: Measure, fallIsGood = true): Sql => sql`
  with
    counted as (
      select
        (${total})::numeric as total
    ),
    -- found once: it would be found again for each of the days
    moved as materialized (${moved}),
    day as (
      select
        back,
        (
          counted.total - coalesce(
            (
              select
                sum(moved.change)
              from
                moved
              where
                moved.age < back
            ),
            0
          )
        )::float8 as total
      from
        counted,
        generate_series(0, 13) back
    )
  select
    counted.total::float8 as "Total",
    (
      select
        day.total
      from
        day
      where
        day.back = 7
    ) as "Previous",
    ${lastWeek} as "PreviousLabel",
    ${measured(measure)},
    ${fallIsGood}::boolean as "FallIsGood",
    (
      select
        json_agg(
          day.total
          order by
            day.back desc
        )
      from
        day
    ) as "Trend"
  from
    counted
`
/** One change at the moment `at`; this checks whether it is within the bars. */
export const move = (at: string, change: string, source: Sql): Sql => sql`
  select
    ${raw(at)} as at,
    (${raw(change)})::numeric as change ${source}
    and ${raw(at)} > ${since}
`
export const moves = (...parts: readonly Sql[]): Sql =>
  parts.reduce(
    (all, part) => sql`
      ${all}
      union all
      ${part}
    `,
  )
/** Change in percent against the earlier figure, rounded; null without one. */
export const changeOf = (now: Sql, before: Sql): Sql => sql`
  round(
    100 * (${now} - ${before}) / nullif(${before}, 0),
    1
  )::float8
`

// The statement of a page of a list: its rows, and how many rows there are in all.
import { empty, sql, type Sql } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import { conditions, fromOf, partsOf, type ListPlan, type ListRequest } from './list.ts'

/** The number of rows, capped at 10,001 unless exact. */
const countedOf = (plan: ListPlan, { filter, exact }: ListRequest, user: Caller): Sql => {
  const told = { ...plan, ...plan.counted?.(filter) }
  const cap = exact
    ? empty
    : sql`
        limit
          10001
      `
  return sql`
    (
      select
        count(*)::int
      from
        (
          select
            1
          from
            ${fromOf(told, filter, user)}
          where
            ${conditions(told, filter, user)}${cap}
        ) c
    )
  `
}

/** The number of rows: counted only when the page itself does not show it, and not at all where nobody waits for it. */
const totalOf = (plan: ListPlan, request: ListRequest, user: Caller): Sql => {
  const { limit = 100, page = 1, after, uncounted } = request
  const counted = uncounted ? sql`null::int` : countedOf(plan, request, user)
  if (after !== undefined) return counted
  const skipped = (Math.max(page, 1) - 1) * limit
  return sql`
    case
      when page.count between ${skipped > 0 ? 1 : 0} and ${limit - 1} then page.count + ${skipped}
      else ${counted}
    end
  `
}

/** The number of rows of a list without its rows, capped at 10,001 unless exact. */
export const countQuery = (plan: ListPlan, request: ListRequest, user: Caller): Sql => sql`
  select
    ${countedOf(plan, request, user)} as total
`

/** One statement for the page as JSON text, the count (capped at 10,001 unless exact) and the key to continue after. */
export const listQuery = (plan: ListPlan, request: ListRequest, user: Caller): Sql => {
  const { columns, page, tail } = partsOf(plan, request, user)
  return sql`
    select
      page.rows,
      ${totalOf(plan, request, user)} as total
    from
      (
        select
          coalesce(json_agg(t), '[]')::text as rows,
          count(*)::int as count
        from
          (
            select
              ${columns}
            from
              ${page}${tail}
          ) t
      ) page
  `
}

// All rows of a list, or those that were selected out of it: for an export.
import { raw, sql, type Sql } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import { partsOf, type ListPlan, type ListRequest } from './list.ts'

/** Rows that were picked out of a list: the columns that name a row, and the values of each with a bar between them. */
export type Selected = { readonly by: readonly string[]; readonly rows: readonly string[] }
/** A list of one key is cut to them before names are joined. */
const among = (plan: ListPlan, { by, rows }: Selected): Sql =>
  by.length === 1
    ? sql`${raw(plan.key)} = any (${rows.map(Number)}::int[])`
    : sql`concat_ws('/', ${raw(by.map((name) => plan.columns[name]).join(', '))}) = any (${[...rows]}::text[])`
const onlyThose = (plan: ListPlan, selected: Selected): ListPlan => ({
  ...plan,
  scope: (user, values) => sql`
    (${plan.scope(user, values)})
    and ${among(plan, selected)}
  `,
})

type Whole = Pick<ListRequest, 'filter' | 'sort'> & { selected?: Selected | undefined }
/**
 * Every row of the list that the filter leaves, or those of them that were selected, each as JSON text: for an export.
 */
export const wholeListQuery = (whole: ListPlan, { selected, ...request }: Whole, user: Caller): Sql => {
  const plan = selected ? onlyThose(whole, selected) : whole
  const { columns, page, tail } = partsOf(plan, { ...request, whole: true }, user)
  return sql`
    select
      row_to_json(t)::text as row
    from
      (
        select
          ${columns}
        from
          ${page}${tail}
      ) t
  `
}

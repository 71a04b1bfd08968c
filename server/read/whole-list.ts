// All rows of a list, or the selected ones, for an export.
import { raw, sql, type Sql } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import { partsOf, type ListPlan, type ListRequest } from './list.ts'

/** Selected rows of a list: the key columns, and the key values of each row joined by a bar. */
export type Selected = { readonly by: readonly string[]; readonly rows: readonly string[] }
/** Restricts a list with one key column to the selected rows before names are joined. */
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
/** Every row of the filtered list, or the selected ones of them, each as JSON text: for an export. */
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

// What the rows of a list add up to, under the filter of the list.
import type { Fields } from '../../core/model.ts'
import { join, raw, sql } from '../db/db.ts'
import { conditions, fromOf, type ListPlan } from './list.ts'
import { statementOf, type Statement } from './statement.ts'

type Told = { readonly id: number; readonly name: string; readonly module: string; readonly columns: readonly string[] }

/** One row: how many rows a filter leaves, and the sum of each of these columns. */
export const totalsOf = (plan: ListPlan, { columns, ...statement }: Told): Statement =>
  statementOf<Fields>({
    ...statement,
    parameters: plan.filterFields,
    query: (filter, user) => sql`
      select
        count(*)::int as "Rows",
        ${join(
          columns.map((name) => raw(`coalesce(sum(${plan.columns[name]}), 0) as "${name}"`)),
          ', ',
        )}
      from
        ${fromOf(plan, filter, user)}
      where
        ${conditions(plan, filter, user)}
    `,
  })

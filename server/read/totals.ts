// What the rows of a list add up to, under the filter of the list.
import type { Shapes } from '../../core/answer/answer.ts'
import type { Fields } from '../../core/model.ts'
import { join, raw, sql } from '../db/db.ts'
import type { Loaded } from '../caller.ts'
import { conditions, fromOf, type ListPlan } from './list.ts'
import { countQuery } from './page.ts'
import { statementOf, type Statement } from './statement.ts'

type Told = {
  readonly id: number
  readonly name: string
  readonly module: string
  readonly answers: readonly [Shapes]
  /** What adds up to the same as the rows in less work; it does not tell how many they are. Undefined: the rows. */
  readonly added?: (filter: Loaded) => Pick<ListPlan, 'filters' | 'from'> | undefined
}

/** One row: how many rows a filter leaves, and the sum of each other column that it answers. */
export const totalsOf = (plan: ListPlan, { added, ...statement }: Told): Statement =>
  statementOf<Fields>({
    ...statement,
    parameters: plan.filterFields,
    query: (filter, user) => {
      const instead = added?.(filter)
      const summed = { ...plan, ...instead }
      return sql`
        select
          ${instead ? sql`(${countQuery(plan, { filter, exact: true }, user)})` : sql`count(*)::int`} as "Rows",
          ${join(
            Object.keys(statement.answers[0])
              .filter((name) => name !== 'Rows')
              .map((name) => raw(`coalesce(sum(${plan.columns[name]}), 0) as "${name}"`)),
            ', ',
          )}
        from
          ${fromOf(summed, filter, user)}
        where
          ${conditions(summed, filter, user)}
      `
    },
  })

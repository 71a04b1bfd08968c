// Makes a statement a tile or a table of the dashboard.
import { rowsAt, type RowsAt } from '../../../core/answer/answer.ts'
import { integer } from '../../../core/model.ts'
import { raw, sql, type Sql } from '../../../server/db/db.ts'
import type { Caller } from '../../../server/caller.ts'
import { statementOf, type Statement } from '../../../server/read/statement.ts'
import { tileRow } from '../answers.model.ts'

/** The sum of an amount over the rows of a condition. */
export const sumOf = (amount: string, where: Sql): Sql => sql`
  coalesce(
    sum(${raw(amount)}) filter (
      where
        ${where}
    ),
    0
  )
`

export const tile = (id: number, name: string, query: (user: Caller) => Sql, module = 'sales'): Statement => ({
  ...rowsAt(id, tileRow),
  name,
  module,
  parameters: {},
  widget: 'tile',
  query: (_values, user) => query(user),
})
export const table = (
  rows: RowsAt,
  name: string,
  query: (user: Caller, days: number) => Sql,
  module = 'sales',
  usualDays = 7,
): Statement =>
  statementOf({
    ...rows,
    name,
    module,
    parameters: { Days: integer('Days', { min: 1, max: 365, hint: 'How many days back' }) },
    widget: 'table',
    query: (values, user) => query(user, values.Days ?? usualDays),
  })

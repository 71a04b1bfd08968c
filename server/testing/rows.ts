// Rows that a test sets and reads without any rule, to simulate time or another screen.
import type { Permit } from '../../core/model.ts'
import { empty, join, raw, sql, Sql, type Database } from '../db/db.ts'
import { columnOf } from '../db/names.ts'
import { bumpVersion } from '../session/session.ts'

/** Columns with their values; SQL is inserted unchanged: `sql`now()``. */
type Columns = Readonly<Record<string, unknown>>
const assigned = (columns: Columns): Sql[] =>
  Object.entries(columns).map(
    ([name, value]) => sql`${raw(columnOf(name))} = ${value instanceof Sql ? value : sql`${value}`}`,
  )

/** Updates the rows of a table in which these columns have these values. Answers their number. */
export const setRows = (app: { db: Database }, table: string, where: Columns, columns: Columns): Promise<number> =>
  app.db.transaction((tx) =>
    tx.run(sql`
      update ${raw(table)}
      set
        ${join(assigned(columns))}
      where
        ${join(assigned(where), ' and ')}
    `),
  )

/** An insert of one row, and the columns that it returns. */
export const insertOf = (table: string, columns: Columns, answered?: string): Sql => sql`
  insert into
    ${raw(table)} (${raw(Object.keys(columns).map(columnOf).join(', '))})
  values
    (${join(Object.values(columns).map((value) => (value instanceof Sql ? value : sql`${value}`)))}) ${answered
      ? raw(`returning ${answered}`)
      : empty}
`

/** The selected columns of the rows with these values. */
export const readRows = <T = Record<string, unknown>>(
  app: { db: Database },
  table: string,
  where: Columns,
  columns: string,
  order?: string,
): Promise<T[]> =>
  app.db.read.rows<T>(sql`
    select
      ${raw(columns)}
    from
      ${raw(table)}
    where
      ${join(assigned(where), ' and ')} ${order === undefined ? empty : raw(`order by ${order}`)}
  `)
/** The first of these rows. */
export const readRow = async <T = Record<string, unknown>>(...asked: Parameters<typeof readRows>): Promise<T> => {
  const [row] = await readRows<T>(...asked)
  if (row === undefined) throw new Error(`No row of ${asked[1]} where one was expected`)
  return row
}
/** The value of a column in the first of these rows. */
export const valueOf = async <T>(app: { db: Database }, table: string, where: Columns, column: string): Promise<T> =>
  (await readRow<{ Value: T }>(app, table, where, `${column} as value`)).Value

/** The number of rows with these values. */
export const countRows = async (app: { db: Database }, table: string, where: Columns): Promise<number> =>
  valueOf(app, table, where, 'count(*)::int')

/** Sets the permits of a role at a module; every session reads them again. */
export const setPermits = (
  app: { db: Database },
  RoleId: number,
  module: string,
  permits: readonly Permit[],
  columns: Columns,
): Promise<void> =>
  app.db.transaction(async (tx) => {
    await tx.run(sql`
      update permissions
      set
        ${join(assigned(columns))}
      where
        role_id = ${RoleId}
        and module_id = ${module}
        and permit = any (${[...permits]})
    `)
    await bumpVersion(tx, 'permissions')
  })

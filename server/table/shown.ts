// What a read by hand shows: columns under the names that travel, on their own, as an object, as a list of objects.
import { empty, join, raw, sql, type Sql } from '../db/db.ts'
import { columnOf } from '../db/names.ts'

/** Of a table by its alias: `s.sale_id as "SaleId", s.sale_date as "SaleDate"`. */
export const shown = (alias: string, names: readonly string[]): Sql =>
  raw(names.map((name) => `${alias}.${columnOf(name)} as "${name}"`).join(', '))

/** The same as one JSON object; `more` are values that are no column of that name. */
export const objectOf = (alias: string, names: readonly string[], more: Readonly<Record<string, Sql>> = {}): Sql => sql`
  json_build_object(${join([
    ...names.map((name) => raw(`'${name}', ${alias}.${columnOf(name)}`)),
    ...Object.entries(more).map(
      ([name, value]) => sql`
        ${raw(`'${name}'`)},
        ${value}
      `,
    ),
  ])})
`

/** Each row of a source (`from` and `where`) as a list, in an order where one is given; empty where there is none. */
export const arrayOf = (each: Sql, source: Sql, order?: Sql): Sql => sql`
  (
    select
      coalesce(json_agg(${each} ${order
        ? sql`
            order by
              ${order}
          `
        : empty}), '[]') ${source}
  )
`

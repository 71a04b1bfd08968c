// Helpers for reads by hand: columns under their wire names, alone, as an object, or as a list of objects.
import { empty, join, raw, sql, type Sql } from '../db/db.ts'
import { columnOf } from '../db/names.ts'

/** Columns of an alias: `s.sale_id as "SaleId", s.sale_date as "SaleDate"`. */
export const shown = (alias: string, names: readonly string[]): Sql =>
  raw(names.map((name) => `${alias}.${columnOf(name)} as "${name}"`).join(', '))

/** The same as one JSON object; `more` are values that are not columns of that name. */
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

/** The rows of a source (`from` and `where`) as a list, in the given order if any; empty without rows. */
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

// What the filters of lists and look-ups ask: values are always bound.
import { raw, sql, type Sql } from '../db/db.ts'

/** % _ and \ are ordinary characters in a contains filter. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/**
 * Contains-match without case. Under three characters the trigram index cannot help, so the match is made all the same,
 * on the filtered rows.
 */
export const contains = (expression: string, text: string): Sql => sql`
  lower(${raw(expression)}) like ${`%${escaped(text.trim().toLowerCase())}%`}
`
export const equals =
  (expression: string) =>
  (value: unknown): Sql => sql`${raw(expression)} = ${value}`
export const from =
  (expression: string) =>
  (value: unknown): Sql => sql`${raw(expression)} >= ${value}`
export const till =
  (expression: string) =>
  (value: unknown): Sql => sql`${raw(expression)} <= ${value}`
export const like =
  (expression: string) =>
  (value: string): Sql =>
    contains(expression, value)
/** What the filter of `yesNo` asks of a column. */
export const isSo =
  (expression: string) =>
  (value: string): Sql => sql`${raw(expression)} = ${value === 'true'}`
/** The column is one of the keys found; nothing found is seen at once, without a look at the rows. */
const someOf = (column: string, keys: Sql): Sql => sql`
  (
    ${raw(column)} = any (array(${keys}))
    and exists (${keys})
  )
`
/** What a list calls an organisation: its alias where it has one, so that a column tells its neighbours apart. */
export const shortName = (alias: string): string => `coalesce(nullif(${alias}.name_alias, ''), ${alias}.name)`
/** Contains-match on the name of a referenced client. */
export const clientNamed =
  (column: string) =>
  (value: string): Sql =>
    someOf(
      column,
      sql`
        select
          n.client_id
        from
          clients n
        where
          ${nameContains('n', value)}
      `,
    )
/** Contains-match on a client's name, by the column kept for it. */
export const nameContains = (alias: string, text: string): Sql => sql`
  ${raw(alias)}.name_search like ${`%${escaped(text.trim().toLowerCase())}%`}
`

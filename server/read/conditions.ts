// The conditions of filters in lists and look-ups: values are always bound.
import { nameAsRead } from '../../core/same.ts'
import { empty, join, literal, raw, sql, type Sql } from '../db/db.ts'

/** % _ and \ are ordinary characters in a contains filter. */
const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
/** Contains the text as it is typed, or with one space between two words, as a name is stored. */
const isIn = (expression: Sql, text: string): Sql => {
  const patterns = [text.trim(), nameAsRead(text)].map((sought) => `%${escaped(sought.toLowerCase())}%`)
  return sql`
    (${join(
      [...new Set(patterns)].map((pattern) => sql`${expression} like ${pattern}`),
      ' or ',
    )})
  `
}
/**
 * Contains-match, case-insensitive. Under three characters the trigram index cannot help, so the filtered rows are
 * scanned.
 */
export const contains = (expression: string, text: string): Sql => isIn(sql`lower(${raw(expression)})`, text)
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
/** The condition of a `yesNo` filter. */
export const isSo =
  (expression: string) =>
  (value: string): Sql => sql`${raw(expression)} = ${value === 'true'}`
/** The column is one of the keys found; without a key no rows are read. */
const someOf = (column: string, keys: Sql): Sql => sql`
  (
    ${raw(column)} = any (array(${keys}))
    and exists (${keys})
  )
`
/** The name of an organisation in a list: its alias if it has one, since that is short. */
export const shortName = (alias: string): string => `coalesce(nullif(${alias}.name_alias, ''), ${alias}.name)`
/**
 * Contains-match on the name of a referenced client, who is of one of these types: among doctors alone a frequent name
 * is a few, among patients tens of thousands.
 */
export const clientNamed =
  (column: string, ...types: readonly number[]) =>
  (value: string): Sql =>
    someOf(
      column,
      sql`
        select
          client.client_id
        from
          clients client
        where
          ${nameContains('client', value)} ${types.length > 0
            ? sql`and client.client_type_id in (${literal(...types)})`
            : empty}
      `,
    )
/** Contains-match on a client's name, by its search column. */
export const nameContains = (alias: string, text: string): Sql => isIn(sql`${raw(alias)}.name_search`, text)

// The columns of what is printed beside a value: on the work item as it is now, on each version as it went out.
import { raw, type Sql } from '../../../server/db/db.ts'
import { columnOf } from '../../../server/db/names.ts'
import { printedNames } from './printed.model.ts'

const listed = (of: (column: string, name: string) => string): Sql =>
  raw(printedNames.map((name) => of(columnOf(name), name)).join(', '))

/** `comments` */
export const printedColumns: Sql = listed((column) => column)
/** Their values of a sent row with the object `printed`. */
export const printedIn = (table: string): Sql => listed((_, name) => `${table}.printed ->> '${name}'`)
/** Sets them as they were sent. */
export const printedAsSent = (table: string): Sql =>
  listed((column, name) => `${column} = ${table}.printed ->> '${name}'`)
/** Sets them as another row has them. */
export const printedAsIn = (table: string): Sql => listed((column) => `${column} = ${table}.${column}`)

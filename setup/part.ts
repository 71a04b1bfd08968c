// The mark of a database that is filled in several steps: while marked it has only a part of a network, and no server
// serves from it.
import { sql, type Database, type Tx } from '../server/db/db.ts'

const mark = 'loading'

/** Sets the mark with the first rows. */
export const markAsPart = (tx: Tx): Promise<number> =>
  tx.run(sql`
    insert into
      settings (name, value)
    values
      (${mark}, '{}')
  `)

/** Removes the mark after the last check. */
export const markAsWhole = (db: Database): Promise<number> =>
  db.transaction((tx) =>
    tx.run(sql`
      delete from settings
      where
        name = ${mark}
    `),
  )

export const isPart = async (db: Database): Promise<boolean> =>
  (await db.read.maybe(sql`
    select
      1
    from
      settings
    where
      name = ${mark}
  `)) !== undefined

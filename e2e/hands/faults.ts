// Real faults for journeys: a permit that is removed, a table that is missing. No fake answers for the server.
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { raw, sql } from '../../server/db/db.ts'
import { bumpVersion } from '../../server/session/session.ts'
import type { Journey } from './journey.ts'

/** Mends a fault when the test asks for it, else at the end of the test: a second try of it finds no fault. */
const mendedOnce = (mend: () => Promise<void>): (() => Promise<void>) => {
  let mended: Promise<void> | undefined
  const once = (): Promise<void> => (mended ??= mend())
  onTestFinished(once)
  return once
}

/** Removes a role's permit of a module at once, in every session; answers how it is restored. */
export const takePermit = async (
  { app }: Journey,
  role: number,
  module: string,
  permit: string,
): Promise<() => Promise<void>> => {
  const taken = await app.db.transaction(async (tx) => {
    await bumpVersion(tx, 'permissions')
    return tx.rows<{ Entry: string }>(sql`
      delete from permissions p
      where
        role_id = ${role}
        and module_id = ${module}
        and permit = ${permit}
      returning
        to_jsonb(p)::text as entry
    `)
  })
  return mendedOnce(() =>
    app.db.transaction(async (tx) => {
      for (const { Entry } of taken)
        await tx.run(sql`
          insert into
            permissions
          select
            *
          from
            jsonb_populate_record(null::permissions, ${Entry}::jsonb)
        `)
      await bumpVersion(tx, 'permissions')
    }),
  )
}

const asOwner = async ({ app }: Journey, text: string): Promise<void> => {
  const client = new pg.Client({ connectionString: app.ownerUrl })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
/** The server fails (500) wherever it needs this table, until it is restored. */
export const breakTable = async (here: Journey, table: string): Promise<() => Promise<void>> => {
  await asOwner(here, `alter table ${table} rename to ${table}_away`)
  return mendedOnce(() => asOwner(here, `alter table ${table}_away rename to ${table}`))
}

/** Changes rows of a table without the server; the statement is written in the test. */
export const behind = ({ app }: Journey, statement: string): Promise<number> =>
  app.db.transaction((tx) => tx.run(sql`${raw(statement)}`))

// A statement that one plan serves is not planned for its values; the next on the same connection is as before.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type TestApp } from '../testing/app.ts'
import { testDatabase, withSuperuser } from '../testing/database.ts'
import { raw, sql } from './db.ts'
import { plannedOnce } from './statements.ts'

let app: TestApp
beforeAll(async () => {
  const database = await testDatabase()
  // as in a network: tests are planned once (tools/test-database.setup.ts)
  const name = new URL(database.url).pathname.slice(1)
  await withSuperuser(database.ownerUrl, (client) => client.query(`alter database ${name} set plan_cache_mode = auto`))
  app = await testApp({ database })
})
afterAll(() => app.close())

const modes = async (marked: string): Promise<string[]> => {
  const { Mode } = await app.db.read.one<{ Mode: string }>(sql`
    select
      current_setting('plan_cache_mode') as mode ${raw(marked)}
  `)
  const others = await Promise.all(
    Array.from({ length: 8 }, () =>
      app.db.read.one<{ Mode: string }>(sql`
        select
          current_setting('plan_cache_mode') as mode
      `),
    ),
  )
  return [Mode, ...new Set(others.map((one) => one.Mode))]
}

test('one that says so keeps its plan whatever its values, and no other does', async () => {
  expect(await modes('')).toEqual(['auto', 'auto'])
  expect(await modes(plannedOnce)).toEqual(['force_generic_plan', 'auto'])
})

test('a part of a word is planned for each text, unless the statement says otherwise', async () => {
  const prepared = async (marked: string): Promise<number> =>
    (
      await app.db.transaction(async (tx) => {
        const ask = sql`
          select
            ${raw(marked)} 1
          where
            'word' like ${'%or%'}
        `
        await tx.rows(ask)
        return tx.one<{ N: number }>(sql`
          select
            count(*)::int as n
          from
            pg_prepared_statements
          where
            statement = ${ask.text}
        `)
      })
    ).N
  expect(await prepared('')).toBe(0)
  expect(await prepared(plannedOnce)).toBe(1)
})

test('after one that fails the connection is as before', async () => {
  const failing = app.db.read.one(sql`
    select
      1 / 0 ${raw(plannedOnce)}
  `)
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await modes('')).toEqual(['auto', 'auto'])
})

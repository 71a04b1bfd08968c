// A statement that one plan serves is not planned for its values; the next on the same connection is as before.
import { expect, test } from 'vitest'
import { networkForTests } from '../testing/network.ts'
import { raw, sql } from './db.ts'
import { plannedOnce } from './statements.ts'

const { app } = networkForTests()

const modes = async (marked: string): Promise<string[]> => {
  const { mode } = await app.db.read.one<{ mode: string }>(sql`
    select
      current_setting('plan_cache_mode') as mode ${raw(marked)}
  `)
  const others = await Promise.all(
    Array.from({ length: 8 }, () =>
      app.db.read.one<{ mode: string }>(sql`
        select
          current_setting('plan_cache_mode') as mode
      `),
    ),
  )
  return [mode, ...new Set(others.map((one) => one.mode))]
}

test('one that says so keeps its plan whatever its values, and no other does', async () => {
  expect(await modes('')).toEqual(['auto', 'auto'])
  expect(await modes(plannedOnce)).toEqual(['force_generic_plan', 'auto'])
})

test('a part of a word is planned for each text, whatever the statement says', async () => {
  const { mode } = await app.db.read.one<{ mode: string }>(sql`
    select
      current_setting('plan_cache_mode') as mode ${raw(plannedOnce)}
    where
      'word' like ${'%or%'}
  `)
  expect(mode).toBe('auto')
})

test('after one that fails the connection is as before', async () => {
  const failing = app.db.read.one(sql`
    select
      1 / 0 ${raw(plannedOnce)}
  `)
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  expect(await modes('')).toEqual(['auto', 'auto'])
})

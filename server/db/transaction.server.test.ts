// A transaction keeps all or nothing, also of what is sent with its commit, and nothing of it goes on after its end.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Tx } from './db.ts'
import { testApp, type TestApp } from '../testing/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const count = (name: string) => sql`
  insert into
    counters (name, value)
  values
    (${name}, 1)
`
const counted = async (name: string): Promise<number> => {
  const rows = await app.db.read.rows(sql`
    select
      1
    from
      counters
    where
      name = ${name}
  `)
  return rows.length
}

test('what is sent with the commit is kept with the rest', async () => {
  await app.db.transaction(async (tx) => {
    tx.last(count('late'))
    await tx.run(count('early'))
  })
  expect([await counted('early'), await counted('late')]).toEqual([1, 1])
})

test('if what is sent with the commit fails, nothing is kept and the caller hears of it', async () => {
  const work = app.db.transaction(async (tx) => {
    await tx.run(count('lost'))
    tx.last(count('lost'))
    tx.last(count('after'))
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect([await counted('lost'), await counted('after')]).toEqual([0, 0])
})

test('what was begun beside a statement that failed does not go on after the transaction', async () => {
  let straggler: Promise<unknown> = Promise.resolve()
  const later = async (tx: Tx): Promise<void> => {
    await tx.run(sql`
      select
        pg_sleep(0.05)
    `)
    await new Promise((done) => setTimeout(done, 50))
    await tx.run(count('straggler'))
  }
  const work = app.db.transaction(async (tx) => {
    straggler = later(tx).catch((error: unknown) => (error as Error).message)
    await tx.run(sql`
      select
        1 / 0
    `)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await straggler).toMatch(/transaction is (over|aborted)/)
  expect(await counted('straggler')).toBe(0)
})

test('reading has no commit to send anything with', () => {
  expect(() => app.db.read.last(count('read'))).toThrow('Nothing is committed here')
})

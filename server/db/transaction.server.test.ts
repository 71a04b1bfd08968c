// A transaction stores all or none of its writes, also those sent with its commit, and none runs after its end.
import { expect, test, vi } from 'vitest'
import { errorOf } from '../thrown.ts'
import { sql, type Tx } from './db.ts'
import { networkForTests } from '../testing/network.ts'
import { insertOf } from '../testing/rows.ts'

const { app } = networkForTests()

const count = (name: string) => insertOf('counters', { Name: name, Value: 1 })
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

test('a statement sent with the commit is stored with the rest', async () => {
  await app.db.transaction(async (tx) => {
    tx.last(count('late'))
    await tx.run(count('early'))
  })
  expect([await counted('early'), await counted('late')]).toEqual([1, 1])
})

test('if a statement sent with the commit fails, no write is stored and the caller gets the error', async () => {
  const work = app.db.transaction(async (tx) => {
    await tx.run(count('lost'))
    tx.last(count('lost'))
    tx.last(count('after'))
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect([await counted('lost'), await counted('after')]).toEqual([0, 0])
})

test('late work runs before statements sent after it, at the latest before the commit, and rolls all back if it fails', async () => {
  const order: string[] = []
  const note = (name: string) => async (tx: Tx) => {
    order.push(name)
    await tx.run(count(name))
  }
  await app.db.transaction(async (tx) => {
    tx.late(note('begun'))
    await note('before')(tx)
    // sent at once without waiting: the next statement on the connection sees it
    const [, seen] = await Promise.all([
      tx.doLate(),
      tx.rows(sql`
        select
          1
        from
          counters
        where
          name = 'begun'
      `),
    ])
    expect(seen.length).toBe(1)
    tx.late(note('at the end'))
  })
  expect(order).toEqual(['before', 'begun', 'at the end'])
  expect(await counted('at the end')).toBe(1)
  const work = app.db.transaction(async (tx) => {
    await tx.run(count('with it'))
    tx.late((late) => late.run(count('begun')))
  })
  await expect(work).rejects.toMatchObject({ code: '23505' })
  expect(await counted('with it')).toBe(0)
})

test('what is sent without waiting in between leaves in one piece: the database is woken once for it', async () => {
  let pieces = (): number => NaN
  app.db.pool.once('acquire', ({ connection: { stream } }) => {
    const spies = [vi.spyOn(stream, '_write'), vi.spyOn(stream, '_writev')]
    pieces = () => spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  })
  const sent: number[] = []
  await app.db.transaction(async (tx) => {
    await tx.run(count('piece 1'))
    sent.push(pieces())
    await Promise.all([tx.run(count('piece 2')), tx.run(count('piece 3')), tx.run(count('piece 4'))])
    sent.push(pieces())
    tx.last(count('piece 5'))
  })
  expect([...sent, pieces()]).toEqual([1, 2, 3])
})

test('statements sent in parallel with a failed one do not run after the transaction', async () => {
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
    straggler = later(tx).catch((error: unknown) => errorOf(error).message)
    await tx.run(sql`
      select
        1 / 0
    `)
  })
  await expect(work).rejects.toMatchObject({ code: '22012' })
  expect(await straggler).toMatch(/transaction is (over|aborted)/)
  expect(await counted('straggler')).toBe(0)
})

test('a read handle has no commit to send statements with', () => {
  expect(() => app.db.read.last(count('read'))).toThrow('This handle does not commit')
  expect(() => app.db.read.late((tx) => tx.run(count('read')))).toThrow('This handle does not commit')
})

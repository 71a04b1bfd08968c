// Two transactions that stand in each other's way: the one that the database takes back is begun once more, by itself
// and through the door.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Sql, type Tx } from './db.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'

let app: TestApp
let admin: Person
/** Beside the application. */
let other: pg.Client
beforeAll(async () => {
  app = await testApp()
  admin = await signedIn(app, 'admin', 1, 1)
  other = new pg.Client({ connectionString: app.ownerUrl })
  await other.connect()
})
afterAll(async () => {
  await other.end()
  await app.close()
})
beforeEach(async () => {
  await other.query(`
    insert into counters (name, value) values ('left', 0), ('right', 0)
    on conflict (name) do update set value = 0
  `)
})

const add = (name: string): Sql => sql`
  update counters
  set
    value = value + 1
  where
    name = ${name}
`
const values = async (): Promise<number[]> =>
  (
    await app.db.read.rows<{ value: number }>(sql`
      select
        value
      from
        counters
      where
        name in ('left', 'right')
      order by
        name
    `)
  ).map((row) => row.value)
/** Waits until somebody waits for what the other connection holds. */
const untilOneWaits = async (): Promise<void> => {
  await expect
    .poll(
      async () =>
        (
          await other.query(
            `select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid)) and datname = current_database()`,
          )
        ).rowCount,
      { timeout: 10_000, interval: 10 },
    )
    .toBe(1)
}

test('of two that lock in opposite order one is begun once more, and both are kept', async () => {
  let rounds = 0
  let holding = 0
  const bothHold = Promise.withResolvers<undefined>()
  const work = (first: string, second: string) => async (tx: Tx) => {
    rounds += 1
    await tx.run(add(first))
    // in the first round of both, each has what the other wants next
    holding += 1
    if (holding === 2) bothHold.resolve(undefined)
    await bothHold.promise
    await tx.run(add(second))
  }
  await Promise.all([app.db.transaction(work('left', 'right')), app.db.transaction(work('right', 'left'))])
  expect([rounds, await values()]).toEqual([3, [2, 2]])
})

test('what was read and then changed by somebody else is read again', async () => {
  let rounds = 0
  await app.db.transaction(async (tx) => {
    rounds += 1
    await tx.run(sql`set transaction isolation level repeatable read`)
    const { value } = await tx.one<{ value: number }>(sql`
      select
        value
      from
        counters
      where
        name = 'left'
    `)
    if (rounds === 1) await app.db.transaction((one) => one.run(add('left')))
    await tx.run(sql`
      update counters
      set
        value = ${value + 10}
      where
        name = 'left'
    `)
  })
  expect([rounds, await values()]).toEqual([2, [11, 0]])
})

test('it is begun four times at most; any other failure ends it at once', async () => {
  const rounds: Record<string, number> = {}
  const failing = (code: string): Promise<unknown> =>
    app.db.transaction(async (tx) => {
      rounds[code] = (rounds[code] ?? 0) + 1
      await tx.run(add('left'))
      await tx.run(sql([`do $$ begin raise exception 'taken back' using errcode = '${code}'; end $$`]))
    })
  await expect(failing('40001')).rejects.toMatchObject({ code: '40001' })
  await expect(failing('23505')).rejects.toMatchObject({ code: '23505' })
  expect([rounds, await values()]).toEqual([{ 40001: 4, 23505: 1 }, [0, 0]])
})

test('a save that the database takes back for another is made all the same, once', async () => {
  await other.query('begin')
  await other.query('select from departments where department_id = 2 for update')
  const key = 'in-the-way'
  const saving = admin.put('/api/departments/2', { Description: 'Kept' }, { 'idempotency-key': key })
  await untilOneWaits()
  // the save has taken down its key and waits for the department; this waits for the key. Who waits longer than a second
  // looks whether it can end: the save does so first, and is the one that is taken back
  await other.query('select pg_sleep(0.5)')
  await other.query('insert into idempotency (user_id, key, body_hash) values ($1, $2, $3)', [
    admin.userId,
    key,
    Buffer.alloc(32),
  ])
  await other.query('rollback')
  expect((await saving).status).toBe(200)
  expect((await admin.get('/api/departments/2')).body['Description']).toBe('Kept')
  const entries = await admin.get<unknown[]>('/api/actions?ModuleId=departments&FormId=2')
  expect(entries.body).toHaveLength(1)
})

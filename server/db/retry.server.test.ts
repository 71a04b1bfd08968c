// Two conflicting transactions: the one that the database rolls back is retried, by itself and through the door.
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Sql } from './db.ts'
import { testApp, type TestApp } from '../testing/app.ts'
import { signedIn, type Person } from '../testing/signed-in.ts'

let app: TestApp
let admin: Person
/** A connection outside the application. */
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
    await app.db.read.rows<{ Value: number }>(sql`
      select
        value
      from
        counters
      where
        name in ('left', 'right')
      order by
        name
    `)
  ).map((row) => row.Value)
/**
 * PostgreSQL's code for the transaction that it ends; simulated, since PostgreSQL looks for deadlocks by its own clock.
 */
const deadlock = '40P01'

test('a transaction rolled back for another is retried, and stored once', async () => {
  let rounds = 0
  await app.db.transaction(async (tx) => {
    rounds += 1
    await tx.run(add('left'))
    if (rounds === 1)
      await tx.run(sql([`do $$ begin raise exception 'taken back' using errcode = '${deadlock}'; end $$`]))
    await tx.run(add('right'))
  })
  expect([rounds, await values()]).toEqual([2, [1, 1]])
})

test('data changed by another user after it was read is read again', async () => {
  let rounds = 0
  await app.db.transaction(async (tx) => {
    rounds += 1
    await tx.run(sql`set transaction isolation level repeatable read`)
    const { Value } = await tx.one<{ Value: number }>(sql`
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
        value = ${Value + 10}
      where
        name = 'left'
    `)
  })
  expect([rounds, await values()]).toEqual([2, [11, 0]])
})

test('a transaction is tried four times at most; any other failure ends it at once', async () => {
  const rounds: Record<string, number> = {}
  const failing = (code: string): Promise<unknown> =>
    app.db.transaction(async (tx) => {
      rounds[code] = (rounds[code] ?? 0) + 1
      await tx.run(add('left'))
      await tx.run(sql([`do $$ begin raise exception 'taken back' using errcode = '${code}'; end $$`]))
    })
  await expect(failing('40001')).rejects.toMatchObject({ code: '40001' })
  await expect(failing(deadlock)).rejects.toMatchObject({ code: deadlock })
  await expect(failing('23505')).rejects.toMatchObject({ code: '23505' })
  expect([rounds, await values()]).toEqual([{ 40001: 4, [deadlock]: 4, 23505: 1 }, [0, 0]])
})

test('a save that the database rolls back for another still succeeds, once', async () => {
  // a rollback does not reset a sequence
  await other.query(`
    create sequence rounds;
    grant usage on sequence rounds to public;
    create function take_back() returns trigger language plpgsql as $$
    begin
      if nextval('rounds') = 1 then
        raise exception 'taken back' using errcode = '${deadlock}';
      end if;
      return new;
    end
    $$;
    create trigger taken_back before update on departments for each row execute function take_back();
  `)
  const saved = await admin.put('/api/departments/2', { Description: 'Kept' }, { 'idempotency-key': 'in-the-way' })
  expect(saved.status).toBe(200)
  expect((await admin.get('/api/departments/2')).body.Description).toBe('Kept')
  const entries = await admin.get<unknown[]>('/api/actions?ModuleId=departments&FormId=2')
  expect(entries.body).toHaveLength(1)
  const { rows } = await other.query<{ rounds: string }>('select last_value as rounds from rounds')
  expect(Number(rows[0]?.rounds)).toBeGreaterThan(1)
})
